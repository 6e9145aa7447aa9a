import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../database.fixture.ts';
import { makeRates } from '../invoices/testing.fixture.ts';
import { readPayout } from '../payouts/read.ts';
import { inTransaction } from '../sequelize.ts';
import { execute } from '../sql.ts';
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
