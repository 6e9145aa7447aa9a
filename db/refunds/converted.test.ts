import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { conversionsTable } from '../conversions/rows.ts';
import { fundGate, setMarket } from '../conversions/testing.fixture.ts';
import { inTransaction } from '../core/sequelize.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { chooseGate } from '../invoices/choose.ts';
import {
  balanceSheet,
  makeInvoice,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
  testSettings,
} from '../invoices/testing.fixture.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { fund, RECIPIENTS, testPayoutSettings } from '../payouts/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { refundFormFacts } from './form.ts';
import { codeOf, DUE, refundDesk } from './testing.fixture.ts';

const { db } = await openTestDatabase({ poolSize: 5 });
const { refund, send, cancel, held } = refundDesk(db);
const FULL: Autoconversion = { type: 'full', gate_id: 'EUR' };
const HALF: Autoconversion = { type: 'partial', gate_id: 'EUR', percent: 50 };
let shop: TestMerchant;

// The settlement of 100 EUR brings 98.50: less 1 % for the service, less 0.5 % for the conversion.
beforeEach(async () => {
  await setMarket(db);
  shop = await makeShop(db);
});
afterEach(async () => expect((await trialBalance(db)).mismatches).toEqual([]));

async function settled(autoconversion: Autoconversion): Promise<string> {
  const { id } = await makeInvoice(db, shop, { autoconversion });
  await payInFull(db, id);
  return id;
}

/** 100,000 more than was due, which wait on the account of the invoice. */
async function overpaid(autoconversion: Autoconversion): Promise<string> {
  const { id } = await makeInvoice(db, shop, { autoconversion });
  await setPayment(db, await recordPayment(db, { invoiceId: id, minor: DUE + 100_000n }), 'confirmed');
  await paymentsChanged(db, id);
  await settleNow(db, id);
  return id;
}

const sheet = (asset: string) => balanceSheet(db, shop.merchantId, asset);
const fundEuro = (minor = 50_000n) => fundGate(db, shop, 'EUR', minor);
const part = (amountMinor: bigint) => ({ amount: { type: 'part', amountMinor } }) as const;
const bought = async (invoiceId: string) => {
  const rows = await conversionsTable.find(db, { invoiceId, kind: 'refund' }, { order: [['id', 'ASC']] });
  return rows.map(({ amountToMinor }) => amountToMinor);
};

