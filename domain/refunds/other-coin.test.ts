import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CryptoGateId, gates } from '../assets/assets.ts';
import { priceTo } from '../conversion/price.ts';
import { amountInstead, canPayIn, payingBalance, returnedBy } from './other-coin.ts';

const BTC = 'BTC' as const;
const money = { own: BTC, autoconversion: { type: 'none' }, convertedTo: null, convertingMinor: 0n } as const;
const settled = { ...money, unsettledMinor: 0n };

describe('the balance that pays a refund in another coin', () => {
  test('has the money of the invoice: its coin, or what all of it was converted into', () => {
    expect(payingBalance(settled)).toBe('BTC');
    const full = { type: 'full', gate_id: 'EUR' } as const;
    expect(payingBalance({ ...settled, autoconversion: full, convertedTo: 'EUR' })).toBe('EUR');
  });

  test('is none while money is unsettled or converting, or where it is on two balances', () => {
    expect(payingBalance({ ...settled, unsettledMinor: 1n })).toBeNull();
    expect(payingBalance({ ...settled, convertingMinor: 1n })).toBeNull();
    const half = { type: 'partial', gate_id: 'EUR', percent: 50 } as const;
    expect(payingBalance({ ...settled, autoconversion: half, convertedTo: 'EUR' })).toBeNull();
  });

  test.each<[CryptoGateId, CryptoGateId, 'BTC' | 'EUR' | 'LTC' | 'BCH' | 'TRX', boolean]>([
    ['LTC', 'BTC', 'BTC', true],
    ['LTC', 'BTC', 'LTC', true],
    ['LTC', 'BTC', 'EUR', true],
    ['BTC', 'BTC', 'BTC', false],
    ['TRX', 'BTC', 'BTC', false],
    ['LTC', 'TRX', 'TRX', false],
    ['ETH', 'BCH', 'BCH', false],
    ['ETH', 'BTC', 'BCH', false],
  ])('%s for %s out of %s: %s', (to, own, from, expected) => {
    expect(canPayIn(to, { own, from })).toBe(expected);
  });
});

describe('the amount in another coin', () => {
  const pair = { from: BTC, to: 'LTC' } as const;

  test('is what the own coins buy: 0.001 BTC at 500 LTC, less 0.3 % of spread and 0.5 % of fee', () => {
    const mid = { ratio: { num: 500n, den: 1n }, sources: [] };
    expect(amountInstead(pair, 100_000n, mid, { spreadBps: 30, feeBps: 50 })).toBe(49_600_750n);
  });

  test('never costs more of them than the refund covers', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const parts = fc.bigInt({ min: 1n, max: 10n ** 6n });
    const bps = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(amounts, parts, parts, bps, bps, (own, num, den, spreadBps, feeBps) => {
        const mid = { ratio: { num, den }, sources: [] };
        const terms = { spreadBps, feeBps };
        const minor = amountInstead(pair, own, mid, terms);
        if (minor > 0n) expect(priceTo(pair, minor, mid, terms).amountFromMinor).toBeLessThanOrEqual(own);
      }),
    );
  });
});

test('a refund returns its own coins, or those that it covers', () => {
  const refund = { gateId: gates.LTC.id, amountMinor: 7n, covers: null };
  expect(returnedBy(refund)).toEqual({ gateId: 'LTC', minor: 7n });
  const covers = { gateId: BTC, minor: 3n };
  expect(returnedBy({ ...refund, covers })).toBe(covers);
});
