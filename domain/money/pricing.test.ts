import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gate } from '../assets/assets.ts';
import { networkFeeInFiat, splitSettlement } from './fees.ts';
import { checkGateMinimum, checkInvoiceBounds, type PricingInput, priceInvoice } from './pricing.ts';
import { parseRate } from './rates.ts';
import { taxLines } from './tax.ts';

const noFees = { serviceBps: 100, servicePayer: 'merchant', networkFeeMinor: 0n, networkPayer: 'merchant' } as const;
const exempt = { name: 'VAT', rateBps: 0, type: 'exempt' } as const;
const about = { source: 'a test', sampledAt: new Date(0), expiresAt: new Date(60_000) };

const payer = fc.constantFrom('merchant' as const, 'customer' as const);
const input = fc.record({
  priceMinor: fc.bigInt({ min: 1n, max: 1_500_000n }),
  tax: fc.record({
    name: fc.constant('VAT'),
    rateBps: fc.integer({ min: 0, max: 10_000 }),
    type: fc.constantFrom('exclusive' as const, 'inclusive' as const, 'exempt' as const),
  }),
  fees: fc.record({
    serviceBps: fc.integer({ min: 0, max: 1_000 }),
    servicePayer: payer,
    networkFeeMinor: fc.bigInt({ min: 0n, max: 10_000n }),
    networkPayer: payer,
  }),
});

describe('taxes', () => {
  test('exclusive comes on top, inclusive is contained, exempt is none', () => {
    expect(taxLines(10_000n, { name: 'VAT', rateBps: 1_900, type: 'exclusive' })).toMatchObject([{ minor: 1_900n }]);
    expect(taxLines(11_900n, { name: 'VAT', rateBps: 1_900, type: 'inclusive' })).toMatchObject([{ minor: 1_900n }]);
    expect(taxLines(10_000n, exempt)).toEqual([]);
  });

  test('a half cent rounds up', () => {
    expect(taxLines(50n, { name: 'VAT', rateBps: 100, type: 'exclusive' })).toMatchObject([{ minor: 1n }]);
    expect(taxLines(49n, { name: 'VAT', rateBps: 100, type: 'exclusive' })).toMatchObject([{ minor: 0n }]);
  });
});

describe('the price of an invoice', () => {
  test('is price, exclusive tax and the fees the customer pays', () => {
    const priced = priceInvoice({
      priceMinor: 10_000n,
      tax: { name: 'VAT', rateBps: 1_900, type: 'exclusive' },
      fees: { serviceBps: 100, servicePayer: 'customer', networkFeeMinor: 25n, networkPayer: 'customer' },
    });
    expect(priced).toMatchObject({
      priceMinor: 10_000n,
      serviceFeeMinor: 119n,
      networkFeeMinor: 25n,
      totalMinor: 12_044n,
    });
  });

  test('is the price alone when the merchant pays the fees and tax is contained', () => {
    const tax = { name: 'VAT', rateBps: 1_900, type: 'inclusive' } as const;
    expect(priceInvoice({ priceMinor: 11_900n, tax, fees: noFees })).toMatchObject({
      totalMinor: 11_900n,
      serviceFeeMinor: 0n,
    });
  });

  test('is the sum of the items', () => {
    const items = [
      { name: 'Mug', quantity: 3, priceMinor: 1_050n },
      { name: 'Post', quantity: 1, priceMinor: 0n },
    ];
    expect(priceInvoice({ items, tax: exempt, fees: noFees }).priceMinor).toBe(3_150n);
    expect(priceInvoice({ items, priceMinor: 3_150n, tax: exempt, fees: noFees }).priceMinor).toBe(3_150n);
    expect(() => priceInvoice({ items, priceMinor: 3_153n, tax: exempt, fees: noFees })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        fields: { amount: ['The amount must equal the sum of the items, but for one minor unit per item.'] },
      }),
    );
  });

  test.each<[string, Partial<PricingInput>]>([
    ['neither amount nor items', {}],
    ['a price of zero', { priceMinor: 0n }],
    ['a negative price', { priceMinor: -1n }],
    ['half a piece', { items: [{ name: 'x', quantity: 0.5, priceMinor: 100n }] }],
    ['no piece', { items: [{ name: 'x', quantity: 0, priceMinor: 100n }] }],
    [
      'a negative piece price beside a larger one',
      {
        items: [
          { name: 'x', quantity: 1, priceMinor: 100n },
          { name: 'y', quantity: 1, priceMinor: -50n },
        ],
      },
    ],
    ['more pieces than can be counted', { items: [{ name: 'x', quantity: 2 ** 60, priceMinor: 1n }] }],
  ])('hazard 56: %s is refused', (_, part) => {
    expect(() => priceInvoice({ ...part, tax: exempt, fees: noFees })).toThrow(
      expect.objectContaining({ status: 422 }),
    );
  });

  test('adds up, whatever the terms', () => {
    fc.assert(
      fc.property(input, (terms) => {
        const priced = priceInvoice(terms);
        const onTop = priced.taxes
          .filter((line) => line.type === 'exclusive')
          .reduce((sum, line) => sum + line.minor, 0n);
        expect(priced.totalMinor).toBe(priced.priceMinor + onTop + priced.serviceFeeMinor + priced.networkFeeMinor);
        expect(priced.totalMinor >= priced.priceMinor).toBe(true);
        for (const line of priced.taxes)
          if (line.type === 'inclusive') expect(line.minor <= priced.priceMinor).toBe(true);
      }),
    );
  });
});

