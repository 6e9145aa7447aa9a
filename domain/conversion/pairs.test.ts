import { describe, expect, test } from 'vitest';
import { CRYPTO_GATES } from '../assets/assets.ts';
import { CONVERSION_TARGETS, canConvert, conversionProblem, keptAsTheyAre } from './pairs.ts';

describe('conversion (spec §5)', () => {
  test('BCH cannot convert to ETH, and to everything else it can', () => {
    expect(canConvert('BCH', 'ETH')).toBe(false);
    expect(CONVERSION_TARGETS.filter((to) => canConvert('BCH', to))).toEqual([
      'BTC',
      'LTC',
      'USDT_ERC20',
      'USDT_TRC20',
      'XRP',
      'EUR',
    ]);
    expect(conversionProblem(['BCH'], 'ETH')).toBe('BCH cannot convert to ETH.');
  });

  test('Tron cannot be converted, in neither direction', () => {
    for (const id of CRYPTO_GATES) {
      expect(canConvert('TRX', id)).toBe(false);
      expect(canConvert(id, 'TRX')).toBe(false);
    }
    expect(conversionProblem(['TRX'], 'BTC')).toBe('Tron cannot be converted.');
    expect(conversionProblem(['BTC'], 'TRX')).toBe('Tron cannot be converted.');
    expect(CONVERSION_TARGETS).not.toContain('TRX');
  });

  test('what cannot be converted is kept beside what can', () => {
    expect(keptAsTheyAre(CRYPTO_GATES, 'ETH')).toEqual(['BCH', 'TRX']);
    expect(conversionProblem(CRYPTO_GATES, 'ETH')).toBeUndefined();
    expect(conversionProblem(['BCH', 'TRX'], 'ETH')).toBe(
      'None of the assets you receive can be converted to this one.',
    );
  });
});
