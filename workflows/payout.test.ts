import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enqueue } from '../db/core/outbox.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { execute, one, select } from '../db/core/sql.ts';
import { cancelPayout } from '../db/payouts/commands.ts';
import { changeStop } from '../db/payouts/emergency-stop.ts';
import { payoutProcess } from '../db/payouts/process.ts';
import { lockPayout, readPayout } from '../db/payouts/read.ts';
import { fund, makePayout, mismatches, moneyOf, testPayoutSettings } from '../db/payouts/testing.fixture.ts';
import { nudgeOf } from '../db/process/workflow.ts';
import type { StaffMember } from '../db/staff/people.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import { makeMerchant, type TestMerchant } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { approvePayout, resolvePayout, retryPayout } from './payout.ts';
import { TestSending } from './payout-doubles.fixture.ts';
import { payoutChanged, payoutReport } from './payout-messages.fixture.ts';

let gateway: TestGateway;
let shop: TestMerchant;
let manager: StaffMember;
const sending = new TestSending();

beforeAll(async () => {
  gateway = await startTestGateway({ plans: (db) => sending.plans(db) });
  manager = await makeStaff(gateway.db, 'manager');
});
afterAll(() => gateway.close());
beforeEach(async () => {
  Object.assign(sending, { notNow: null, never: null, words: null, node: 'sent' });
  shop = await makeMerchant(gateway.db);
  await fund(gateway.db, shop, 'BTC', 10_000_000n);
});
afterEach(async () => expect(await mismatches(gateway.db)).toEqual([]));

const ada = { kind: 'user', id: 'ada' } as const;
const handleOf = (id: string) => gateway.client.workflow.getHandle(`payout:${id}`);
const act = (note = 'looked at the chain') => ({ by: manager.email, note });
const policy = (approval: boolean, coolOffSeconds: number | null) =>
  execute(
    gateway.db,
    'INSERT INTO payout_policy (profile_id, approval_required, cool_off_seconds) VALUES ($1, $2, $3)',
    [shop.profileId, approval, coolOffSeconds],
  );
const statusIs = (id: string, status: string) =>
  until(async () => (await readPayout(gateway.db, id)).status === status, `the payout is ${status}`);
const wordsAre = (id: string, words: string | RegExp) =>
  until(async () => {
    const report = await handleOf(id).query(payoutReport);
    return typeof words === 'string' ? report.words.includes(words) : words.test(report.words);
  }, `its words say ${words}`);
const ended = (id: string) =>
  until(async () => (await handleOf(id).describe()).status.name === 'COMPLETED', 'the workflow has ended');
const attributesOf = async (id: string) => JSON.stringify((await handleOf(id).describe()).typedSearchAttributes);
const attributeIs = (id: string, words: string) =>
  until(async () => (await attributesOf(id)).includes(words), `it is found by ${words}`);
const cancel = (payoutId: string) =>
  inTransaction(gateway.db, (tx) =>
    cancelPayout(tx, { payoutId, scope: { profileId: shop.profileId }, by: ada, nowMs: Date.now() }),
  );
