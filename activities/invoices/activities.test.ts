import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { applyInvoiceEvent } from '../../db/invoices/process.ts';
import { readInvoice } from '../../db/invoices/read.ts';
import {
  makeInvoice,
  makeRates,
  makeShop,
  paymentsChanged,
  recordPayment,
  setPayment,
} from '../../db/invoices/testing.fixture.ts';
import { createInvoiceActivities } from './activities.ts';

const { db } = await openTestDatabase();
beforeAll(() => makeRates(db));

const activities = createInvoiceActivities({ db, nowMs: Date.now });
const operator = { by: 'ada', note: 'looked' };

/** Half of it was paid in time, and is unconfirmed since the deadline a day ago. */
async function overduePart() {
  const invoice = await makeInvoice(db, await makeShop(db));
  const payment = await recordPayment(db, {
    invoiceId: invoice.id,
    minor: 100_000n,
    firstSeenAtMs: Date.now() - 1_000,
  });
  await paymentsChanged(db, invoice.id);
  await execute(db, `UPDATE invoice SET expires_at = now() - interval '1 millisecond' WHERE id = $1`, [invoice.id]);
  for (const type of ['deadline', 'overdue'] as const) {
    const step = { id: invoice.id, event: { type }, cause: type, nowMs: Date.now() };
    await inTransaction(db, (tx) => applyInvoiceEvent(tx, step));
  }
  expect(await readInvoice(db, invoice.id)).toMatchObject({ status: 'error', statusReason: 'confirmation_overdue' });
  return { invoiceId: invoice.id, payment };
}

test('operators are alerted once to an invoice that is stuck, until it is resolved', async () => {
  const { invoiceId } = await overduePart();
  const alerts = () =>
    select(db, 'SELECT kind, resolved_at IS NULL AS open FROM alert WHERE subject = $1', [`invoice:${invoiceId}`]);
  expect(await alerts()).toEqual([{ kind: 'invoice_needs_operator', open: true }]);
  await activities.remindOperators({ invoiceId, version: 1 });
  expect(await alerts()).toEqual([{ kind: 'invoice_needs_operator', open: true }]);
  await activities.resolveInvoice({ ...operator, invoiceId, cause: 'update', outcome: 'invalid' });
  expect(await alerts()).toEqual([{ kind: 'invoice_needs_operator', open: false }]);
});

describe('an operator who looks at an invoice that was stuck', () => {
  test('resolves it to the earlier status, which decides at once by what came meanwhile', async () => {
    const { invoiceId, payment } = await overduePart();
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, invoiceId);
    expect((await readInvoice(db, invoiceId)).status).toBe('error');
    const step = { ...operator, invoiceId, cause: 'update 1', outcome: 'earlier' } as const;
    expect(await activities.resolveInvoice(step)).toMatchObject({ status: 'invalid' });
    expect(await activities.resolveInvoice(step)).toMatchObject({ status: 'invalid' });
  });

  test('and waits on where nothing came', async () => {
    const { invoiceId } = await overduePart();
    const step = { ...operator, invoiceId, cause: 'update 2', outcome: 'earlier' } as const;
    expect(await activities.resolveInvoice(step)).toMatchObject({ status: 'partially_paid' });
  });

  test('retries: the present payments decide, even if nobody reported their change', async () => {
    const { invoiceId, payment } = await overduePart();
    await activities.resolveInvoice({ ...operator, invoiceId, cause: 'update 3', outcome: 'earlier' });
    await setPayment(db, payment, 'confirmed');
    expect(await activities.readInvoiceWatch({ invoiceId })).toMatchObject({ status: 'invalid' });
  });
});
