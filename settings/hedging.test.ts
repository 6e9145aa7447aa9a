import { expect, test } from 'vitest';
import { testConfig } from './config.fixture.ts';
import { hedgingOf, isConversionPossible } from './hedging.ts';

const account = { EXCHANGE_KRAKEN_KEY: 'key', EXCHANGE_KRAKEN_SECRET: 'c2VjcmV0' };
const production = {
  NODE_ENV: 'production',
  TEMPORAL_CODEC_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
};

test('sandbox mode is always hedged on simulators', () => {
  for (const env of [{}, account, production]) expect(hedgingOf(testConfig(env), 'sandbox')).toBe('simulated');
});

test('production mode is simulated as long as every chain of it is', () => {
  expect(hedgingOf(testConfig(), 'production')).toBe('simulated');
  const withNode = testConfig({
    CHAIN_LTC_URL: 'http://127.0.0.1:1',
    XPUB_LTC: testConfig().accountXpubs.sandbox.LTC,
  });
  expect(hedgingOf(withNode, 'production')).toBe('none');
});

test('without an exchange, production offers no conversions; with one it does', () => {
  expect(isConversionPossible(testConfig(production), 'production')).toBe(false);
  expect(isConversionPossible(testConfig({ ...production, ...account }), 'production')).toBe(true);
  expect(hedgingOf(testConfig({ ...production, ...account }), 'production')).toBe('exchanges');
  expect(isConversionPossible(testConfig(production), 'sandbox')).toBe(true);
});

test('half of an account is a mistake', () => {
  expect(() => testConfig({ EXCHANGE_BINANCE_KEY: 'key' })).toThrow('EXCHANGE_BINANCE_SECRET is required');
  expect(() => testConfig({ EXCHANGE_KRAKEN_SECRET: 'c2VjcmV0' })).toThrow('EXCHANGE_KRAKEN_KEY is required');
});