describe('settling', () => {
  test('the parts sum to what is settled, none of them negative', () => {
    fc.assert(
      fc.property(input, fc.bigInt({ min: 0n, max: 10n ** 22n }), (terms, settledMinor) => {
        const priced = priceInvoice(terms);
        const split = splitSettlement(settledMinor, { ...priced, serviceFeeBps: terms.fees.serviceBps });
        expect(split.serviceFeeMinor + split.networkFeeMinor + split.netMinor).toBe(settledMinor);
        expect(split.serviceFeeMinor >= 0n && split.networkFeeMinor >= 0n && split.netMinor >= 0n).toBe(true);
      }),
    );
  });

  test('a fee the customer pays leaves the merchant with the price', () => {
    const terms = { serviceFeeBps: 100, serviceFeeMinor: 100n, networkFeeMinor: 0n, totalMinor: 10_100n };
    expect(splitSettlement(1_010_000n, terms)).toEqual({
      serviceFeeMinor: 10_000n,
      networkFeeMinor: 0n,
      netMinor: 1_000_000n,
    });
  });

  test('a fee the merchant pays is the share of the plan', () => {
    const terms = { serviceFeeBps: 100, serviceFeeMinor: 0n, networkFeeMinor: 0n, totalMinor: 10_000n };
    expect(splitSettlement(1_000_099n, terms)).toMatchObject({ serviceFeeMinor: 10_000n, netMinor: 990_099n });
  });

  test('the network fee in fiat covers its cost', () => {
    const rate = parseRate('62345.67', { ...about, asset: 'BTC', currency: 'EUR' });
    expect(networkFeeInFiat(gate('BTC'), rate)).toBe(125n);
  });
});

describe('bounds', () => {
  const usd = parseRate('66000', { ...about, asset: 'BTC', currency: 'USD' });
  const eur = parseRate('60000', { ...about, asset: 'BTC', currency: 'EUR' });

  test('from 1 to 15000 EUR, both included', () => {
    expect(() => checkInvoiceBounds(100n, 'EUR', null)).not.toThrow();
    expect(() => checkInvoiceBounds(1_500_000n, 'EUR', null)).not.toThrow();
    expect(() => checkInvoiceBounds(99n, 'EUR', null)).toThrow(
      expect.objectContaining({ code: 'amount_too_small', status: 422 }),
    );
    expect(() => checkInvoiceBounds(1_500_001n, 'EUR', null)).toThrow(
      expect.objectContaining({ code: 'amount_too_large' }),
    );
  });

  test('at the cross rate in another currency, before rounding', () => {
    const rates = { inCurrency: usd, inEur: eur };
    expect(() => checkInvoiceBounds(110n, 'USD', rates)).not.toThrow();
    expect(() => checkInvoiceBounds(109n, 'USD', rates)).toThrow(expect.objectContaining({ code: 'amount_too_small' }));
    expect(() => checkInvoiceBounds(1_650_000n, 'USD', rates)).not.toThrow();
    expect(() => checkInvoiceBounds(1_650_001n, 'USD', rates)).toThrow(
      expect.objectContaining({ code: 'amount_too_large' }),
    );
  });

  test('are never skipped for want of a rate', () => {
    expect(() => checkInvoiceBounds(100n, 'USD', null)).toThrow(RangeError);
  });

  test('a gate asks for at least twice its network fee', () => {
    const trx = gate('TRX');
    expect(() => checkGateMinimum(2n * trx.networkFeeMinor, trx)).not.toThrow();
    expect(() => checkGateMinimum(2n * trx.networkFeeMinor - 1n, trx)).toThrow(
      expect.objectContaining({ code: 'amount_too_small' }),
    );
  });
});
