import { afterEach, describe, expect, test } from 'vitest';
import { moneyTransaction } from '../../db/core/sequelize.ts';
import { execute, one, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { changeStop } from '../../db/payouts/emergency-stop.ts';
import { payoutProcess } from '../../db/payouts/process.ts';
import { readPayout } from '../../db/payouts/read.ts';
import { mismatches, moneyOf } from '../../db/payouts/testing.fixture.ts';
import { payoutTimeline } from '../../db/payouts/timeline.ts';
import { applyStep } from '../../db/process/apply.ts';
import { newId } from '../../domain/ids.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { signerBench } from '../signer/testing.fixture.ts';
import type { ChainAccess } from './deps.ts';
import { RetryLaterError, type SendAnswer } from './port.ts';
import { interpretSendError } from './utxo.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
afterEach(async () => expect(await mismatches(db)).toEqual([]));

interface Lie {
  answer?: SendAnswer;
  loses?: boolean;
  hides?: boolean;
  lapsed?: boolean;
  deaf?: boolean;
  /** It has none of the last blocks. */
  below?: boolean;
  /** Why it takes nothing now, or these bytes only. */
  wants?: string;
  only?: string;
  /** The first answer comes when this is over. */
  delay?: Promise<void>;
  /** Called when the node has the sent bytes. */
  arrived?: () => void;
  /** Every call arrives this many times. */
  times?: number;
}

/** The node answers as the test says, beside what it really does. */
function lyingWays(lie: Lie) {
  return (ways: ChainAccess): ChainAccess => ({
    port: {
      ...ways.port,
      transaction: async (txid) => (lie.hides ? null : ways.port.transaction(txid)),
      headerAt: async (height) => (lie.below ? null : ways.port.headerAt(height)),
    },
    sending: {
      ...ways.sending,
      async send(raw) {
        if (lie.answer !== undefined) return lie.answer;
        if (lie.deaf) return { kind: 'accepted' };
        if (lie.wants !== undefined && (lie.only ?? raw) === raw)
          return interpretSendError({ code: -26, message: lie.wants });
        const calls = Array.from({ length: lie.times ?? 1 }, () => ways.sending.send(raw));
        const answer = (await Promise.all(calls)).at(-1) ?? { kind: 'accepted' };
        const { delay } = lie;
        delete lie.delay;
        lie.arrived?.();
        await delay;
        if (lie.loses) throw new ChainUnavailableError('The answer was lost.');
        return answer;
      },
      hasExpired: async () => lie.lapsed ?? false,
    },
  });
}

async function costsOf(payoutId: string) {
  const rows = await select<{ key: string }>(
    db,
    `SELECT t.key FROM transfer t JOIN outgoing_line l ON t.key = 'outgoing:' || l.transaction_id || ':cost'
     WHERE l.payout_id = $1`,
    [payoutId],
  );
  return rows.length;
}

describe('what was sent', () => {
  test('is done at its confirmations, its hold paid out and its cost booked once', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    const before = await moneyOf(db, bench.shop);
    await bench.sign(id);
    expect(await bench.send(id)).toBe('sent');
    expect(await bench.stateOf(id)).toMatchObject({ status: 'confirming' });
    await bench.blocks(1);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'confirming' });
    await bench.blocks(1);
    await Promise.all([bench.track(), bench.track(), bench.track()]);
    expect(await bench.stateOf(id)).toEqual({ status: 'done', reason: null, needsOperator: false });
    expect(await moneyOf(db, bench.shop)).toEqual({ spendable: before.spendable, held: 0n });
    expect(await costsOf(id)).toBe(1);
    const steps = () => one(db, 'SELECT count(*) FROM step', []);
    const count = await steps();
    await bench.blocks(1);
    await bench.track();
    expect(await steps()).toEqual(count);
  });

  test('hazard 47: after a crash between signing and sending the same bytes are sent', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await bench.sign(id);
    const [signed] = await bench.signedFor(id);
    // Nobody lives to send it: the follower finds it unsent.
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'confirming' });
    await bench.blocks(2);
    await bench.track();
    expect(await bench.minedFor(id)).toEqual([signed?.txid]);
    expect(await bench.signedFor(id)).toHaveLength(1);
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('hazards 47 and 48: a lost answer leaves the outcome open, and "already known" settles it', async () => {
    const lie = { loses: true };
    const bench = await signerBench(db, { through: lyingWays(lie) });
    const id = await bench.queued();
    await bench.sign(id);
    await expect(bench.send(id)).rejects.toThrow('lost');
    expect(await bench.stateOf(id)).toMatchObject({ status: 'queue' });
    lie.loses = false;
    expect(await bench.send(id)).toBe('sent');
    await bench.send(id);
    await bench.blocks(2);
    expect(await bench.send(id)).toBe('sent');
    await bench.track();
    expect(await bench.minedFor(id)).toHaveLength(1);
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('hazard 48: a node that takes the bytes and forgets them gets them again', async () => {
    const lie = { deaf: true };
    const bench = await signerBench(db, { through: lyingWays(lie) });
    const id = await bench.queued();
    await bench.sign(id);
    expect(await bench.send(id)).toBe('sent');
    await bench.blocks(3);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'confirming', reason: 'sent_again' });
    lie.deaf = false;
    await bench.track();
    await bench.blocks(2);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
    expect(await bench.minedFor(id)).toHaveLength(1);
  });

  test('hazard 49: "nonce too low" for what is mined already is success', async () => {
    const lie: { answer?: SendAnswer } = {};
    const bench = await signerBench(db, { gateId: 'ETH', through: lyingWays(lie) });
    const id = await bench.queued();
    await bench.sign(id);
    await bench.send(id);
    await bench.blocks(1);
    lie.answer = { kind: 'conflict', words: 'nonce too low' };
    expect(await bench.send(id)).toBe('sent');
    expect(await bench.stateOf(id)).toMatchObject({ status: 'confirming', needsOperator: false });
  });

  test('hazard 49: while no stored hash is found it stays, held, for an operator, and goes on once it is seen', async () => {
    const lie: { answer?: SendAnswer } = { answer: { kind: 'conflict', words: 'missing inputs' } };
    const bench = await signerBench(db, { through: lyingWays(lie) });
    const id = await bench.queued();
    const { held } = await moneyOf(db, bench.shop);
    await bench.sign(id);
    expect(await bench.send(id)).toBe('conflict');
    await bench.track();
    expect(await bench.stateOf(id)).toEqual({ status: 'queue', reason: 'transaction_conflict', needsOperator: true });
    expect((await moneyOf(db, bench.shop)).held).toBe(held);
    const alerts = () =>
      select(db, 'SELECT kind, resolved_at IS NULL AS open FROM alert WHERE subject = $1', [`payout:${id}`]);
    expect(await alerts()).toEqual([{ kind: 'payout_needs_operator', open: true }]);
    expect((await bench.sign(id)).signed).toEqual([id]);
    expect(await bench.signedFor(id)).toHaveLength(1);
    delete lie.answer;
    await bench.track();
    expect(await bench.stateOf(id)).toEqual({ status: 'confirming', reason: null, needsOperator: false });
    expect(await alerts()).toEqual([{ kind: 'payout_needs_operator', open: false }]);
    await bench.blocks(2);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
  });

  test('bytes that the node refuses for what they are keep their hold and wait for an operator', async () => {
    const lie: { answer?: SendAnswer } = { answer: { kind: 'refused', words: 'dust' } };
    const bench = await signerBench(db, { through: lyingWays(lie) });
    const id = await bench.queued();
    await bench.sign(id);
    expect(await bench.send(id)).toBe('refused');
    await bench.track();
    expect(await bench.stateOf(id)).toEqual({ status: 'error', reason: 'transaction_refused', needsOperator: true });
    expect((await moneyOf(db, bench.shop)).held).toBeGreaterThan(0n);
  });

  test('hazard 50: after a bump the first one may still win; the payout is done once and paid once', async () => {
    const bench = await signerBench(db, { gateId: 'LTC' });
    const id = await bench.queued();
    await bench.sign(id);
    await bench.send(id);
    // The block takes the first one before the second is sent.
    expect(await bench.signer.bumpFee({ version: 1, payoutId: id })).toMatchObject({ bumped: true });
    const [first, second] = await bench.signedFor(id);
    expect([first?.status, second?.status]).toEqual(['replaced', 'signed']);
    expect(first?.spends[0]).toBe(second?.spends[0]);
    await bench.blocks(1);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'confirming', needsOperator: false });
    await bench.blocks(5);
    await bench.track();
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
    expect(await bench.minedFor(id)).toEqual([first?.txid]);
    expect((await bench.signedFor(id)).map(({ status }) => status)).toEqual(['confirmed', 'failed']);
    expect(await costsOf(id)).toBe(1);
    expect(await bench.signer.bumpFee({ version: 1, payoutId: id })).toEqual({ bumped: false, reason: 'too_late' });
  });

  test('hazard 50: a bump pays more, takes the place of the first in the mempool, and is what is mined', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await bench.sign(id);
    await bench.send(id);
    await bench.signer.bumpFee({ version: 1, payoutId: id });
    await bench.track();
    const [first, second] = await bench.signedFor(id);
    expect(second?.feeMinor).toBeGreaterThan(first?.feeMinor ?? 0n);
    await bench.blocks(2);
    await bench.track();
    expect(await bench.minedFor(id)).toEqual([second?.txid]);
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('hazard 53: a batch marks the payouts of its transaction and no others', async () => {
    const bench = await signerBench(db);
    const [first, second, other] = [await bench.queued(), await bench.queued(), await bench.queued()];
    await bench.sign(first, second);
    await bench.send(first);
    await bench.blocks(2);
    await bench.track();
    expect(await bench.stateOf(first)).toMatchObject({ status: 'done' });
    expect(await bench.stateOf(second)).toMatchObject({ status: 'done' });
    expect(await bench.stateOf(other)).toMatchObject({ status: 'queue', reason: null });
  });

  test('hazard 2: a reorganisation that drops it leads to the same bytes, and nothing is booked twice', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await bench.sign(id);
    await bench.send(id);
    await bench.blocks(2);
    await bench.track();
    const [signed] = await bench.signedFor(id);
    const before = await moneyOf(db, bench.shop);
    const txid = signed?.txid ?? '';
    await bench.chainDoes({ type: 'reorganise', txid }, { type: 'drop', txid });
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'confirming', needsOperator: true });
    await bench.blocks(2);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
    expect(await bench.minedFor(id)).toEqual([txid]);
    expect(await bench.signedFor(id)).toHaveLength(1);
    expect(await moneyOf(db, bench.shop)).toEqual(before);
    expect(await costsOf(id)).toBe(1);
  });

  test('undone by its chain and refused for good after that, it is given back once, by an operator', async () => {
    const lie: Lie = {};
    const bench = await signerBench(db, { through: lyingWays(lie) });
    const id = await bench.queued();
    const { spendable, held } = await moneyOf(db, bench.shop);
    await bench.sign(id);
    await bench.send(id);
    await bench.blocks(2);
    await bench.track();
    const txid = (await bench.signedFor(id))[0]?.txid ?? '';
    Object.assign(lie, { hides: true, answer: { kind: 'refused', words: 'dust' } });
    await bench.chainDoes({ type: 'reorganise', txid }, { type: 'drop', txid });
    await bench.track();
    const refused = { status: 'error', reason: 'transaction_refused', needsOperator: true };
    expect(await bench.stateOf(id)).toEqual(refused);
    expect(await readPayout(db, id)).toMatchObject({ statusWords: 'dust' });
    const unpaid = () => {
      const event = { type: 'resolve_unpaid', by: { kind: 'staff', id: 'ops' }, note: 'Gone.' } as const;
      const step = { id, event, cause: newId(), nowMs: Date.now() };
      return moneyTransaction(db, (tx) => applyStep(tx, payoutProcess, step));
    };
    await expect(unpaid()).rejects.toMatchObject({ code: 'payout_may_be_paid' });
    await execute(db, `UPDATE outgoing_transaction SET status = 'failed' WHERE txid = $1`, [txid]);
    const answers = await Promise.allSettled([unpaid(), unpaid(), unpaid()]);
    expect(answers.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(await bench.stateOf(id)).toEqual({
      status: 'canceled',
      reason: 'resolved_by_operator',
      needsOperator: false,
    });
    expect(await moneyOf(db, bench.shop)).toEqual({ spendable: spendable + held, held: 0n });
    const { ledger } = await payoutTimeline(db, await readPayout(db, id));
    expect(ledger.filter(({ kind }) => kind === 'payout_returned').map(({ credit }) => credit)).toContain('available');
  });

  test('hazard 10: a node that is behind its block undoes nothing', async () => {
    const lie: Lie = {};
    const bench = await signerBench(db, { through: lyingWays(lie) });
    const id = await bench.queued();
    await bench.sign(id);
    await bench.send(id);
    await bench.blocks(2);
    await bench.track();
    Object.assign(lie, { hides: true, below: true });
    await bench.track();
    expect(await bench.stateOf(id)).toEqual({ status: 'done', reason: null, needsOperator: false });
    expect((await bench.signedFor(id)).map(({ status }) => status)).toEqual(['confirmed']);
  });

  test('is signed again only when its bytes can never be mined anymore', async () => {
    const lie: { lapsed?: boolean; deaf?: boolean } = { deaf: true };
    const bench = await signerBench(db, { gateId: 'XRP', through: lyingWays(lie) });
    const id = await bench.queued({ destinationTag: '7' });
    await bench.sign(id);
    await bench.send(id);
    await bench.track();
    await bench.sign(id);
    expect(await bench.signedFor(id)).toHaveLength(1);
    lie.lapsed = true;
    await bench.track();
    expect(await bench.stateOf(id)).toEqual({ status: 'queue', reason: 'transaction_lapsed', needsOperator: false });
    Object.assign(lie, { lapsed: false, deaf: false });
    expect((await bench.sign(id)).signed).toEqual([id]);
    expect((await bench.signedFor(id)).map(({ status }) => status)).toEqual(['failed', 'signed']);
    await bench.send(id);
    await bench.blocks(1);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
    expect(await bench.minedFor(id)).toHaveLength(1);
  });

  test('what a node does not take now, for its pool is full of what pays more, holds up no other', async () => {
    const lie: Lie = { wants: 'mempool min fee not met, 141 < 500' };
    const bench = await signerBench(db, { through: lyingWays(lie) });
    const [stuck, later] = [await bench.queued(), await bench.queued()];
    await bench.sign(stuck);
    await expect(bench.send(stuck)).rejects.toThrow(RetryLaterError);
    expect(await bench.stateOf(stuck)).toMatchObject({ status: 'queue', needsOperator: false });
    await bench.sign(later);
    const [{ raw = '' } = {}] = await bench.signedFor(stuck);
    lie.only = raw;
    await expect(bench.track()).rejects.toThrow('1 transactions failed to update');
    await bench.blocks(2);
    await expect(bench.track()).rejects.toThrow('1 transactions failed to update');
    expect(await bench.stateOf(later)).toMatchObject({ status: 'done' });
    delete lie.wants;
    await bench.track();
    expect(await bench.stateOf(stuck)).toMatchObject({ status: 'confirming' });
  });

  test('hazard 52: what the chain says late never overwrites a later status', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await bench.sign(id);
    await bench.send(id);
    await bench.blocks(2);
    await bench.track();
    const [signed] = await bench.signedFor(id);
    // A sender that was asleep since before the block.
    expect(await bench.send(id)).toBe('sent');
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
    expect((await bench.signedFor(id))[0]).toEqual(signed);
  });

  test('hazard 52: an answer that comes after the confirmations changes nothing any more', async () => {
    const [answer, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lie: Lie = { delay: answer.promise, arrived: arrival.resolve };
    const bench = await signerBench(db, { through: lyingWays(lie) });
    const id = await bench.queued();
    await bench.sign(id);
    const late = bench.send(id);
    await arrival.promise;
    const nextBlock = async () => {
      await bench.blocks(1);
      await bench.track();
      return (await bench.stateOf(id)).status;
    };
    await expect.poll(nextBlock).toBe('done');
    const before = await bench.signedFor(id);
    answer.resolve();
    expect(await late).toBe('sent');
    expect(await bench.signedFor(id)).toEqual(before);
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('hazard 46: calls that arrive twice, from several senders at once, are one transaction', async () => {
    const bench = await signerBench(db, { gateId: 'ETH', through: lyingWays({ times: 3 }) });
    const id = await bench.queued();
    await bench.sign(id);
    const sendings = [bench.send(id), bench.send(id), bench.track(), bench.send(id), bench.track()];
    await Promise.all(sendings);
    await bench.blocks(12);
    await Promise.all([bench.track(), bench.send(id), bench.track()]);
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
    expect(await bench.minedFor(id)).toHaveLength(1);
    expect(await bench.signedFor(id)).toHaveLength(1);
  });

  test('nothing is sent while the stop is pulled', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await bench.sign(id);
    const stop = (stopped: boolean) =>
      changeStop(db, { modes: ['sandbox'], network: '*', stopped, by: 'test', reason: 'test' });
    await stop(true);
    expect(await bench.send(id)).toBe('stopped');
    await bench.track();
    await bench.blocks(2);
    expect(await bench.minedFor(id)).toEqual([]);
    await stop(false);
    await bench.track();
    await bench.blocks(2);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('a node that hides its transactions is sent the same bytes, and nothing is paid twice', async () => {
    const lie = { hides: true };
    const bench = await signerBench(db, { through: lyingWays(lie) });
    const id = await bench.queued();
    await bench.sign(id);
    for (let round = 0; round < 3; round += 1) {
      await bench.track();
      await bench.blocks(1);
    }
    expect(await bench.stateOf(id)).toMatchObject({ status: 'confirming' });
    lie.hides = false;
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
    expect(await bench.minedFor(id)).toHaveLength(1);
    expect(await bench.signedFor(id)).toHaveLength(1);
  });
});
