import { beforeAll, expect, test } from 'vitest';
import { until } from '../../scripts/testing/until.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeRates } from '../invoices/testing.fixture.ts';
import { cancelPayout } from '../payouts/commands.ts';
import { readPayout } from '../payouts/read.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { suspend } from '../suspicion/suspensions.ts';
import { DUE, refundDesk } from './testing.fixture.ts';
import { withdrawRefunds } from './withdraw.ts';

const { db } = await openTestDatabase();
beforeAll(() => makeRates(db));

const { refund, step, sign, paid } = refundDesk(db);
const nowMs = Date.now();
const withdraw = (invoiceId: string) => inTransaction(db, (tx) => withdrawRefunds(tx, [{ id: invoiceId, nowMs }]));
const statusOf = async (id: string) => (await readPayout(db, id)).status;

async function refunding() {
  const { shop, invoiceId } = await paid(DUE, true);
  const { id } = await refund(shop, invoiceId);
  return { invoiceId, id };
}

test('an open refund is taken back once, by the product itself', async () => {
  const { invoiceId, id } = await refunding();
  await withdraw(invoiceId);
  const canceled = await readPayout(db, id);
  expect(canceled).toMatchObject({ status: 'canceled', statusReason: 'reorganised' });
  await withdraw(invoiceId);
  expect((await readPayout(db, id)).version).toBe(canceled.version);
});

test('one that staff hold stays held', async () => {
  const { invoiceId, id } = await refunding();
  const member = await makeStaff(db, 'compliance_officer');
  await inTransaction(db, (tx) =>
    suspend(tx, { kind: 'payout', subjectId: id, member, reason: 'It looks odd.', nowMs }),
  );
  await withdraw(invoiceId);
  expect(await statusOf(id)).toBe('queue');
});

test('one that is signed goes on, and one that failed after that is for an operator to end', async () => {
  const { invoiceId, id } = await refunding();
  await sign(id);
  await withdraw(invoiceId);
  expect(await statusOf(id)).toBe('queue');
  await step(id, { type: 'failed', reason: 'transaction_failed' });
  await execute(
    db,
    `UPDATE outgoing_transaction SET status = 'failed'
     WHERE id IN (SELECT transaction_id FROM outgoing_line WHERE payout_id = $1)`,
    [id],
  );
  await withdraw(invoiceId);
  expect(await statusOf(id)).toBe('error');
});

test('one that ends while the product waits for its row stays as it ended', async () => {
  const { invoiceId, id } = await refunding();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const by = { kind: 'user', id: 'ada' } as const;
  const canceled = inTransaction(db, async (tx) => {
    await cancelPayout(tx, { payoutId: id, scope: {}, by, nowMs });
    locked();
    await mayCommit;
  });
  await isLocked;
  const withdrawn = withdraw(invoiceId);
  await until(async () => {
    const waiting = await select(
      db,
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  }, 'the product waits for the refund');
  commit();
  await canceled;
  await withdrawn;
  expect(await readPayout(db, id)).toMatchObject({ status: 'canceled', statusReason: 'canceled_by_merchant' });
});
