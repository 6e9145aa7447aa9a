import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { applyInvoiceEvent } from '../invoices/apply.ts';
import { chooseGate } from '../invoices/choose.ts';
import { completeInvoice } from '../invoices/commands.ts';
import { readInvoice } from '../invoices/read.ts';
import {
  balanceSheet,
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
  testSettings,
} from '../invoices/testing.fixture.ts';
import { applyPayoutEvent } from '../payouts/apply.ts';
import { cancelPayout } from '../payouts/commands.ts';
import { storeOutgoing } from '../payouts/outgoing.ts';
import { readPayout } from '../payouts/read.ts';
import { fund, mismatches, RECIPIENTS, testPayoutSettings } from '../payouts/testing.fixture.ts';
import { inTransaction } from '../sequelize.ts';
import { execute, one, select } from '../sql.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { createRefund, type NewRefund } from './create.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
beforeAll(async () => {
  await makeRates(db);
});
afterEach(async () => expect(await mismatches(db)).toEqual([]));

/** 100 EUR are 200 000; of these 1 % is the invoice's fee. */
const DUE = 200_000n;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (isDomainError(error) ? error.code : error),
  );

function refund(shop: TestMerchant, invoiceId: string, wish: Partial<NewRefund> = {}) {
  return inTransaction(db, (tx) =>
    createRefund(tx, testPayoutSettings, {
      invoiceId,
      scope: { profileId: shop.profileId },
      amount: { type: 'all' },
      feePayer: 'recipient',
      address: RECIPIENTS.BTC,
      destinationTag: null,
      reason: null,
      by: { kind: 'token', id: shop.token.id },
      nowMs: Date.now(),
      ...wish,
    }),
  );
}

const step = (payoutId: string, event: PayoutEvent) =>
  inTransaction(db, (tx) =>
    applyPayoutEvent(tx, { payoutId, event, cause: `${event.type}:${newId()}`, nowMs: Date.now() }),
  );

async function sign(payoutId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const txid = newId();
    await storeOutgoing(tx, {
      ...{ chain: { mode: 'sandbox', network: 'BTC' }, txid, raw: 'raw', spends: [`coin:${txid}`], feeMinor: 1n },
      ...{ lines: [{ payoutId, output: '0' }], change: [], replaces: null, nowMs: Date.now() },
    });
    await applyPayoutEvent(tx, { payoutId, event: { type: 'signed' }, cause: `signed:${txid}`, nowMs: Date.now() });
  });
}

async function send(payoutId: string): Promise<void> {
  await sign(payoutId);
  await step(payoutId, { type: 'sent' });
  await step(payoutId, { type: 'confirmed' });
}

const cancel = (shop: TestMerchant, payoutId: string) =>
  inTransaction(db, (tx) =>
    cancelPayout(tx, {
      ...{ payoutId, scope: { profileId: shop.profileId } },
      ...{ by: { kind: 'user', id: 'ada' }, nowMs: Date.now() },
    }),
  );

/** The deadline passes; a payment that comes now is late. */
async function expire(invoiceId: string): Promise<void> {
  await execute(db, `UPDATE invoice SET expires_at = now() - interval '1 minute' WHERE id = $1`, [invoiceId]);
  const event = { type: 'deadline' } as const;
  await inTransaction(db, (tx) => applyInvoiceEvent(tx, { invoiceId, event, cause: 'deadline', nowMs: Date.now() }));
}

async function paid(minor: bigint, expired = false) {
  const shop = await makeShop(db);
  const invoice = await makeInvoice(db, shop);
  if (expired) await expire(invoice.id);
  const payment = await recordPayment(db, { invoiceId: invoice.id, minor });
  await paymentsChanged(db, invoice.id);
  await setPayment(db, payment, 'confirmed');
  await paymentsChanged(db, invoice.id);
  return { shop, invoiceId: invoice.id, payment };
}

async function done(minor = DUE) {
  const at = await paid(minor);
  await settleNow(db, at.invoiceId);
  return at;
}

