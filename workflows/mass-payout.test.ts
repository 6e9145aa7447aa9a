import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Db, inTransaction, moneyTransaction, retrying, type Tx } from '../db/core/sequelize.ts';
import { execute, select } from '../db/core/sql.ts';
import { cancelMassPayout } from '../db/mass-payouts/commands.ts';
import { readMassPayout } from '../db/mass-payouts/read.ts';
import { LINE_HELD, makeMass, massCells, runMass } from '../db/mass-payouts/testing.fixture.ts';
import { changeStop } from '../db/payouts/emergency-stop.ts';
import { payoutProcess } from '../db/payouts/process.ts';
import { fund, mismatches, moneyOf } from '../db/payouts/testing.fixture.ts';
import { applyStep } from '../db/process/apply.ts';
import { storeOutgoing, takeNonce } from '../db/sending/transactions.ts';
import type { StaffMember } from '../db/staff/people.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import { makeMerchant, type TestMerchant } from '../db/testing.fixture.ts';
import type { PayoutEvent } from '../domain/state/payout-event.ts';
import { until } from '../scripts/testing/until.ts';
import { startTestGateway, type TestGateway } from '../temporal/testing.fixture.ts';
import { retryMassPayout } from './mass-payout.ts';
import { retryMassSlice } from './mass-slice.ts';
import { taskQueues } from './messages.ts';

let gateway: TestGateway;
/** Each call of the signer, by the number of payouts that it requested. */
const requested: number[] = [];
let stopped = false;
let operator: StaffMember;

beforeAll(async () => {
  gateway = await startTestGateway({ plans: (db) => [signer(db), node(db)] });
  operator = await makeStaff(gateway.db, 'manager');
});
afterAll(() => gateway.close());
afterEach(async () => expect(await mismatches(gateway.db)).toEqual([]));

const plan = (taskQueue: string, activities: object) => ({
  taskQueue,
  activities,
  withWorkflows: false,
  concurrency: 4,
});

/**
 * Signs the queued ones of all requested payouts as one transaction, over the real rows: a line may be canceled after
 * the request named it.
 */
function signer(db: Db) {
  return plan(taskQueues.signer, {
    signPayouts: async ({ payoutIds }: { payoutIds: string[] }) => {
      requested.push(payoutIds.length);
      if (stopped)
        return { signed: [], deferred: payoutIds.map((payoutId) => ({ payoutId, reason: 'stopped' })), refused: [] };
      const signed = await inTransaction(db, async (tx) => {
        const chain = { mode: 'sandbox', network: 'BTC' } as const;
        const nonce = await takeNonce(tx, chain, 'hot');
        const queued = await select<{ id: string }>(
          tx,
          `SELECT id FROM payout WHERE id = ANY($1::uuid[]) AND status = 'queue' ORDER BY mass_line FOR UPDATE`,
          [payoutIds],
        );
        const lines = queued.map(({ id: payoutId }, at) => ({ payoutId, output: String(at) }));
        const bytes = { raw: 'raw', spends: [`hot:${nonce}`], feeMinor: 1n, change: [], replaces: null };
        await storeOutgoing(tx, { ...bytes, chain, txid: `batch:${nonce}`, lines, nowMs: Date.now() });
        for (const { payoutId } of lines) await apply(tx, payoutId, { type: 'signed' });
        return lines.map(({ payoutId }) => payoutId);
      });
      return { signed, deferred: [], refused: [] };
    },
  });
}

/** Takes the transaction that pays a payout, and with it all that it pays. */
function node(db: Db) {
  return plan(taskQueues.chain('BTC'), {
    broadcastPayout: async ({ payoutId }: { payoutId: string }) => {
      await all(db, payoutId, { type: 'sent' });
      return { outcome: 'sent', watch: null };
    },
  });
}

function apply(tx: Tx, payoutId: string, event: PayoutEvent) {
  return applyStep(tx, payoutProcess, { id: payoutId, event, cause: event.type, nowMs: Date.now() });
}

function all(db: Db, payoutId: string, event: PayoutEvent): Promise<void> {
  // As the tracker does: the workflow locks the same rows meanwhile.
  return retrying(() =>
    moneyTransaction(db, async (tx) => {
      const rows = await select<{ id: string }>(
        tx,
        `SELECT l.payout_id AS id FROM outgoing_line l
         WHERE l.transaction_id = (SELECT transaction_id FROM outgoing_line WHERE payout_id = $1) ORDER BY 1`,
        [payoutId],
      );
      for (const { id } of rows) await apply(tx, id, event);
    }),
  );
}

const handleOf = (id: string) => gateway.client.workflow.getHandle(`mass-payout:${id}`);
const statusIs = (id: string, status: string) =>
  until(async () => (await readMassPayout(gateway.db, id)).status === status, `the mass payout is ${status}`, 60_000);
const ended = (id: string) =>
  until(async () => (await handleOf(id).describe()).status.name === 'COMPLETED', 'the workflow has ended', 60_000);

