import { expect, test } from 'vitest';
import type { Asset } from '../assets/assets.ts';
import { deriveCrosses } from './rate-crosses.ts';
import { parseRate, type Rate } from './rates.ts';

function rate(asset: Asset, currency: string, value: string, atMs = 1_000): Rate {
  return parseRate(value, {
    asset,
    currency,
    source: 'test',
    sampledAt: new Date(atMs),
    expiresAt: new Date(atMs + 60_000),
  });
}

test('a pair no market makes is derived from two that do, and is as old as the older', () => {
  const derived = deriveCrosses([
    rate('TRX', 'USD', '0.30', 500),
    rate('BTC', 'USD', '100000'),
    rate('BTC', 'GBP', '75000'),
  ]);
  expect(derived).toHaveLength(1);
  expect(derived[0]).toMatchObject({
    asset: 'TRX',
    currency: 'GBP',
    value: '0.225',
    source: 'cross(TRX/USD, BTC/GBP)',
    sampledAt: new Date(500),
    expiresAt: new Date(60_500),
  });
});

test('what a market makes is left alone', () => {
  const made = [
    rate('TRX', 'GBP', '9'),
    rate('TRX', 'USD', '0.30'),
    rate('BTC', 'USD', '100000'),
    rate('BTC', 'GBP', '75000'),
  ];
  expect(deriveCrosses(made)).toEqual([]);
});

test('without a price of the currency there is none: nothing is assumed to be 1:1', () => {
  expect(deriveCrosses([rate('USDT', 'USD', '1.0001'), rate('BTC', 'USD', '100000')])).toEqual([]);
});