const lockWaits = async () =>
  Number(
    (
      await one<{ count: string }>(
        gateway.db,
        `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
    ).count,
  );
/** With a transaction that the node does not take. */
async function intoTrouble(node: 'conflict' | 'refused'): Promise<string> {
  sending.node = node;
  const { id } = await makePayout(gateway.db, shop);
  await attributeIs(id, `transaction_${node}`);
  await until(async () => (await handleOf(id).query(payoutReport)).watch.needsOperator, 'it waits for an operator');
  return id;
}

describe('a payout', () => {
  it('goes from requested to done, and says in words what it waits for', async () => {
    const { id } = await makePayout(gateway.db, shop);
    await statusIs(id, 'confirming');
    await wordsAre(id, 'Sent. Waiting for confirmations.');
    const metadata = await handleOf(id).query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(metadata.currentDetails).toContain('Asset: BTC on BTC, sandbox');
    expect(await attributesOf(id)).not.toContain('confirming');
    await sending.chainSays(id, 'confirmed');
    await ended(id);
    expect(await readPayout(gateway.db, id)).toMatchObject({ status: 'done' });
    expect(await attributesOf(id)).toContain('done');
    expect(await moneyOf(gateway.db, shop)).toMatchObject({ held: 0n });
    const { events } = await handleOf(id).fetchHistory();
    expect(events?.length).toBeLessThanOrEqual(60);
    expect(gateway.published).toEqual(
      expect.arrayContaining([
        'event.payout.new',
        'event.payout.queue',
        'event.payout.confirming',
        'event.payout.done',
      ]),
    );
  });

  it('waits for another person, and continues when an operator approves instead', async () => {
    await policy(true, null);
    const { id } = await makePayout(gateway.db, shop, { by: ada });
    await wordsAre(id, 'Waiting for approval by another person');
    const stranger = { by: 'ada@nobody.test', note: 'please' };
    await expect(handleOf(id).executeUpdate(approvePayout, { args: [stranger] })).rejects.toThrow();
    const officer = await makeStaff(gateway.db, 'compliance_officer');
    const wrong = { by: officer.email, note: 'please' };
    await expect(handleOf(id).executeUpdate(approvePayout, { args: [wrong] })).rejects.toThrow();
    await expect(handleOf(id).executeUpdate(approvePayout, { args: [{ ...act(), note: '' }] })).rejects.toThrow();
    const answer = await handleOf(id).executeUpdate(approvePayout, { args: [act('called the owner')] });
    expect(answer).toMatchObject({ status: 'pending' });
    await statusIs(id, 'confirming');
    const entries = await select<{ action: string; data: unknown }>(
      gateway.db,
      'SELECT action, data FROM audit_log WHERE target_id = $1',
      [id],
    );
    expect(entries).toEqual([{ action: 'payout.approved_by_staff', data: { note: 'called the owner' } }]);
    await expect(handleOf(id).executeUpdate(approvePayout, { args: [act()] })).rejects.toThrow();
  });

  it('is given back when nobody approves it in time', async () => {
    await policy(true, null);
    const payout = await makePayout(gateway.db, shop, { by: ada, nowMs: Date.now() - 7 * 86_400_000 + 3_000 });
    await statusIs(payout.id, 'canceled');
    expect(await readPayout(gateway.db, payout.id)).toMatchObject({ statusReason: 'approval_expired' });
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: 10_000_000n, held: 0n });
    await ended(payout.id);
  });

  it('waits for the end of a cool-off', async () => {
    await policy(false, 3);
    const { id } = await makePayout(gateway.db, shop, { by: ada });
    await wordsAre(id, 'Waiting for the cool-off of a new address to end.');
    expect(sending.signatures).toBeDefined();
    await statusIs(id, 'confirming');
  });

  it('ends when it is canceled, also while the signer is asked', async () => {
    await policy(true, null);
    const waiting = await makePayout(gateway.db, shop, { by: ada });
    await wordsAre(waiting.id, 'Waiting for approval');
    await cancel(waiting.id);
    await ended(waiting.id);

    await execute(gateway.db, 'DELETE FROM payout_policy WHERE profile_id = $1', [shop.profileId]);
    sending.notNow = 'no_funds';
    const queued = await makePayout(gateway.db, shop);
    await wordsAre(queued.id, 'too few coins');
    await cancel(queued.id);
    await ended(queued.id);
    expect(await readPayout(gateway.db, queued.id)).toMatchObject({ status: 'canceled', transactions: [] });
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: 10_000_000n, held: 0n });
  });

  it.each([
    ['stopped', 'the emergency stop is active'],
    ['no_funds', 'too few coins on this network'],
    ['daily_limit', 'the daily limit is used up'],
  ] as const)('kept by %s it says so, and goes on once that is over', async (reason, words) => {
    sending.notNow = reason;
    const { id } = await makePayout(gateway.db, shop);
    await wordsAre(id, words);
    await wordsAre(id, /Tried \w+( times)?; trying again/);
    await wordsAre(id, /Tried 3 times/);
    sending.notNow = null;
    await inTransaction(gateway.db, async (tx) =>
      enqueue(tx, [nudgeOf(payoutProcess, { row: await readPayout(tx, id) })]),
    );
    await statusIs(id, 'confirming');
  });

  it('shows what the signer says more than its reason, and what of it changed by the next try', async () => {
    const lacks = (sun: number) => `The account lacks ${sun} sun for energy.`;
    Object.assign(sending, { notNow: 'no_funds', words: lacks(5) });
    const { id } = await makePayout(gateway.db, shop);
    await wordsAre(id, 'too few coins on this network – The account lacks 5 sun for energy.');
    sending.words = lacks(4);
    await wordsAre(id, 'lacks 4 sun');
    const metadata = await handleOf(id).query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(metadata.currentDetails).toContain('sun for energy');
    Object.assign(sending, { notNow: null, never: 'address_refused', words: 'The recipient asks for a tag.' });
    await ended(id);
    await wordsAre(id, 'Ended in error: the address cannot be paid – The recipient asks for a tag');
  });

  it('continues when the emergency stop is released', async () => {
    sending.notNow = 'stopped';
    const { id } = await makePayout(gateway.db, shop);
    await wordsAre(id, /Tried 3 times/);
    sending.notNow = null;
    const release = { modes: ['sandbox'], network: 'BTC', stopped: false, by: 'test', reason: 'drill over' } as const;
    await changeStop(gateway.db, release);
    // Without the signal it would wait four seconds longer.
    await statusIs(id, 'confirming');
    expect((await handleOf(id).query(payoutReport)).tries).toBe(0);
  });

  it('ends in error with its money back when the signer will never sign it', async () => {
    sending.never = 'address_refused';
    const { id } = await makePayout(gateway.db, shop);
    await statusIs(id, 'error');
    await ended(id);
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: 10_000_000n, held: 0n });
  });

  it('takes news once, in whatever order it comes', async () => {
    const { id } = await makePayout(gateway.db, shop);
    await statusIs(id, 'confirming');
    await wordsAre(id, 'Waiting for confirmations');
    const { watch } = await handleOf(id).query(payoutReport);
    const old = { eventId: 'old', watch: { ...watch, version: watch.version - 1, status: 'canceled' as const } };
    const twice = { eventId: 'twice', watch };
    for (const news of [old, twice, twice]) await handleOf(id).signal(payoutChanged, news);
    expect((await handleOf(id).query(payoutReport)).watch).toEqual(watch);
    await sending.chainSays(id, 'confirmed');
    await ended(id);
  });

  it('starts a new run when a reorganisation undoes it, and is done again', async () => {
    const { id } = await makePayout(gateway.db, shop);
    await statusIs(id, 'confirming');
    await sending.chainSays(id, 'confirmed');
    await ended(id);
    await sending.chainSays(id, 'reorganised');
    await wordsAre(id, 'a reorganization removed its confirmations');
    await sending.chainSays(id, 'confirmed');
    await ended(id);
    expect(await readPayout(gateway.db, id)).toMatchObject({ status: 'done' });
  });
});

describe('killed workers', () => {
  it.each(['signer', 'node', 'confirmations'] as const)(
    'at the %s it goes on with the next one, and pays once',
    async (station) => {
      const before = sending.signatures;
      if (station === 'signer') sending.notNow = 'stopped';
      if (station === 'node') sending.node = 'stopped';
      const { id } = await makePayout(gateway.db, shop);
      if (station === 'signer') await wordsAre(id, 'emergency stop');
      if (station === 'node') await wordsAre(id, 'Sending it to the node. Not sent: the emergency stop is active.');
      if (station === 'confirmations') await statusIs(id, 'confirming');
      await gateway.pause();
      Object.assign(sending, { notNow: null, node: 'sent' });
      await gateway.resume();
      await statusIs(id, 'confirming');
      await gateway.pause();
      await sending.chainSays(id, 'confirmed');
      await gateway.resume();
      await ended(id);
      expect(sending.signatures).toBe(before + 1);
      expect((await readPayout(gateway.db, id)).transactions).toHaveLength(1);
    },
  );
});

describe('operators', () => {
  it.each(['conflict', 'refused'] as const)(
    'let what the node answered with %s be tried again, with the same bytes',
    async (node) => {
      const id = await intoTrouble(node);
      const metadata = await handleOf(id).query<{ currentDetails: string }>('__temporal_workflow_metadata');
      expect(metadata.currentDetails).toContain('An operator must act');
      sending.node = 'sent';
      const before = sending.signatures;
      const answer = await handleOf(id).executeUpdate(retryPayout, { args: [act()] });
      expect(answer).toMatchObject({ status: 'queue' });
      await statusIs(id, 'confirming');
      expect(sending.signatures).toBe(before);
      await sending.chainSays(id, 'confirmed');
      await ended(id);
    },
  );

  it('let a payout that waits for lower fees cost more, and have it signed at once', async () => {
    sending.notNow = 'fee_too_high';
    const { id } = await makePayout(gateway.db, shop);
    await wordsAre(id, 'the network fee is higher than approved');
    const retry = (maxFee: unknown) =>
      handleOf(id).executeUpdate(retryPayout, { args: [{ ...act('paid by us'), maxFee: maxFee as string }] });
    await expect(retry(0.001)).rejects.toThrow();
    await expect(retry('0.00000001')).rejects.toThrow();
    sending.notNow = null;
    expect(await retry('0.001')).toMatchObject({ status: 'queue' });
    await statusIs(id, 'confirming');
    const row = await readPayout(gateway.db, id);
    expect(testPayoutSettings.seal.feeCeilingOf(row)).toBe(100_000n);
  });

  it('have what the node does not take tried once more, and then signed for a higher fee', async () => {
    const { broadcasts, raised } = sending;
    sending.node = 'away';
    const { id } = await makePayout(gateway.db, shop);
    await until(() => Promise.resolve(sending.broadcasts > broadcasts), 'the node was asked');
    expect(await handleOf(id).executeUpdate(retryPayout, { args: [act()] })).toMatchObject({ status: 'queue' });
    await statusIs(id, 'confirming');
    expect(sending.raised).toBe(raised + 1);
  });

  it('get their answer although news comes while their decision is written, and that decision ends the workflow', async () => {
    const id = await intoTrouble('conflict');
    const { watch } = await handleOf(id).query(payoutReport);
    const resolve = () => handleOf(id).executeUpdate(resolvePayout, { args: [{ ...act(), outcome: 'paid' }] });
    const answer = await inTransaction(gateway.db, async (tx) => {
      await lockPayout(tx, id);
      const requested = resolve().catch((error: unknown) => error);
      await until(async () => (await lockWaits()) > 0, 'the decision waits for the row');
      await handleOf(id).signal(payoutChanged, { eventId: newId(), watch });
      return { asked: requested };
    });
    expect(await answer.asked).toMatchObject({ status: 'done' });
    await ended(id);
  });

  it('resolve what the chain paid', async () => {
    const id = await intoTrouble('conflict');
    await expect(
      handleOf(id).executeUpdate(resolvePayout, { args: [{ ...act(), outcome: 'maybe' as never }] }),
    ).rejects.toThrow();
    const answer = await handleOf(id).executeUpdate(resolvePayout, { args: [{ ...act(), outcome: 'paid' }] });
    expect(answer).toMatchObject({ status: 'done', reason: 'resolved_by_operator', needsOperator: false });
    await ended(id);
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: 9_897_700n, held: 0n });
  });

  it('resolve what the chain did not pay, only once it never can', async () => {
    const id = await intoTrouble('conflict');
    const unpaid = () => handleOf(id).executeUpdate(resolvePayout, { args: [{ ...act(), outcome: 'unpaid' }] });
    await expect(unpaid()).rejects.toThrow();
    await execute(
      gateway.db,
      `UPDATE outgoing_transaction SET status = 'failed'
       WHERE id IN (SELECT transaction_id FROM outgoing_line WHERE payout_id = $1)`,
      [id],
    );
    expect(await unpaid()).toMatchObject({ status: 'canceled', reason: 'resolved_by_operator' });
    await ended(id);
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: 10_000_000n, held: 0n });
  });
});