async function detailsOf(workflowId: string): Promise<string> {
  const asking = gateway.client.workflow.getHandle(workflowId);
  const found = await asking
    .query<{ currentDetails: string }>('__temporal_workflow_metadata')
    .catch(() => ({ currentDetails: '' }));
  return found.currentDetails;
}

/** As an operator's update does: looks, or opens, at once. */
async function lookAgain(id: string): Promise<string> {
  return handleOf(id).executeUpdate(retryMassPayout, { args: [{ by: operator.email, note: 'Look.' }] });
}

async function sliceAlerts(id: string): Promise<string[]> {
  const rows = await select<{ message: string }>(
    gateway.db,
    `SELECT message FROM alert WHERE kind = 'mass_slice_needs_operator' AND subject = $1 AND resolved_at IS NULL`,
    [`mass_payout:${id}:1`],
  );
  return rows.map(({ message }) => message);
}

async function payoutsOf(id: string, status?: string): Promise<number> {
  const of = 'SELECT id FROM payout WHERE mass_payout_id = $1 AND ($2::text IS NULL OR status = $2)';
  return (await select(gateway.db, of, [id, status ?? null])).length;
}

async function ran(lines: number): Promise<{ shop: TestMerchant; id: string }> {
  const shop = await makeMerchant(gateway.db);
  await fund(gateway.db, shop, 'BTC', BigInt(lines) * LINE_HELD);
  const { id } = await makeMass(
    gateway.db,
    shop,
    Array.from({ length: lines }, (_, at) => massCells(at)),
  );
  await runMass(gateway.db, shop, id);
  return { shop, id };
}

