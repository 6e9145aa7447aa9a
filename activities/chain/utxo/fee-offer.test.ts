import { describe, expect, test } from 'vitest';
import { offerOf } from './fee-offer.ts';

const entry = { fees: { base: 0.00000423, ancestor: 0.00000423 }, vsize: 141, ancestorsize: 141 };

describe('the offer of a waiting transaction', () => {
  test('is its fee in minor units for its virtual bytes, and whether it signals a replacement', () => {
    expect(offerOf('BTC', { ...entry, 'bip125-replaceable': true })).toEqual({
      feeMinor: 423n,
      units: 141n,
      isReplaceable: true,
    });
    expect(offerOf('LTC', { ...entry, 'bip125-replaceable': false })?.isReplaceable).toBe(false);
    expect(offerOf('LTC', entry)?.isReplaceable).toBe(false);
  });

  test('is never replaceable on Bitcoin Cash, whose node calls the size another name', () => {
    const { vsize: size, ...other } = entry;
    expect(offerOf('BCH', { ...other, size, 'bip125-replaceable': true })).toEqual({
      feeMinor: 423n,
      units: 141n,
      isReplaceable: false,
    });
  });

  test('is that of all transactions that wait before it, where those offer less', () => {
    const behind = { fees: { base: 0.0000282, ancestor: 0.00002961 }, vsize: 141, ancestorsize: 282 };
    expect(offerOf('BTC', behind)).toMatchObject({ feeMinor: 2_961n, units: 282n });
    const before = { fees: { base: 0.00000141, ancestor: 0.00002961 }, vsize: 141, ancestorsize: 282 };
    expect(offerOf('BTC', before)).toMatchObject({ feeMinor: 141n, units: 141n });
  });

  test('is unknown where the node does not say it, or talks nonsense', () => {
    expect(offerOf('BTC', {})).toBeUndefined();
    for (const base of [undefined, null, '1', -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(offerOf('BTC', { ...entry, fees: { base } })).toBeUndefined();
    }
    for (const vsize of [0, -5, 1.5, '141', null]) {
      expect(offerOf('BTC', { ...entry, vsize })).toBeUndefined();
    }
  });
});