const statusOf = async (invoiceId: string) => {
  const { status, statusReason, amountRefundedMinor, needsOperator } = await readInvoice(db, invoiceId);
  return { status, statusReason, amountRefundedMinor, needsOperator };
};
const sheet = (shop: TestMerchant) => balanceSheet(db, shop.merchantId, 'BTC');
async function held(shop: TestMerchant): Promise<Record<string, bigint>> {
  const rows = await select<{ kind: string; minor: string }>(
    db,
    `SELECT kind, debits_pending::text AS minor FROM account WHERE owner = $1 AND asset = 'BTC' AND debits_pending > 0`,
    [shop.merchantId],
  );
  return Object.fromEntries(rows.map(({ kind, minor }) => [kind, BigInt(minor)]));
}

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
    // It can still be completed, and refunded anew.
    await inTransaction(db, (tx) => completeInvoice(tx, { invoiceId, scope: {}, nowMs: Date.now() }));
    expect((await statusOf(invoiceId)).status).toBe('done');
  });

  test('refused by the signer before anything was signed: the status before, and another refund may follow', async () => {
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
      `UPDATE outgoing_transaction SET status = 'failed' WHERE id IN (SELECT transaction_id FROM outgoing_line WHERE payout_id = $1)`,
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
      `SELECT type, body::jsonb -> 'data' ->> 'invoice_id' AS invoice, body::jsonb -> 'data' ->> 'reason' AS reason FROM event
       WHERE entity_id = $1 ORDER BY id`,
      [id],
    );
    expect(events.map(({ type }) => type).sort()).toEqual(
      ['refund.new', 'refund.pending', 'refund.queue', 'refund.confirming', 'refund.done'].sort(),
    );
    expect(events[0]).toMatchObject({ invoice: invoiceId, reason: 'too late' });
    const last = await one<{ listed: string }>(
      db,
      `SELECT body::jsonb #>> '{data,refunds,0,status}' AS listed FROM event WHERE entity_id = $1 AND type = 'invoice.refunded'`,
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
  test('asked for at once give back no more than was paid: one of them is made', async () => {
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
      ...{ status: 'refunded', statusReason: 'paid_after_refund', needsOperator: true },
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

describe('G: the money of a refund is reorganised away', () => {
  test('a refund that is not signed is taken back', async () => {
    const { shop, invoiceId, payment } = await paid(DUE, true);
    const { id } = await refund(shop, invoiceId);
    await setPayment(db, payment, 'seen');
    await paymentsChanged(db, invoiceId);
    expect((await statusOf(invoiceId)).status).toBe('error');
    expect(await readPayout(db, id)).toMatchObject({ status: 'canceled', statusReason: 'reorganised' });
    expect(await sheet(shop)).toEqual({});
  });

  test('one that is signed goes on, and its merchant owes what is gone', async () => {
    const { shop, invoiceId, payment } = await paid(DUE, true);
    const { id } = await refund(shop, invoiceId);
    await sign(id);
    await setPayment(db, payment, 'seen');
    await paymentsChanged(db, invoiceId);
    expect((await statusOf(invoiceId)).status).toBe('error');
    expect(await sheet(shop)).toEqual({ unsettled: DUE, receivable: -DUE });
    await step(id, { type: 'sent' });
    await step(id, { type: 'confirmed' });
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'error', amountRefundedMinor: DUE });
    expect(await sheet(shop)).toEqual({ receivable: -DUE });
  });
});

describe('G: reorganised and mined again, beside a refund', () => {
  async function vanish(at: { invoiceId: string; payment: string }) {
    await setPayment(db, at.payment, 'seen');
    await paymentsChanged(db, at.invoiceId);
  }
  async function comeBack(at: { invoiceId: string; payment: string }) {
    await setPayment(db, at.payment, 'confirmed');
    await paymentsChanged(db, at.invoiceId);
  }

  test('settled money whose refund was canceled goes back once, and comes again', async () => {
    const at = await done();
    await fund(db, at.shop, 'BTC', 2_000n);
    await cancel(at.shop, (await refund(at.shop, at.invoiceId)).id);
    await vanish(at);
    expect((await statusOf(at.invoiceId)).status).toBe('error');
    expect(await sheet(at.shop)).toEqual({ available: 2_000n });
    await comeBack(at);
    expect((await statusOf(at.invoiceId)).status).toBe('done');
    expect(await sheet(at.shop)).toEqual({ available: 200_000n });
  });

  test('settled money that was refunded is owed without the fee, and paid off when it comes again', async () => {
    const at = await done();
    await fund(db, at.shop, 'BTC', 2_000n);
    await send((await refund(at.shop, at.invoiceId)).id);
    expect(await sheet(at.shop)).toEqual({});
    await vanish(at);
    expect(await sheet(at.shop)).toEqual({ receivable: -198_000n });
    await comeBack(at);
    expect((await statusOf(at.invoiceId)).status).toBe('refunded');
    expect(await sheet(at.shop)).toEqual({});
  });

  test('of a merchant with other money no more is taken than is gone', async () => {
    const at = await done();
    await fund(db, at.shop, 'BTC', 1_000_000n);
    await send((await refund(at.shop, at.invoiceId, { amount: { type: 'part', amountMinor: 50_000n } })).id);
    expect(await sheet(at.shop)).toEqual({ available: 1_148_000n });
    await vanish(at);
    expect(await sheet(at.shop)).toEqual({ available: 950_000n });
    await comeBack(at);
    expect((await statusOf(at.invoiceId)).status).toBe('partially_refunded');
    expect(await sheet(at.shop)).toEqual({ available: 1_148_000n });
  });

  test('refunded before it was settled: what it took of other money returns there', async () => {
    const at = await paid(DUE, true);
    await fund(db, at.shop, 'BTC', 70_000n);
    await send((await refund(at.shop, at.invoiceId)).id);
    expect(await sheet(at.shop)).toEqual({ available: 70_000n });
    await vanish(at);
    expect(await sheet(at.shop)).toEqual({ receivable: -130_000n });
    await comeBack(at);
    expect((await statusOf(at.invoiceId)).status).toBe('refunded');
    expect(await sheet(at.shop)).toEqual({ available: 70_000n });
  });

  test('a refund that was signed goes on where it was when the money is back, and ends as any other', async () => {
    const at = await done(300_000n);
    const { id } = await refund(at.shop, at.invoiceId, { amount: { type: 'part', amountMinor: 150_000n } });
    await sign(id);
    await vanish(at);
    expect((await statusOf(at.invoiceId)).status).toBe('error');
    await comeBack(at);
    expect((await statusOf(at.invoiceId)).status).toBe('refund_requested');
    await step(id, { type: 'sent' });
    await step(id, { type: 'confirmed' });
    expect(await statusOf(at.invoiceId)).toMatchObject({ status: 'partially_refunded', amountRefundedMinor: 150_000n });
    expect(await sheet(at.shop)).toEqual({ available: 148_000n });
  });
});

describe('B: money on another quote', () => {
  /** Paid and done in BTC; some LTC came to the address of an earlier choice. */
  async function paidTwice(minor = 500_000n) {
    const shop = await makeShop(db);
    const invoice = await makeInvoice(db, shop, { gateId: 'LTC' });
    await inTransaction(db, (tx) =>
      chooseGate(tx, testSettings, { invoiceId: invoice.id, gateId: 'BTC', nowMs: Date.now() }),
    );
    const payment = await payInFull(db, invoice.id);
    const other = await recordPayment(db, { invoiceId: invoice.id, gateId: 'LTC', minor, status: 'confirmed' });
    await paymentsChanged(db, invoice.id);
    return { shop, invoiceId: invoice.id, payment, other };
  }
  const ltc = (shop: TestMerchant) => balanceSheet(db, shop.merchantId, 'LTC');
  const wish = { gateId: 'LTC', address: RECIPIENTS.LTC } as const;

  test('goes back by itself, and leaves status and sums of the invoice alone', async () => {
    const { shop, invoiceId } = await paidTwice();
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', needsOperator: true });
    expect(await ltc(shop)).toEqual({ unsettled: 500_000n });
    const part = await refund(shop, invoiceId, { ...wish, amount: { type: 'part', amountMinor: 200_000n } });
    expect(part).toMatchObject({ gateId: 'LTC', amountMinor: 200_000n });
    expect(await codeOf(refund(shop, invoiceId, wish))).toBe('illegal_transition');
    expect(await codeOf(refund(shop, invoiceId))).toBe('illegal_transition');
    await send(part.id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', amountRefundedMinor: 0n, needsOperator: true });
    expect(await codeOf(refund(shop, invoiceId, { ...wish, amount: { type: 'part', amountMinor: 300_001n } }))).toBe(
      'amount_too_large',
    );
    await send((await refund(shop, invoiceId, wish)).id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', amountRefundedMinor: 0n, needsOperator: false });
    expect(await ltc(shop)).toEqual({});
    expect(await sheet(shop)).toEqual({ available: 198_000n });
    expect(await codeOf(refund(shop, invoiceId, wish))).toBe('illegal_transition');
  });

  test('a refund of it that is canceled gives it back to where it lay', async () => {
    const { shop, invoiceId } = await paidTwice();
    await cancel(shop, (await refund(shop, invoiceId, wish)).id);
    expect(await ltc(shop)).toEqual({ unsettled: 500_000n });
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done', needsOperator: true });
  });

  test('goes on when the invoice’s own money is reorganised away', async () => {
    const { shop, invoiceId, payment } = await paidTwice();
    const { id } = await refund(shop, invoiceId, wish);
    await setPayment(db, payment, 'seen');
    await paymentsChanged(db, invoiceId);
    expect((await statusOf(invoiceId)).status).toBe('error');
    expect((await readPayout(db, id)).status).toBe('queue');
    await send(id);
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, invoiceId);
    expect((await statusOf(invoiceId)).status).toBe('done');
  });

  test('there is none on a gate that nothing came on', async () => {
    const { shop, invoiceId } = await done();
    expect(await codeOf(refund(shop, invoiceId, wish))).toBe('illegal_transition');
  });
});

test('of late money that was refunded in part, the merchant takes the rest', async () => {
  const { shop, invoiceId } = await paid(DUE, true);
  await send((await refund(shop, invoiceId, { amount: { type: 'part', amountMinor: 50_000n } })).id);
  expect(await sheet(shop)).toEqual({ unsettled: 150_000n });
  const complete = () =>
    inTransaction(db, (tx) =>
      completeInvoice(tx, { invoiceId, scope: { profileId: shop.profileId }, nowMs: Date.now() }),
    );
  await complete();
  expect(await sheet(shop)).toEqual({ available: 148_500n });
  expect((await statusOf(invoiceId)).status).toBe('partially_refunded');
  expect(await codeOf(complete())).toBe('illegal_transition');
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