describe('a mass payout', () => {
  it('goes out in transactions of 200 lines, and its history does not know how many lines it has', async () => {
    const { shop, id } = await ran(450);
    await statusIs(id, 'confirming');
    expect(requested).toEqual(expect.arrayContaining([200, 200, 50]));
    const firsts = await select<{ id: string }>(
      gateway.db,
      `SELECT DISTINCT ON (l.transaction_id) p.id FROM payout p JOIN outgoing_line l ON l.payout_id = p.id
       WHERE p.mass_payout_id = $1`,
      [id],
    );
    expect(firsts).toHaveLength(3);
    for (const { id: payoutId } of firsts) await all(gateway.db, payoutId, { type: 'confirmed' });
    await statusIs(id, 'done');
    await ended(id);
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: 0n, held: 0n });
    const { events } = await handleOf(id).fetchHistory();
    expect(events?.length).toBeLessThanOrEqual(30);
    // Lines that went well have no workflow of their own.
    const one = gateway.client.workflow.getHandle(`payout:${firsts[0]?.id}`);
    await expect(one.describe()).rejects.toThrow();
    expect(gateway.published).toEqual(expect.arrayContaining(['event.mass_payout.pending', 'event.mass_payout.done']));
  });

  it('tells what keeps the signer, and goes on when that is over', async () => {
    stopped = true;
    const { id } = await ran(2);
    const slice = gateway.client.workflow.getHandle(`mass-payout:${id}:1`);
    await until(async () => {
      const { currentDetails } = await slice.query<{ currentDetails: string }>('__temporal_workflow_metadata');
      return currentDetails.includes('stopped');
    }, 'the Web UI says why');
    stopped = false;
    await statusIs(id, 'confirming');
  });

  it('asks for an operator once for all lines of a slice, which stay together, and goes on at once when the stop is lifted', async () => {
    stopped = true;
    const { shop, id } = await ran(3);
    const workflowId = `mass-payout:${id}:1`;
    await until(async () => (await detailsOf(workflowId)).includes('stopped'), 'the signer was asked');
    // The same slice, as it is after hours.
    await gateway.client.workflow.getHandle(workflowId).terminate();
    const input = {
      version: 1,
      massPayoutId: id,
      slice: 1,
      merchantId: shop.merchantId,
      mode: 'sandbox',
      network: 'BTC',
    };
    const slice = await gateway.client.workflow.start('massSliceWorkflow', {
      workflowId,
      taskQueue: taskQueues.core,
      args: [{ ...input, waits: { signingMs: 0 }, tries: 9 }],
    });
    await until(async () => (await detailsOf(workflowId)).includes('Waiting for an operator'), 'it asks');
    expect((await slice.describe()).searchAttributes.NeedsOperator).toEqual([true]);
    expect(await sliceAlerts(id)).toEqual([
      'Slice 1 of the mass payout has not been sent for too long: 3 lines to sign, 0 transactions to send. The signer answered for 3 lines: stopped.',
    ]);
    const before = requested.length;
    const note = 'The node is back.';
    await expect(slice.executeUpdate(retryMassSlice, { args: [{ by: 'eve@example.com', note }] })).rejects.toThrow();
    await slice.executeUpdate(retryMassSlice, { args: [{ by: operator.email, note }] });
    await slice.executeUpdate(retryMassSlice, { args: [{ by: operator.email, note, maxFee: '0.003' }] });
    const raised = await select<{ sum: string }>(
      gateway.db,
      'SELECT sum(fee_raise_minor)::text AS sum FROM payout WHERE mass_payout_id = $1',
      [id],
    );
    expect(raised).toEqual([{ sum: '300000' }]);
    await until(async () => requested.length > before, 'the signer was asked again at once');
    stopped = false;
    await changeStop(gateway.db, { modes: ['sandbox'], network: '*', stopped: false, by: 'ada', reason: 'Over.' });
    await statusIs(id, 'confirming');
    await slice.result();
    expect(await sliceAlerts(id)).toEqual([]);
    const sent = await select<{ lines: string }>(
      gateway.db,
      `SELECT count(*) AS lines FROM outgoing_line l JOIN payout p ON p.id = l.payout_id WHERE p.mass_payout_id = $1
       GROUP BY l.transaction_id`,
      [id],
    );
    expect(sent).toEqual([{ lines: '3' }]);
  });

  it('leaves lines that are not signed to their slice however long that takes, and asks for an operator for each that waits signed', async () => {
    stopped = true;
    const { id } = await ran(2);
    await statusIs(id, 'queue');
    const age = () =>
      execute(gateway.db, `UPDATE payout SET updated_at = now() - interval '7 hours' WHERE mass_payout_id = $1`, [id]);
    const needing = async () =>
      (await select(gateway.db, 'SELECT id FROM payout WHERE mass_payout_id = $1 AND needs_operator', [id])).length;
    await until(async () => (await payoutsOf(id)) === 2, 'both are payouts');
    await age();
    await lookAgain(id);
    await expect.poll(() => detailsOf(`mass-payout:${id}`)).toContain('All lines have become payouts');
    expect(await needing()).toBe(0);
    stopped = false;
    await until(async () => (await payoutsOf(id, 'confirming')) === 2, 'the node has both');
    await age();
    await lookAgain(id);
    await until(async () => (await needing()) === 2, 'an operator is asked for');
  });

  it('waits with lines that are no payouts yet while the merchant is blocked, says so, and goes on when that is over', async () => {
    const shop = await makeMerchant(gateway.db);
    await fund(gateway.db, shop, 'BTC', LINE_HELD);
    const { id } = await makeMass(gateway.db, shop, [massCells(0)]);
    const block = (status: string) =>
      execute(gateway.db, 'UPDATE merchant SET status = $2 WHERE id = $1', [shop.merchantId, status]);
    await gateway.pause();
    const [{ status = '' } = {}] = await select<{ status: string }>(
      gateway.db,
      'SELECT status FROM merchant WHERE id = $1',
      [shop.merchantId],
    );
    await runMass(gateway.db, shop, id);
    await block('blocked');
    await gateway.resume();
    await until(async () => (await detailsOf(`mass-payout:${id}`)).includes('The merchant is blocked.'), 'it says so');
    expect(await payoutsOf(id)).toBe(0);
    await block(status);
    await lookAgain(id);
    await statusIs(id, 'confirming');
  });

  it('hazard 53: a line that was canceled before the signature is not in the transaction', async () => {
    stopped = true;
    const { shop, id } = await ran(3);
    await statusIs(id, 'queue');
    const [line] = await select<{ id: string }>(
      gateway.db,
      'SELECT id FROM payout WHERE mass_payout_id = $1 AND mass_line = 2',
      [id],
    );
    const by = { kind: 'user', id: 'ada' } as const;
    await moneyTransaction(gateway.db, (tx) =>
      applyStep(tx, payoutProcess, {
        id: line?.id ?? '',
        event: { type: 'cancel', by },
        cause: 'cancel',
        nowMs: Date.now(),
      }),
    );
    stopped = false;
    await statusIs(id, 'confirming');
    const sent = await select<{ mass_line: number }>(
      gateway.db,
      'SELECT p.mass_line FROM payout p JOIN outgoing_line l ON l.payout_id = p.id WHERE p.mass_payout_id = $1 ORDER BY 1',
      [id],
    );
    expect(sent.map(({ mass_line }) => mass_line)).toEqual([1, 3]);
    expect(await readMassPayout(gateway.db, id)).toMatchObject({ signed: 2, failed: 1 });
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: LINE_HELD, held: 2n * LINE_HELD });
  });

  it('ends with what is given up before anything became a payout', async () => {
    const shop = await makeMerchant(gateway.db);
    await fund(gateway.db, shop, 'BTC', LINE_HELD);
    await gateway.db.sequelize.query(
      `INSERT INTO payout_policy (profile_id, approval_required) VALUES ('${shop.profileId}', true)`,
    );
    const by = { kind: 'user', id: shop.user.id } as const;
    const { id } = await makeMass(gateway.db, shop, [massCells(0)], by);
    await runMass(gateway.db, shop, id, by);
    await until(async () => (await handleOf(id).describe()).status.name === 'RUNNING', 'it waits');
    await inTransaction(gateway.db, (tx) =>
      cancelMassPayout(tx, { massPayoutId: id, scope: { profileId: shop.profileId }, by, nowMs: Date.now() }),
    );
    await ended(id);
    expect(await readMassPayout(gateway.db, id)).toMatchObject({
      status: 'error',
      statusReason: 'canceled_by_merchant',
    });
    expect(await moneyOf(gateway.db, shop)).toEqual({ spendable: LINE_HELD, held: 0n });
  });
});
