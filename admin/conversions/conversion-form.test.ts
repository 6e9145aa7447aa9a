import '../i18n/back-office-words.ts';
import './conversion-words.ts';
import { describe, expect, it } from 'vitest';
import { makeBalances } from '../testing/fixtures.fixture.ts';
import { makeRate } from '../testing/mock-conversions.fixture.ts';
import {
  amountWords,
  type ConversionRequest,
  initialConversion,
  isReviewed,
  percentOf,
  rateText,
  requestedProblem,
  requestOf,
  secondsLeft,
  sourcesOf,
  targetAfter,
  targetsOf,
} from './conversion-form.ts';

const request = (changes: Partial<ConversionRequest> = {}): ConversionRequest => ({
  from: 'BTC',
  to: 'EUR',
  side: 'from',
  amount: '0.1',
  ...changes,
});
const limits = { available: '0.41820000', rate: makeRate() };

describe('what can be converted', () => {
  it('is every balance with something available, but not suspended ones and Tron', () => {
    const [first] = makeBalances();
    if (first === undefined) throw new Error('The fixture has balances.');
    const tron = { ...first, gate_id: 'TRX' as const, asset: 'TRX', available: '5.000000' };
    const frozen = { ...first, gate_id: 'XRP' as const, frozen: true };
    expect(sourcesOf([...makeBalances(), tron, frozen]).map(({ gate_id }) => gate_id)).toEqual([
      'BTC',
      'ETH',
      'USDT_TRC20',
      'LTC',
    ]);
  });

  it('begins with the named asset, else with the one worth most, into euro', () => {
    const [first, ...others] = sourcesOf(makeBalances());
    if (first === undefined) throw new Error('The fixture has balances.');
    expect(initialConversion([first, ...others], 'LTC')).toMatchObject({ from: 'LTC', to: 'EUR' });
    expect(initialConversion([first, ...others], 'DOGE')).toMatchObject({ from: 'BTC', to: 'EUR' });
  });

  it('keeps a target that the next asset can be converted into, and replaces one that it cannot', () => {
    expect(targetAfter('LTC', 'ETH')).toBe('ETH');
    expect(targetAfter('BCH', 'ETH')).toBe('BTC');
    expect(targetAfter('EUR', 'EUR')).not.toBe('EUR');
    expect(targetsOf('BCH')).not.toContain('ETH');
  });
});

it('is the amount that was typed, whatever the other side shows', () => {
  const values = { from: 'BTC', to: 'EUR', amount_from: ' 0.1 ', amount_to: '5000' } as const;
  expect(requestOf({ ...values, side: 'from' })).toEqual({ from: 'BTC', to: 'EUR', side: 'from', amount: '0.1' });
  expect(requestOf({ ...values, side: 'to' }).amount).toBe('5000');
});

describe('an amount', () => {
  it('is not wrong while there is none', () => {
    expect(requestedProblem(request({ amount: '' }), limits)).toBeUndefined();
  });

  it.each([
    ['0', 'Amount must be greater than 0'],
    ['0.1234567890', 'The amount may have at most 8 decimal places.'],
    ['1e3', 'Enter digits, with a point for decimals: 1.5'],
    ['0.00001', 'Amount is less than the minimum value: 0.00010000 BTC'],
    ['2', 'Amount is greater than the maximum value: 1.50000000 BTC'],
    ['0.5', 'Insufficient balance. Please adjust the amount and try again.'],
  ])('of %s is refused in the words of the spec', (amount, words) => {
    expect(requestedProblem(request({ amount }), limits)).toBe(words);
  });

  it('may be the whole balance', () => {
    expect(requestedProblem(request({ amount: '0.4182' }), limits)).toBeUndefined();
  });

  it('that is wanted has the places of what is wanted; its limits are in the price', () => {
    expect(requestedProblem(request({ side: 'to', amount: '99999999.99' }), limits)).toBeUndefined();
    expect(requestedProblem(request({ side: 'to', amount: '1.234' }), limits)).toBe(
      'The amount may have at most 2 decimal places.',
    );
  });
});

it('a price is firm for thirty seconds from when it came, whatever the clock says', () => {
  const receivedAt = 1_000_000;
  expect(secondsLeft(receivedAt, receivedAt - 60_000)).toBe(30);
  expect(secondsLeft(receivedAt, receivedAt + 29_001)).toBe(1);
  expect(secondsLeft(receivedAt, receivedAt + 30_000)).toBe(0);
  expect(secondsLeft(receivedAt, receivedAt + 90_000)).toBe(0);
});

it('basis points are shown as a percentage', () => {
  expect([0, 5, 50, 125].map(percentOf)).toEqual(['0.00', '0.05', '0.50', '1.25']);
});

describe('what is converted', () => {
  it('is said as people say it: without zeros at the end, with the network of a token, euro with their sign', () => {
    expect(amountWords('0.00100000', 'BTC')).toBe('0.001 BTC');
    expect(amountWords('1500.000000', 'USDT_TRC20')).toBe('1,500 USDT (TRON)');
    expect(amountWords('1081.13', 'EUR')).toBe('€1,081.13');
  });

  it('has a rate of as many decimals as its target, or of four digits', () => {
    expect(rateText('81541.29268208', 'EUR')).toBe('€81,541.29');
    expect(rateText('0.00001226372841', 'BTC')).toBe('0.00001226 BTC');
    expect(rateText('0.00372841', 'EUR')).toBe('€0.003728');
  });

  it('is reviewed first if it is worth much, all there is, or of unknown value', () => {
    const [bitcoin] = makeBalances();
    if (bitcoin === undefined) throw new Error('The fixture has balances.');
    const balance = { ...bitcoin, available: '0.50000000', pending: '0', held: '0.50000000', value: '80000.00' };
    expect(isReviewed({ amount_from: '0.01249999' }, balance)).toBe(false);
    expect(isReviewed({ amount_from: '0.01250000' }, balance)).toBe(true);
    expect(isReviewed({ amount_from: '0.50000000' }, { ...balance, value: '10.00' })).toBe(true);
    expect(isReviewed({ amount_from: '0.001' }, { ...balance, value: null })).toBe(true);
  });
});
