import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { conversionsTable } from '../conversions/rows.ts';
import { fundGate, setMarket } from '../conversions/testing.fixture.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { readInvoice } from '../invoices/read.ts';
import {
  balanceSheet,
  makeInvoice,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
} from '../invoices/testing.fixture.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { RECIPIENTS } from '../payouts/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { codeOf, DUE, refundDesk } from './testing.fixture.ts';

const { db } = await openTestDatabase({ poolSize: 8 });
const { refund, step, send, sign, cancel, statusOf } = refundDesk(db);
const NONE: Autoconversion = { type: 'none' };
const into = (gate_id: 'EUR' | 'USDT_TRC20' | 'LTC'): Autoconversion => ({ type: 'full', gate_id });
let shop: TestMerchant;

beforeEach(async () => {
  await setMarket(db);
  shop = await makeShop(db);
});
// The books agree with rows, conversions and holds after every test.
afterEach(async () => expect((await trialBalance(db)).mismatches).toEqual([]));

/** 100 EUR at 50,000 EUR: 0.00200000 BTC, of which the settlement brings 0.00198000. */
async function settled(autoconversion = NONE) {
  const { id } = await makeInvoice(db, shop, { autoconversion });
  return { id, payment: await payInFull(db, id) };
}
const inLitecoin = { inCoin: 'LTC', address: RECIPIENTS.LTC } as const;
const part = (amountMinor: bigint) => ({ amount: { type: 'part', amountMinor } }) as const;
const sheet = (asset: string) => balanceSheet(db, shop.merchantId, asset);
const conversions = (invoiceId: string) => conversionsTable.find(db, { invoiceId, kind: 'refund' });

describe('a refund in another coin than the one that was paid', () => {
  test('is what its own coins buy, takes no more of them, and counts as them', async () => {
    const { id } = await settled();
    const made = await refund(shop, id, { ...part(100_000n), ...inLitecoin });
    // 0.001 BTC are 50 EUR, or 0.5 LTC; less 0.3 % of spread and 0.5 % of fee.
    const [bought] = await conversions(id);
    expect(bought).toMatchObject({ fromGateId: 'BTC', toGateId: 'LTC', amountToMinor: made.heldMinor });
    expect(made).toMatchObject({ gateId: 'LTC', network: 'LTC', address: RECIPIENTS.LTC });
    expect(made.amountMinor).toBeGreaterThan(49_000_000n);
    expect(made.amountMinor).toBeLessThan(50_000_000n);
    expect(bought?.amountFromMinor).toBeGreaterThan(99_990n);
    expect(bought?.amountFromMinor).toBeLessThanOrEqual(100_000n);
    expect((await statusOf(id)).status).toBe('refund_requested');
    await send(made.id);
    expect(await sheet('LTC')).toEqual({});
    expect(await sheet('BTC')).toEqual({ available: 198_000n - (bought?.amountFromMinor ?? 0n) });
    expect(await statusOf(id)).toMatchObject({ status: 'partially_refunded', amountRefundedMinor: 100_000n });
    const { refunds } = await readInvoice(db, id);
    expect(refunds).toMatchObject([{ gateId: 'LTC', covers: { gateId: 'BTC', minor: 100_000n } }]);
  });

  test('and one in the coin that was paid return all, and together no more', async () => {
    await fundGate(db, shop, 'BTC', 1_000_000n);
    const { id } = await settled();
    await send((await refund(shop, id, { ...part(150_000n), ...inLitecoin })).id);
    expect(await codeOf(refund(shop, id, part(50_001n)))).toBe('amount_too_large');
    await send((await refund(shop, id, part(50_000n))).id);
    expect(await statusOf(id)).toMatchObject({ status: 'refunded', amountRefundedMinor: DUE });
    expect(await codeOf(refund(shop, id, inLitecoin))).toBe('illegal_transition');
  });

  test('costs no more where the merchant pays the fees: they are bought as well', async () => {
    const { id } = await settled();
    const made = await refund(shop, id, { ...part(100_000n), ...inLitecoin, feePayer: 'merchant' });
    expect(made.netMinor).toBe(made.amountMinor);
    const [bought] = await conversions(id);
    expect(bought?.amountToMinor).toBe(made.heldMinor);
    expect(made.heldMinor).toBe(made.amountMinor + made.serviceFeeMinor + made.networkFeeMinor);
  });

  test('that is canceled leaves the coins on the balance, and can be requested once more', async () => {
    const { id } = await settled();
    const made = await refund(shop, id, { ...part(90_000n), ...inLitecoin });
    expect(await codeOf(refund(shop, id, inLitecoin))).toBe('illegal_transition');
    await cancel(shop, made.id);
    expect(await sheet('LTC')).toEqual({ available: made.heldMinor });
    expect(await statusOf(id)).toMatchObject({ status: 'done', amountRefundedMinor: 0n });
    const again = await refund(shop, id, { ...part(90_000n), ...inLitecoin });
    expect(again.amountMinor).toBe(made.amountMinor);
  });

  test('of sixteen at once is made once', async () => {
    const { id } = await settled();
    const all = Array.from({ length: 16 }, () => codeOf(refund(shop, id, { ...part(90_000n), ...inLitecoin })));
    expect((await Promise.all(all)).filter((code) => code === 'none')).toHaveLength(1);
    expect(await conversions(id)).toHaveLength(1);
  });

  test('is taken back with the payment that a reorganization took, unless it is signed', async () => {
    const { id, payment } = await settled();
    const made = await refund(shop, id, { ...part(90_000n), ...inLitecoin });
    await setPayment(db, payment, 'seen');
    await paymentsChanged(db, id);
    expect((await readInvoice(db, id)).refunds).toMatchObject([{ id: made.id, status: 'canceled' }]);
    // The balance of that shop is frozen now.
    shop = await makeShop(db);
    const other = await settled();
    const signed = await refund(shop, other.id, { ...part(10_000n), ...inLitecoin });
    await sign(signed.id);
    await setPayment(db, other.payment, 'seen');
    await paymentsChanged(db, other.id);
    await step(signed.id, { type: 'sent' });
    await step(signed.id, { type: 'confirmed' });
    expect(await statusOf(other.id)).toMatchObject({ status: 'error', amountRefundedMinor: 10_000n });
  });
});

