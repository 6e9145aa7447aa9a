import { afterEach, describe, expect, test } from 'vitest';
import { presentPayout } from '../../contract/payouts.view.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, one, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { freeze, unfreeze } from '../../db/ledger/freezes.ts';
import { endHolds } from '../../db/outflows/holds.ts';
import { changeStop } from '../../db/payouts/emergency-stop.ts';
import { operatePayout, raiseSliceFee } from '../../db/payouts/operate.ts';
import { readPayout } from '../../db/payouts/read.ts';
import {
  fund,
  makePayout,
  mismatches,
  moneyOf,
  RECIPIENTS,
  testPayoutSettings,
} from '../../db/payouts/testing.fixture.ts';
import { allOutgoingOf } from '../../db/sending/transactions.fixture.ts';
import type { Outgoing } from '../../db/sending/transactions.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { suspend } from '../../db/suspicion/suspensions.ts';
import { makeMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { DEFAULT_FEE_BOUNDS } from '../../domain/payouts/fee-bounds.ts';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import { openSimulatedChain } from '../chain/simulator/port.ts';
import { openSimulatedSending } from '../sending/simulated.ts';
import { openPayoutRig, testKeys } from './accounts.fixture.ts';
import type { PermanentRefusal, RetryLater } from './family.ts';
import { openKeyRing } from './keys.ts';
import { type SignerDeps, signTogether } from './sign.ts';
import { openSimulatedFamily } from './simulated.ts';
import { signerBench, signerConfig } from './testing.fixture.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
afterEach(async () => expect(await mismatches(db)).toEqual([]));

const stop = (stopped: boolean) =>
  changeStop(db, { modes: ['sandbox'], network: 'BTC', stopped, by: 'test', reason: 'test' });

/** Payouts on a simulated chain whose family the test changes. */
function rigOf(network: 'BTC' | 'BCH', more: Partial<ReturnType<typeof openSimulatedFamily>> = {}) {
  const chain = { mode: 'sandbox', network } as const;
  const family = { ...openSimulatedFamily(chain), ...more };
  return openPayoutRig({ db, port: openSimulatedChain(db, chain), family, sending: openSimulatedSending(db, chain) });
}

describe('the signer', () => {
  test('hazard 46: the same payout requested many times at once has one transaction', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    const answers = await Promise.all(Array.from({ length: 12 }, () => bench.sign(id)));
    for (const { signed } of answers) expect(signed).toEqual([id]);
    expect(await bench.signedFor(id)).toHaveLength(1);
    expect(await bench.sign(id)).toEqual({ signed: [id], deferred: [], refused: [] });
    expect(await bench.stateOf(id)).toMatchObject({ status: 'queue', reason: null });
  });

  test('signs many payouts of coins together, each by an output of its own', async () => {
    const bench = await signerBench(db);
    const ids = await Promise.all(Array.from({ length: 5 }, () => bench.queued()));
    const { signed } = await bench.sign(...ids);
    expect([...signed].sort()).toEqual([...ids].sort());
    const { count, outputs } = await one<{ count: string; outputs: string }>(
      db,
      `SELECT count(DISTINCT transaction_id) AS count, count(DISTINCT output) AS outputs FROM outgoing_line
       WHERE payout_id = ANY($1::uuid[])`,
      [ids],
    );
    expect({ count, outputs }).toEqual({ count: '1', outputs: '5' });
  });

  test('signs each payout of an account network by its own number', async () => {
    const bench = await signerBench(db, { gateId: 'ETH' });
    const ids = await Promise.all(Array.from({ length: 4 }, () => bench.queued()));
    expect((await bench.sign(...ids)).signed).toHaveLength(4);
    const spends = (await Promise.all(ids.map((id) => bench.signedFor(id)))).map(([first]) => first?.spends[0]);
    expect(new Set(spends).size).toBe(4);
  });

  test('signs nothing while the stop is pulled, and nothing is signed after the command returned', async () => {
    const bench = await signerBench(db);
    const ids = await Promise.all(Array.from({ length: 6 }, () => bench.queued()));
    const signing = Promise.all(ids.map((id) => bench.sign(id)));
    await stop(true);
    const { count } = await one<{ count: string }>(db, 'SELECT count(*) FROM outgoing_transaction', []);
    await signing;
    expect(await one(db, 'SELECT count(*) FROM outgoing_transaction', [])).toEqual({ count });
    const late = await bench.queued();
    expect(await bench.sign(late)).toMatchObject({ signed: [], deferred: [{ payoutId: late, reason: 'stopped' }] });
    expect(await bench.stateOf(late)).toMatchObject({ status: 'queue', reason: 'stopped' });
    await stop(false);
    expect((await bench.sign(late)).signed).toEqual([late]);
    expect(await bench.stateOf(late)).toMatchObject({ status: 'queue', reason: null });
  });

  test.each([
    ['the address', `address = '${RECIPIENTS.LTC.replace('rltc', 'bcrt')}', address_key = '0014aa'`],
    ['what the address is read as', `address = 'bcrt1q0xcqpzrky6eff2g52qdye53xkk9jxkvrjqyn55'`],
    ['the amount', 'net_minor = net_minor + 1, held_minor = held_minor + 1'],
    ['the tag', 'destination_tag = 7'],
    ['the approver', `approved_by = 'mallory'`],
    ['the fee', 'service_fee_minor = service_fee_minor - 1, net_minor = net_minor + 1'],
  ])(
    'hazard 68: %s changed after the approval: never signed, the hold stays, an operator is asked',
    async (_, change) => {
      const bench = await signerBench(db);
      const id = await bench.queued();
      const before = await moneyOf(db, bench.shop);
      await execute(db, `UPDATE payout SET ${change} WHERE id = $1`, [id]);
      expect((await bench.sign(id)).signed).toEqual([]);
      const state = await bench.stateOf(id);
      expect(state.status).toBe('error');
      if (state.reason === 'approval_void') expect(state.needsOperator).toBe(true);
      else expect(state.reason).toBe('address_refused');
      expect(await bench.signedFor(id)).toEqual([]);
      if (state.reason === 'approval_void') expect(await moneyOf(db, bench.shop)).toEqual(before);
    },
  );

  test('hazard 68: an approval is for one chain: moved to another, where the same amount is worth more, it is void', async () => {
    const bench = await signerBench(db, { gateId: 'LTC' });
    const id = await bench.queued();
    await execute(db, `UPDATE payout SET network = 'BTC' WHERE id = $1`, [id]);
    expect(await bench.sign(id)).toMatchObject({ refused: [{ payoutId: id, reason: 'approval_void' }] });
    expect(await bench.stateOf(id)).toMatchObject({ status: 'error', needsOperator: true });
    expect(await bench.signedFor(id)).toEqual([]);
  });

  test('hazard 53: a transaction that pays others than requested, or none, is discarded', async () => {
    const honest = openSimulatedFamily({ mode: 'sandbox', network: 'BTC' });
    for (const wrong of [[], ['another'], ['asked', 'another'], ['asked', 'asked']]) {
      const sign: typeof honest.sign = async (tx, request) => {
        const signed = await honest.sign(tx, request);
        const requested = request.payments[0]?.payoutId ?? '';
        const lines = wrong.map((of, at) => ({ payoutId: of === 'asked' ? requested : newId(), output: String(at) }));
        return 'lines' in signed ? { ...signed, lines } : signed;
      };
      const rig = await rigOf('BTC', { sign });
      const id = await rig.ask('BTC', 100_000n);
      await expect(rig.signed(id)).rejects.toThrow('does not pay what was asked');
      expect(await allOutgoingOf(db, id)).toEqual([]);
    }
  });

  test('hazard 68: is asked to sign for a chain, and believes no payout of another', async () => {
    const rig = await rigOf('BTC');
    expect(await rig.refusal(await rig.ask('LTC', 500_000n))).toBe('approval_void');
  });

  test('hazard 68: what is changed before the node is asked and changed back after it is never signed, in a replacement either', async () => {
    let meanwhile = async () => {};
    const honest = openSimulatedFamily({ mode: 'sandbox', network: 'BCH' });
    const conditions: typeof honest.conditions = async (...requested) => {
      await meanwhile();
      return honest.conditions(...requested);
    };
    const rig = await rigOf('BCH', { conditions });
    const id = await rig.ask('BCH', 500_000n);
    const pays = ({ raw }: Outgoing) => {
      const [content = ''] = raw.split('.');
      return JSON.parse(Buffer.from(content, 'base64url').toString()).outputs[0].addressKey;
    };
    const approved = pays(await rig.signed(id));
    const change = (to: string) => execute(db, 'UPDATE payout SET address_key = $2 WHERE id = $1', [id, to]);
    await change('0014aa');
    meanwhile = () => change(approved).then(() => {});
    expect(pays(await rig.bumped(id))).toBe(approved);
  });

  test('hazard 68: an approval made with another key is none', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await execute(db, `UPDATE payout SET approval_mac = encode(sha256('x'), 'base64') WHERE id = $1`, [id]);
    expect(await bench.sign(id)).toMatchObject({ refused: [{ payoutId: id, reason: 'approval_void' }] });
  });

  test('does not believe a row whose hold is not open in the ledger', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    // Given back in the ledger alone, as nobody should.
    await inTransaction(db, async (tx) => endHolds(tx, [{ payout: await readPayout(tx, id), outcome: 'void' }]));
    expect(await bench.sign(id)).toMatchObject({ refused: [{ payoutId: id, reason: 'hold_mismatch' }] });
    expect(await bench.stateOf(id)).toMatchObject({ status: 'error', needsOperator: true });
  });

  test('waits for an account that was frozen after the hold', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    const account = { owner: bench.shop.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
    await inTransaction(db, (tx) => freeze(tx, 'invoice:test', [account]));
    expect(await bench.sign(id)).toMatchObject({ deferred: [{ payoutId: id, reason: 'balance_frozen' }] });
    await inTransaction(db, (tx) => unfreeze(tx, 'invoice:test'));
    expect((await bench.sign(id)).signed).toEqual([id]);
  });

  test('stores the node’s answer with the payout, and returns it to the caller', async () => {
    const lacks = { retryLater: 'no_funds', words: 'The account lacks 5 sun for energy.' } as const;
    const answer: { says: RetryLater | PermanentRefusal } = { says: lacks };
    const rig = await rigOf('BTC', { sign: async () => answer.says });
    const id = await rig.ask('BTC', 100_000n);
    const row = () => readPayout(db, id);
    expect(await rig.answer(id)).toMatchObject({
      deferred: [{ payoutId: id, reason: 'no_funds', words: lacks.words }],
    });
    expect(await row()).toMatchObject({ status: 'queue', statusReason: 'no_funds', statusWords: lacks.words });
    const { version } = await row();
    await rig.answer(id);
    expect(await row()).toMatchObject({ version, statusWords: lacks.words });
    answer.says = { ...lacks, words: 'The account lacks 4 sun for energy.' };
    await rig.answer(id);
    expect(await row()).toMatchObject({ statusReason: 'no_funds', statusWords: answer.says.words });
    // About the gateway's own account: nothing for the merchant.
    expect(presentPayout(await row()).status_words).toBeNull();

    answer.says = { permanentRefusal: 'address_refused', words: 'The recipient asks for a destination tag.' };
    expect(await rig.answer(id)).toMatchObject({ refused: [{ reason: 'address_refused', words: answer.says.words }] });
    expect(presentPayout(await row())).toMatchObject({
      status: 'error',
      status_reason: 'address_refused',
      status_words: answer.says.words,
    });
    const events = await select<{ words: string | null }>(
      db,
      `SELECT body::jsonb -> 'data' ->> 'status_words' AS words FROM event WHERE entity_id = $1
       AND type = 'payout.error'`,
      [id],
    );
    expect(events).toEqual([{ words: answer.says.words }]);
  });

  test('hazard 27: while the contract of the token refuses, the hold is kept and operators are notified at once, in its words', async () => {
    const words = 'The USDT contract refuses transfers of ours now: paused';
    const answer: { says: RetryLater | null } = { says: { retryLater: 'token_refuses', words } };
    const honest = openSimulatedFamily({ mode: 'sandbox', network: 'BTC' });
    const sign: typeof honest.sign = async (tx, request) => answer.says ?? honest.sign(tx, request);
    const rig = await rigOf('BTC', { sign });
    const id = await rig.ask('BTC', 100_000n);
    const before = await rig.money('BTC');
    expect(await rig.refusal(id)).toBe('token_refuses');
    expect(await rig.stateOf(id)).toEqual({ status: 'queue', reason: 'token_refuses', needsOperator: true });
    expect(await rig.money('BTC')).toEqual(before);
    const alerts = () =>
      select<{ message: string; open: boolean }>(
        db,
        'SELECT message, resolved_at IS NULL AS open FROM alert WHERE subject = $1',
        [`payout:${id}`],
      );
    expect(await alerts()).toEqual([{ message: expect.stringContaining(words), open: true }]);
    answer.says = null;
    await rig.send(await rig.signed(id));
    expect(await rig.stateOf(id)).toEqual({ status: 'confirming', reason: null, needsOperator: false });
    expect(await alerts()).toMatchObject([{ open: false }]);
  });

  test('believes no approval by the creator where another person has to approve', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await execute(db, 'UPDATE payout SET approval_required = true WHERE id = $1', [id]);
    expect(await bench.sign(id)).toMatchObject({ refused: [{ payoutId: id, reason: 'approval_void' }] });
    expect(await bench.stateOf(id)).toMatchObject({ status: 'error', needsOperator: true });
  });

  test('waits for the end of a cool-off, no matter which path handed it over', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    // Sealed again, as if it had been requested so: a cool-off that is changed after the approval voids it.
    const cools = async (until: string) => {
      await execute(db, `UPDATE payout SET not_before = ${until} WHERE id = $1`, [id]);
      const by = { kind: 'token', id: bench.shop.token.id } as const;
      const mac = testPayoutSettings.seal.approve(await readPayout(db, id), by);
      await execute(db, 'UPDATE payout SET approval_mac = $2 WHERE id = $1', [id, mac]);
    };
    await cools(`now() + interval '1 hour'`);
    expect(await bench.sign(id)).toMatchObject({ deferred: [{ payoutId: id, reason: 'cooling_off' }] });
    await cools(`now() - interval '1 second'`);
    expect((await bench.sign(id)).signed).toEqual([id]);
  });

  test('waits while compliance has closed production to the merchant or blocked it, and goes on by itself after that', async () => {
    const chain = { mode: 'production', network: 'BTC' } as const;
    const shop = await makeMerchant(db, { mode: 'production' });
    await fund(db, shop, 'BTC', 10_000_000n);
    const { id } = await makePayout(db, shop);
    const deps: SignerDeps = {
      db,
      settings: testPayoutSettings,
      nowMs: Date.now,
      familyOf: () => openSimulatedFamily(chain),
      keysOf: () => testKeys('BTC'),
      boundsOf: () => DEFAULT_FEE_BOUNDS.BTC,
    };
    const sign = () => signTogether(deps, chain, [id]);
    for (const status of ['active', 'blocked']) {
      await execute(db, 'UPDATE merchant SET status = $2 WHERE id = $1', [shop.merchantId, status]);
      expect(await sign()).toMatchObject({ signed: [], deferred: [{ payoutId: id, reason: 'production_closed' }] });
    }
    await execute(db, `UPDATE merchant SET status = 'verified' WHERE id = $1`, [shop.merchantId]);
    expect((await sign()).signed).toEqual([id]);
  });

  test('waits while staff have it suspended', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    const member = await makeStaff(db, 'compliance_officer');
    await inTransaction(db, (tx) =>
      suspend(tx, { kind: 'payout', subjectId: id, member, reason: 'odd', nowMs: Date.now() }),
    );
    const before = await readPayout(db, id);
    expect(await bench.sign(id)).toMatchObject({ deferred: [{ payoutId: id, reason: 'operation_suspended' }] });
    expect(await bench.signedFor(id)).toEqual([]);
    // The merchant reads the row: nothing in it, not even its version, may tell of the hold.
    expect(await readPayout(db, id)).toEqual(before);
  });

  test('keeps to the limits of the gateway and of the merchant, also within one transaction', async () => {
    const bench = await signerBench(db, { gateId: 'LTC' });
    const ids = [await bench.queued(), await bench.queued(), await bench.queued()];
    const bounds = (scope: string) =>
      execute(
        db,
        `INSERT INTO payout_limit (scope, gate_id, hourly_minor, daily_minor) VALUES ($1, 'LTC', 200000, 10000000)
         ON CONFLICT (scope, gate_id) DO UPDATE SET hourly_minor = 200000`,
        [scope],
      );
    await bounds('gateway');
    const [first = '', second = '', third = ''] = ids.sort();
    expect(await bench.sign(...ids)).toMatchObject({
      signed: [first, second],
      deferred: [{ payoutId: third, reason: 'hourly_limit' }],
    });
    await execute(
      db,
      `UPDATE payout_limit SET hourly_minor = 100000000, max_minor = 99999 WHERE scope = 'gateway'`,
      [],
    );
    expect(await bench.sign(third)).toMatchObject({ deferred: [{ payoutId: third, reason: 'amount_limit' }] });
    await execute(db, `DELETE FROM payout_limit WHERE scope = 'gateway'`, []);
    await bounds(bench.shop.merchantId);
    expect(await bench.sign(third)).toMatchObject({ deferred: [{ payoutId: third, reason: 'hourly_limit' }] });
    await execute(db, "UPDATE payout SET signed_at = signed_at - interval '61 minutes' WHERE id = ANY($1::uuid[])", [
      ids,
    ]);
    expect((await bench.sign(third)).signed).toEqual([third]);
  });

  test('signs nothing that costs more than the bounds allow, and reserves nothing for it', async () => {
    const feeBounds = { ...DEFAULT_FEE_BOUNDS, ETH: { maxRateMinor: 1n, maxTotalMinor: 1n } };
    const bench = await signerBench(db, { gateId: 'ETH', config: { feeBounds } });
    const id = await bench.queued();
    const numbers = () => select(db, `SELECT * FROM sending_account WHERE network = 'ETH' ORDER BY address`, []);
    const before = await numbers();
    expect(await bench.sign(id)).toMatchObject({ deferred: [{ payoutId: id, reason: 'fee_too_high' }] });
    expect(await numbers()).toEqual(before);
    expect(await bench.stateOf(id)).toMatchObject({ status: 'queue', reason: 'fee_too_high' });
  });

  test('signs nothing that costs more than was charged and approved, and says both', async () => {
    const honest = openSimulatedFamily({ mode: 'sandbox', network: 'BTC' });
    const sign: typeof honest.sign = async (tx, request) => {
      const signed = await honest.sign(tx, request);
      return 'lines' in signed ? { ...signed, feeMinor: 2_001n } : signed;
    };
    const rig = await rigOf('BTC', { sign });
    const id = await rig.ask('BTC', 100_000n);
    const words = 'The transaction would cost 0.00002001 BTC. At most 0.00002 BTC was approved.';
    expect(await rig.answer(id)).toMatchObject({ deferred: [{ reason: 'fee_too_high', words }] });
    expect(await rig.stateOf(id)).toMatchObject({ status: 'queue', reason: 'fee_too_high' });
    expect(await allOutgoingOf(db, id)).toEqual([]);
  });

  test('a network that asks for more than was approved is waited for, and paid once its fees fall', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await bench.feesAt(300);
    const words = 'The network asks for 0.00003 BTC. At most 0.00002 BTC was approved.';
    expect(await bench.sign(id)).toMatchObject({ deferred: [{ payoutId: id, reason: 'fee_too_high', words }] });
    expect(await bench.stateOf(id)).toMatchObject({ status: 'queue', reason: 'fee_too_high', needsOperator: false });
    // A later payout is charged the network's present fee.
    const dearer = await bench.queued();
    expect((await readPayout(db, dearer)).networkFeeMinor).toBe(6_000n);
    expect((await bench.sign(dearer)).signed).toEqual([dearer]);
    await bench.feesAt(100);
    expect((await bench.sign(id)).signed).toEqual([id]);
    expect((await bench.signedFor(id)).map(({ feeMinor }) => feeMinor)).toEqual([1_000n]);
    await bench.send(id);
    await bench.blocks(2);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done', reason: null });
  });

  test('a simulated network asks these fees of the merchant that has set them, and of no other', async () => {
    const bench = await signerBench(db);
    const other = await signerBench(db);
    const [mine, others] = [await bench.queued(), await other.queued()];
    await bench.feesAt(300);
    expect((await other.sign(others)).signed).toEqual([others]);
    expect((await other.signedFor(others)).map(({ feeMinor }) => feeMinor)).toEqual([1_000n]);
    expect(await bench.sign(mine)).toMatchObject({ deferred: [{ payoutId: mine, reason: 'fee_too_high' }] });
    const later = await other.queued();
    expect((await readPayout(db, later)).networkFeeMinor).toBe(2_000n);
    await bench.feesAt(100);
    expect((await bench.sign(mine)).signed).toEqual([mine]);
  });

  test('a payout that waits with fee_too_high is signed once an operator lets it cost more, within the configured maximum', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    const { email } = await makeStaff(db, 'manager');
    const retry = (maxFee: string, by = email) =>
      inTransaction(db, (tx) =>
        operatePayout(tx, testPayoutSettings, {
          payoutId: id,
          by,
          note: 'The recipient is waiting.',
          cause: newId(),
          nowMs: Date.now(),
          act: { type: 'retry', maxFee },
        }),
      );
    await bench.feesAt(300);
    expect(await bench.sign(id)).toMatchObject({ deferred: [{ payoutId: id, reason: 'fee_too_high' }] });
    await expect(retry('0.00002')).rejects.toThrow('Up to 0.00002 BTC is already approved. Enter a higher amount.');
    await expect(retry('0.05000001')).rejects.toThrow('The fee must not exceed 0.05 BTC (MAX_FEE_BTC).');
    await expect(retry('-1')).rejects.toMatchObject({ code: 'amount_invalid' });
    const { email: officer } = await makeStaff(db, 'compliance_officer');
    await expect(retry('0.00003', officer)).rejects.toMatchObject({ code: 'permission_denied' });
    expect(await bench.sign(id)).toMatchObject({ deferred: [{ payoutId: id, reason: 'fee_too_high' }] });
    await retry('0.00003');
    // The same decision again, as after a lost answer.
    await retry('0.00003');
    expect((await bench.sign(id)).signed).toEqual([id]);
    expect((await bench.signedFor(id)).map(({ feeMinor }) => feeMinor)).toEqual([3_000n]);
    const entries = await select(db, `SELECT action, data FROM audit_log WHERE target_id = $1`, [id]);
    const data = { note: 'The recipient is waiting.', amount: '0.00003 BTC' };
    expect(entries).toEqual([{ action: 'payout.fee_raised', data }]);
    await bench.feesAt(100);
    const pending = await bench.queued();
    await execute(db, `UPDATE payout SET status = 'pending' WHERE id = $1`, [pending]);
    const early = { payoutId: pending, by: email, note: 'x', cause: newId(), nowMs: Date.now() };
    await expect(
      inTransaction(db, (tx) =>
        operatePayout(tx, testPayoutSettings, { ...early, act: { type: 'retry', maxFee: '0.001' } }),
      ),
    ).rejects.toMatchObject({ code: 'illegal_transition' });
  });

  test('payouts of one transaction share what an operator lets it cost', async () => {
    const bench = await signerBench(db);
    const ids = [await bench.queued(), await bench.queued()];
    const { email: by } = await makeStaff(db, 'manager');
    await bench.feesAt(500);
    expect((await bench.sign(...ids)).deferred).toHaveLength(2);
    const raise = { payoutIds: ids, label: 'slice 1', maxFee: '0.00005001', by, note: 'Fees are high today.' };
    await inTransaction(db, (tx) => raiseSliceFee(tx, testPayoutSettings, raise));
    const rows = await select<{ raise: string }>(
      db,
      'SELECT fee_raise_minor AS raise FROM payout WHERE id = ANY($1::uuid[]) ORDER BY fee_raise_minor',
      [ids],
    );
    expect(rows.map(({ raise: minor }) => minor)).toEqual(['2500', '2501']);
    expect((await bench.sign(...ids)).signed.toSorted()).toEqual(ids.toSorted());
    await bench.feesAt(100);
  });

  test('payouts in one transaction may cost together what was approved with each', async () => {
    const bench = await signerBench(db);
    const ids = [await bench.queued(), await bench.queued()];
    await bench.feesAt(300);
    // 3 000 for one transaction, 2 000 approved with each payout.
    expect((await bench.sign(...ids)).signed.toSorted()).toEqual(ids.toSorted());
    await bench.feesAt(100);
  });

  test('a raised ceiling in the row alone has no approval', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await execute(db, 'UPDATE payout SET fee_ceiling_minor = fee_ceiling_minor * 10 WHERE id = $1', [id]);
    expect(await bench.sign(id)).toMatchObject({ refused: [{ payoutId: id, reason: 'approval_void' }] });
    const other = await bench.queued();
    await execute(db, 'UPDATE payout SET fee_ceiling_minor = NULL WHERE id = $1', [other]);
    expect(await bench.sign(other)).toMatchObject({ refused: [{ payoutId: other, reason: 'approval_void' }] });
    const third = await bench.queued();
    await bench.feesAt(300);
    await execute(db, `UPDATE payout SET fee_raise_minor = 100000, fee_raise_mac = 'forged' WHERE id = $1`, [third]);
    expect(await bench.sign(third)).toMatchObject({ deferred: [{ payoutId: third, reason: 'fee_too_high' }] });
    await bench.feesAt(100);
  });

  test('asked again while nothing has changed, it writes nothing', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await stop(true);
    const count = () => one(db, `SELECT count(*) FROM step WHERE key LIKE $1`, [`payout:${id}:%`]);
    await bench.sign(id);
    await bench.sign(id);
    const before = await count();
    await bench.sign(id);
    expect(await count()).toEqual(before);
    await stop(false);
  });

  test('has no business with a payout that is not queued', async () => {
    const bench = await signerBench(db);
    const id = await bench.queued();
    await execute(db, `UPDATE payout SET status = 'pending' WHERE id = $1`, [id]);
    expect(await bench.sign(id)).toMatchObject({ refused: [{ payoutId: id, reason: 'not_queued' }] });
  });

  test('refuses payouts of different networks together', async () => {
    const one = await signerBench(db);
    const other = await signerBench(db, { gateId: 'ETH' });
    await expect(one.sign(await one.queued(), await other.queued())).rejects.toThrow('several networks');
  });
});

describe('the keys of the signer', () => {
  test('are those of the account that payers are given', () => {
    const ring = openKeyRing(signerConfig(), undefined);
    const { publicKey } = ring.of({ mode: 'sandbox', network: 'BTC' }).key(0, 0);
    expect(publicKey).toHaveLength(33);
    expect(ring.of({ mode: 'production', network: 'BTC' }).key(0, 0).publicKey).not.toEqual(publicKey);
  });

  test('of a real chain in production mode come from the keystore alone', () => {
    const chains = signerConfig().chains;
    const real = { chains: { ...chains, production: { ...chains.production, BTC: 'http://127.0.0.1:1' } } };
    const config = { ...signerConfig(), ...real };
    const production = { mode: 'production', network: 'BTC' } as const;
    expect(() => openKeyRing(config, undefined).of(production)).toThrow('no key for the account of BTC');
    expect(openKeyRing(config, TEST_MNEMONIC).of(production).key(1, 0).privateKey).toHaveLength(32);
    const others = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    expect(() => openKeyRing(config, others).of(production)).toThrow('no key for the account of BTC');
  });
});
