import { describe, expect, it } from 'vitest';
import { coinsOf, insufficientBalance } from './debt.ts';

const REFUSAL = 'Insufficient balance. Please adjust the amount and try again.';

describe('a balance that does not cover what should leave', () => {
  it('is refused in the words of the spec where nothing is owed', () => {
    expect(insufficientBalance([])).toBe(REFUSAL);
    expect(insufficientBalance([{ asset: 'BTC', minor: 0n }])).toBe(REFUSAL);
  });

  it('names each debt, why there is one, and how it is paid', () => {
    const owed = [
      { asset: 'BTC', minor: 150_000n },
      { asset: 'LTC', minor: 0n },
      { asset: 'USDT_TRC20', minor: 1n },
    ];
    expect(insufficientBalance(owed)).toBe(
      `${REFUSAL} You owe 0.0015 BTC and 0.000001 USDT, ` +
        'because a reorganization of the blockchain undid payments after their money had left. ' +
        'Incoming payments pay this first, and as much of the balance stays here until then.',
    );
  });
});

it('an amount of an asset that is not supported is shown in its smallest units', () => {
  expect(coinsOf({ asset: 'ETH:0x12', minor: 12n })).toBe('12 units of ETH:0x12');
});

it('an amount of euro has its cents', () => {
  expect(coinsOf({ asset: 'EUR', minor: 1_250n })).toBe('12.50 EUR');
});
