import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { completeInvoice } from '../invoices/commands.ts';
import { readInvoice } from '../invoices/read.ts';
import {
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
} from '../invoices/testing.fixture.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { readPayout } from '../payouts/read.ts';
import { fund } from '../payouts/testing.fixture.ts';
import { codeOf, DUE, refundDesk } from './testing.fixture.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
beforeAll(async () => {
  await makeRates(db);
});
afterEach(async () => expect((await trialBalance(db)).mismatches).toEqual([]));

const { refund, step, sign, send, cancel, paid, done, statusOf, sheet, held } = refundDesk(db);

describe('where the money of a refund is held', () => {
  test('settled money is held on `available`; the fee of the invoice is not given back', async () => {
    const { shop, invoiceId } = await done();
    expect(await codeOf(refund(shop, invoiceId))).toBe('insufficient_balance');
    expect((await statusOf(invoiceId)).status).toBe('done');
    await fund(db, shop, 'BTC', 2_000n);
    const made = await refund(shop, invoiceId);
    // 5 % of 200 000 and the network's 2 000 are the payer's.
    expect(made).toMatchObject({ status: 'queue', netMinor: 188_000n, serviceFeeMinor: 10_000n, heldMinor: DUE });
    expect(await held(shop)).toEqual({ available: DUE });
    expect((await statusOf(invoiceId)).status).toBe('refund_requested');
  });

  test('money that waits for a decision is held on `unsettled`, and fees on top on `available`', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    expect((await statusOf(invoiceId)).status).toBe('expired_paid');
    expect(await codeOf(refund(shop, invoiceId, { feePayer: 'merchant' }))).toBe('insufficient_balance');
    await fund(db, shop, 'BTC', 12_000n);
    const made = await refund(shop, invoiceId, { feePayer: 'merchant' });
    expect(made).toMatchObject({ netMinor: DUE, heldMinor: 212_000n });
    expect(await held(shop)).toEqual({ unsettled: DUE, available: 12_000n });
  });

  test('an excess is held on `unsettled`; what goes beyond it comes from `available`', async () => {
    const { shop, invoiceId } = await done(300_000n);
    expect((await statusOf(invoiceId)).status).toBe('overpaid');
    const excess = await refund(shop, invoiceId, { amount: { type: 'excess' } });
    expect(excess.amountMinor).toBe(100_000n);
    expect(await held(shop)).toEqual({ unsettled: 100_000n });
    await cancel(shop, excess.id);
    expect(await held(shop)).toEqual({});
    await refund(shop, invoiceId, { amount: { type: 'part', amountMinor: 150_000n } });
    expect(await held(shop)).toEqual({ unsettled: 100_000n, available: 50_000n });
  });
});