describe('the balance that pays it', () => {
  test('is the one of the currency that everything was converted into', async () => {
    await fundGate(db, shop, 'EUR', 10_000n);
    const { id } = await settled(into('EUR'));
    const made = await refund(shop, id, inLitecoin);
    expect(await conversions(id)).toMatchObject([{ fromGateId: 'EUR', toGateId: 'LTC' }]);
    await send(made.id);
    expect(await statusOf(id)).toMatchObject({ status: 'refunded', amountRefundedMinor: DUE });
    // 198.50 EUR before: less than the 100 EUR of the coins, which the payer's conversion was priced at.
    const { available = 0n } = await sheet('EUR');
    expect(available).toBeGreaterThanOrEqual(19_850n - 10_000n);
  });

  test('needs no conversion where it is in that coin already', async () => {
    await fundGate(db, shop, 'LTC', 100_000_000n);
    const { id } = await settled(into('LTC'));
    await send((await refund(shop, id, inLitecoin)).id);
    expect(await conversions(id)).toEqual([]);
    expect(await statusOf(id)).toMatchObject({ status: 'refunded' });
  });

  test.each<[string, Autoconversion, object]>([
    ['the invoice was converted to a part', { type: 'partial', gate_id: 'EUR', percent: 50 }, inLitecoin],
    ['Tron was chosen', NONE, { inCoin: 'TRX', address: RECIPIENTS.TRX }],
    ['it is the coin that was paid', NONE, { inCoin: 'BTC' }],
  ])('there is none where %s', async (_, autoconversion, request) => {
    await fundGate(db, shop, 'EUR', 50_000n);
    const { id } = await settled(autoconversion);
    expect(await codeOf(refund(shop, id, request))).toBe('gate_not_offered');
  });

  test('there is none while money of the invoice waits for the merchant', async () => {
    const { id } = await makeInvoice(db, shop);
    await setPayment(db, await recordPayment(db, { invoiceId: id, minor: DUE + 100_000n }), 'confirmed');
    await paymentsChanged(db, id);
    await settleNow(db, id);
    expect(await codeOf(refund(shop, id, { amount: { type: 'excess' }, ...inLitecoin }))).toBe('gate_not_offered');
  });

  test('is too small, or the position of the gateway full: nothing is made', async () => {
    const { id } = await settled();
    // All that was paid is more than what was settled of it.
    expect(await codeOf(refund(shop, id, inLitecoin))).toBe('insufficient_balance');
    await execute(db, "UPDATE conversion_limit SET position_minor = 0 WHERE gate_id = 'LTC'");
    try {
      expect(await codeOf(refund(shop, id, { ...part(90_000n), ...inLitecoin }))).toBe('position_limit');
    } finally {
      await execute(db, "UPDATE conversion_limit SET position_minor = 500000000000 WHERE gate_id = 'LTC'");
    }
    expect(await sheet('BTC')).toEqual({ available: 198_000n });
    expect(await statusOf(id)).toMatchObject({ status: 'done' });
  });
});