describe('a refund of a converted invoice', () => {
  test('buys again what it had bought for a canceled one, as far as the merchant has spent those coins', async () => {
    await fundEuro();
    const id = await settled(FULL);
    await cancel(shop, (await refund(shop, id)).id);
    expect([await bought(id), await sheet('BTC')]).toEqual([[DUE], { available: DUE }]);
    // The coins are there: nothing is bought.
    await cancel(shop, (await refund(shop, id)).id);
    expect(await bought(id)).toEqual([DUE]);
    const available = { owner: shop.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
    const spent = { debit: available, credit: { ...available, owner: 'gateway', kind: 'custody:BTC' as const } };
    const postings = [{ ...spent, minor: 70_000n }];
    await inTransaction(db, (tx) => postTransfers(tx, [{ key: `spent:${id}`, kind: 'test', postings }]));
    expect((await refund(shop, id)).heldMinor).toBe(DUE);
    expect(await bought(id)).toEqual([DUE, 70_000n]);
  });

  test('takes the settled currency at the rate of the moment', async () => {
    await fundEuro();
    const id = await settled(FULL);
    await setMarket(db, 2);
    // All 200,000 that were paid, also the 1 % of the fee: 200 EUR by now, plus spread and fee.
    expect((await refund(shop, id)).heldMinor).toBe(DUE);
    expect(await bought(id)).toEqual([DUE]);
    expect(await sheet('EUR')).toEqual({ available: 50_000n + 9_850n - 20_161n });
  });

  test('covers what was converted and no more; without the euro it is refused', async () => {
    const id = await settled(FULL);
    await setMarket(db, 2);
    expect(await codeOf(refund(shop, id, part(150_000n)))).toBe('insufficient_balance');
    await fundEuro();
    const made = await refund(shop, id, part(150_000n));
    // 0.0015 BTC at 100000 are 150 EUR, plus spread and fee.
    expect(await sheet('EUR')).toEqual({ available: 50_000n + 9_850n - 15_121n });
    expect(await held(shop)).toEqual({ available: 150_000n });
    await send(made.id);
    expect(await sheet('BTC')).toEqual({});
  });

  test('of a partial conversion buys back only what the balance gave away', async () => {
    await fundEuro();
    const id = await settled(HALF);
    const made = await refund(shop, id, part(120_000n));
    expect(made.heldMinor).toBe(120_000n);
    expect(await bought(id)).toEqual([99_000n]);
    await cancel(shop, made.id);
    // The coins bought back stay, and a second refund does not buy them again.
    expect(await sheet('BTC')).toEqual({ available: 198_000n });
    await refund(shop, id, part(120_000n));
    expect(await bought(id)).toEqual([99_000n]);
  });

  test('in two parts buys back each part', async () => {
    await fundEuro();
    const id = await settled(HALF);
    await send((await refund(shop, id, part(60_000n))).id);
    await send((await refund(shop, id, part(60_000n))).id);
    expect(await bought(id)).toEqual([60_000n, 39_000n]);
  });

  test('buys nothing for an excess, which was not converted, and only what goes beyond it', async () => {
    await fundEuro();
    const id = await overpaid(FULL);
    const excess = await refund(shop, id, { amount: { type: 'excess' } });
    expect(await held(shop)).toEqual({ unsettled: 100_000n });
    expect(await bought(id)).toEqual([]);
    await cancel(shop, excess.id);
    await refund(shop, id, part(150_000n));
    expect(await held(shop)).toEqual({ unsettled: 100_000n, available: 50_000n });
    expect(await bought(id)).toEqual([50_000n]);
  });

  test('buys nothing for money in another coin', async () => {
    await fundEuro();
    const { id } = await makeInvoice(db, shop, { gateId: 'LTC', autoconversion: FULL });
    await inTransaction(db, (tx) => chooseGate(tx, testSettings, { invoiceId: id, gateId: 'BTC', nowMs: Date.now() }));
    await payInFull(db, id);
    await recordPayment(db, { invoiceId: id, gateId: 'LTC', minor: 50_000_000n, status: 'confirmed' });
    await paymentsChanged(db, id);
    await fund(db, shop, 'LTC', 50_000_000n);
    // The fees on top come from the balance of that coin.
    await refund(shop, id, { gateId: 'LTC', address: RECIPIENTS.LTC, feePayer: 'merchant' });
    expect(await bought(id)).toEqual([]);
    expect(await sheet('EUR')).toEqual({ available: 50_000n + 9_850n });
  });
});

describe('the form of a refund of a converted invoice', () => {
  const available = async (invoiceId: string) => {
    const of = { invoiceId, profileId: shop.profileId, nowMs: Date.now() };
    return (await refundFormFacts(db, testPayoutSettings, of)).availableMinor;
  };

  test('offers the coins that the settled currency buys, beside those on the balance', async () => {
    const id = await settled(FULL);
    // 98.50 EUR are 197,000, less 0.3 % spread and 0.5 % fee, rounded down.
    expect(await available(id)).toBe(195_426n);
    await fund(db, shop, 'BTC', 3_000n);
    expect(await available(id)).toBe(198_426n);
  });

  test('offers no more of them than were converted', async () => {
    await fundEuro();
    expect(await available(await settled(FULL))).toBe(DUE);
    const half = await settled(HALF);
    expect(await available(half)).toBe(99_000n + 99_000n);
  });
});