describe('J: refund outcome', () => {
  test('canceled: the status before, and the money back where it was', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    const { id } = await refund(shop, invoiceId);
    await cancel(shop, id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'expired_paid', amountRefundedMinor: 0n });
    expect(await sheet(shop)).toEqual({ unsettled: DUE });
    // It can still be completed, and refunded again.
    await inTransaction(db, (tx) => completeInvoice(tx, { invoiceId, scope: {}, nowMs: Date.now() }));
    expect((await statusOf(invoiceId)).status).toBe('done');
  });

  test('refused by the signer before signing: the status before returns, and another refund may follow', async () => {
    const { shop, invoiceId } = await done(300_000n);
    const { id } = await refund(shop, invoiceId, { amount: { type: 'excess' } });
    await step(id, { type: 'refuse', reason: 'address_refused' });
    expect((await readPayout(db, id)).status).toBe('error');
    expect((await statusOf(invoiceId)).status).toBe('overpaid');
    await refund(shop, invoiceId, { amount: { type: 'excess' } });
  });

  test('failed after a signature: nothing comes back by itself, until an operator ends it (hazard 50)', async () => {
    const { shop, invoiceId } = await done(300_000n);
    const { id } = await refund(shop, invoiceId, { amount: { type: 'excess' } });
    await sign(id);
    await step(id, { type: 'failed', reason: 'transaction_failed' });
    expect((await statusOf(invoiceId)).status).toBe('refund_requested');
    expect(await codeOf(refund(shop, invoiceId))).toBe('illegal_transition');
    await execute(
      db,
      `UPDATE outgoing_transaction SET status = 'failed'
     WHERE id IN (SELECT transaction_id FROM outgoing_line WHERE payout_id = $1)`,
      [id],
    );
    await step(id, { type: 'resolve_unpaid', by: { kind: 'staff', id: 'ops' }, note: 'looked' });
    expect((await statusOf(invoiceId)).status).toBe('overpaid');
  });

  test('excess only: done', async () => {
    const { shop, invoiceId } = await done(300_000n);
    const { id } = await refund(shop, invoiceId, { amount: { type: 'excess' } });
    await send(id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', amountRefundedMinor: 100_000n });
    expect(await sheet(shop)).toEqual({ available: 198_000n });
  });

  test('part: partially refunded; then all of the rest: refunded', async () => {
    const { shop, invoiceId } = await done();
    await fund(db, shop, 'BTC', 2_000n);
    const part = await refund(shop, invoiceId, { amount: { type: 'part', amountMinor: 80_000n } });
    await send(part.id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'partially_refunded', amountRefundedMinor: 80_000n });
    const rest = await refund(shop, invoiceId);
    expect(rest.amountMinor).toBe(120_000n);
    await send(rest.id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'refunded', amountRefundedMinor: DUE });
    expect(await sheet(shop)).toEqual({});
  });

  test('the invoice tells of its refunds, and each step of a refund is an event', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    const { id } = await refund(shop, invoiceId, { reason: 'too late' });
    await send(id);
    const { refunds } = await readInvoice(db, invoiceId);
    expect(refunds).toMatchObject([{ id, status: 'done', amountMinor: DUE, txid: expect.any(String) }]);
    const events = await select<{ type: string; invoice: string; reason: string }>(
      db,
      `
        SELECT type, body::jsonb -> 'data' ->> 'invoice_id' AS invoice, body::jsonb -> 'data' ->> 'reason' AS reason
        FROM event
       WHERE entity_id = $1 ORDER BY id`,
      [id],
    );
    expect(events.map(({ type }) => type).sort()).toEqual(
      ['refund.new', 'refund.pending', 'refund.queue', 'refund.confirming', 'refund.done'].sort(),
    );
    expect(events[0]).toMatchObject({ invoice: invoiceId, reason: 'too late' });
    const last = await one<{ listed: string }>(
      db,
      `SELECT body::jsonb #>> '{data,refunds,0,status}' AS listed
       FROM event WHERE entity_id = $1 AND type = 'invoice.refunded'`,
      [invoiceId],
    );
    expect(last.listed).toBe('done');
  });

  test('is converted at the current rate and capped in coins received', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    const value = (fiatMinor: bigint) => refund(shop, invoiceId, { amount: { type: 'value', fiatMinor } });
    const half = await value(5_000n);
    expect(half.amountMinor).toBe(100_000n);
    await cancel(shop, half.id);
    // 1000 EUR would be ten times what was paid.
    expect((await value(100_000n)).amountMinor).toBe(DUE);
  });
});

describe('hazard 54: refunds', () => {
  test('requested at once give back no more than was paid: one of them is made', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        codeOf(refund(shop, invoiceId, { amount: { type: 'part', amountMinor: 150_000n } })),
      ),
    );
    expect(answers.filter((code) => code === 'none')).toHaveLength(1);
    expect(answers.filter((code) => code === 'illegal_transition')).toHaveLength(11);
    expect(await held(shop)).toEqual({ unsettled: 150_000n });
  });

  test('one after the other never sum up to more than was paid', async () => {
    const { shop, invoiceId } = await done();
    await fund(db, shop, 'BTC', 1_000_000n);
    const part = (amountMinor: bigint) => refund(shop, invoiceId, { amount: { type: 'part', amountMinor } });
    expect(await codeOf(part(DUE + 1n))).toBe('amount_too_large');
    await send((await part(150_000n)).id);
    expect(await codeOf(part(50_001n))).toBe('amount_too_large');
    await send((await part(50_000n)).id);
    expect(await codeOf(refund(shop, invoiceId))).toBe('illegal_transition');
  });
});

describe('K: paid after refunded', () => {
  test('is booked and marked for an operator; a new refund covers only the new money', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    await send((await refund(shop, invoiceId)).id);
    const again = await recordPayment(db, { invoiceId, minor: 70_000n, status: 'confirmed' });
    expect(again).toBeTruthy();
    await paymentsChanged(db, invoiceId);
    expect(await statusOf(invoiceId)).toMatchObject({
      status: 'refunded',
      statusReason: 'paid_after_refund',
      needsOperator: true,
    });
    expect(await sheet(shop)).toEqual({ unsettled: 70_000n });
    expect(await codeOf(refund(shop, invoiceId, { amount: { type: 'part', amountMinor: 70_001n } }))).toBe(
      'amount_too_large',
    );
    const made = await refund(shop, invoiceId);
    expect(made.amountMinor).toBe(70_000n);
    await send(made.id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'refunded', amountRefundedMinor: 270_000n });
    expect(await sheet(shop)).toEqual({});
  });
});

test('an address that invoices are paid to, and another profile’s invoice, are refused', async () => {
  const { shop, invoiceId } = await paid(DUE, true);
  const { quote } = await readInvoice(db, invoiceId);
  expect(await codeOf(refund(shop, invoiceId, { address: quote?.address ?? '' }))).toBe('address_invalid');
  expect(await codeOf(refund(await makeShop(db), invoiceId))).toBe('not_found');
  const unpaid = await makeInvoice(db, shop);
  expect(await codeOf(refund(shop, unpaid.id))).toBe('illegal_transition');
  await payInFull(db, unpaid.id);
});
