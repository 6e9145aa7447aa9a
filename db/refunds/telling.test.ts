import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type LiveMessage, listenLive } from '../core/live.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { chooseGate } from '../invoices/choose.ts';
import { readInvoiceParts } from '../invoices/read.ts';
import {
  balanceSheet,
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
  testSettings,
} from '../invoices/testing.fixture.ts';
import { readPayout } from '../payouts/read.ts';
import { fund, makePayout, RECIPIENTS, testPayoutSettings } from '../payouts/testing.fixture.ts';
import { refundContext } from './quote.ts';
import { rejectRequest, requestRefund } from './requests.ts';
import { codeOf, DUE, refundDesk } from './testing.fixture.ts';

const { db } = await openTestDatabase();
beforeAll(() => makeRates(db));

const { refund, send, cancel, paid, done, statusOf } = refundDesk(db);
const requested = { gateId: 'LTC', address: RECIPIENTS.LTC } as const;

/** An invoice that was settled in BTC; as much came in LTC, which had been chosen first. */
async function paidTwice() {
  const shop = await makeShop(db);
  const { id: invoiceId } = await makeInvoice(db, shop, { gateId: 'LTC' });
  await inTransaction(db, (tx) => chooseGate(tx, testSettings, { invoiceId, gateId: 'BTC', nowMs: Date.now() }));
  await payInFull(db, invoiceId);
  const other = await recordPayment(db, { invoiceId, gateId: 'LTC', minor: 500_000n, status: 'confirmed' });
  await paymentsChanged(db, invoiceId);
  return { shop, invoiceId, other, ltc: () => balanceSheet(db, shop.merchantId, 'LTC') };
}

describe('the end of a refund', () => {
  test('of other money that a reorganisation took gives back what the merchant stood in for', async () => {
    const { shop, invoiceId, other, ltc } = await paidTwice();
    await fund(db, shop, 'LTC', 500_000n);
    const { id } = await refund(shop, invoiceId, requested);
    await setPayment(db, other, 'seen');
    await paymentsChanged(db, invoiceId);
    expect(await ltc()).toEqual({ unsettled: 500_000n });
    await cancel(shop, id);
    expect(await ltc()).toEqual({ available: 500_000n });
  });

  test('that its invoice counts asks no operator', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    await send((await refund(shop, invoiceId, { scope: {} })).id);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'refunded', needsOperator: false });
    expect(await select(db, 'SELECT kind FROM alert WHERE subject = $1', [`invoice:${invoiceId}`])).toEqual([]);
  });

  test('is reported to no invoice if it is the end of a payout', async () => {
    const shop = await makeShop(db);
    await fund(db, shop, 'BTC', 1_000_000n);
    const { id } = await makePayout(db, shop);
    await cancel(shop, id);
    expect(await readPayout(db, id)).toMatchObject({ status: 'canceled' });
  });
});

describe('what may go back', () => {
  test('is of the requested gate, and of no other that money arrived on', async () => {
    const { shop, invoiceId } = await paidTwice();
    const bch = { gateId: 'BCH', address: RECIPIENTS.BCH } as const;
    expect(await codeOf(refund(shop, invoiceId, bch))).toBe('illegal_transition');
  });

  test('is known without a rate, where there is none', async () => {
    const { invoiceId } = await paid(DUE, true);
    await execute(db, `UPDATE invoice SET currency = 'CHF' WHERE id = $1`, [invoiceId]);
    const parts = await readInvoiceParts(db, invoiceId, {});
    const context = await refundContext(db, testPayoutSettings, { parts, gateId: undefined, nowMs: Date.now() });
    expect(context).toMatchObject({ rate: null, facts: { confirmedMinor: DUE } });
  });
});

test('open pages hear of a request and of its answer', async () => {
  const { shop, invoiceId } = await done(300_000n);
  // The invoice's earlier messages may still be on their way.
  await db.notifier.flush();
  const heard: LiveMessage[] = [];
  const listener = await listenLive(db.url, (message) => heard.push(message));
  const message = { invoice: invoiceId, profile: shop.profileId, status: 'overpaid', version: expect.any(Number) };
  const hears = (count: number) =>
    vi.waitFor(() => expect(heard).toEqual(Array.from({ length: count }, () => message)), { timeout: 60_000 });
  const nowMs = Date.now();
  try {
    const ask = { invoiceId, link: 'overpaid', address: RECIPIENTS.BTC, destinationTag: null, nowMs };
    const { id: requestId } = await inTransaction(db, (tx) => requestRefund(tx, testPayoutSettings, ask));
    await hears(1);
    await inTransaction(db, (tx) => rejectRequest(tx, { requestId, invoiceId, by: 'ada', nowMs, note: null }));
    await hears(2);
  } finally {
    await listener.close();
  }
});
