import { afterEach, describe, expect, test } from 'vitest';
import { exchangeSource } from './exchange.ts';
import {
  bitstampAnswers,
  coinbaseAnswers,
  type FakeExchange,
  krakenAnswers,
  startFakeExchange,
} from './exchange-server.fixture.ts';

const btc = { bid: '60000.1', ask: '60000.3', last: '59000.0' };
const ltc = { bid: '80.10', ask: '80.20', last: '80.15' };
let server: FakeExchange | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(answers: Record<string, unknown>): Promise<FakeExchange> {
  server = await startFakeExchange(answers);
  return server;
}

describe('an exchange', () => {
  test('kraken: the middle of the book, timed by the answer because kraken gives no time', async () => {
    const { url } = await serve(krakenAnswers(btc, ltc));
    const samples = await exchangeSource('kraken', { apiUrl: url, paced: false, nowMs: () => 1_000 }).sample();
    expect(samples).toEqual([
      { asset: 'BTC', currency: 'EUR', value: '60000.2', sampledAtMs: 1_000 },
      { asset: 'LTC', currency: 'EUR', value: '80.15', sampledAtMs: 1_000 },
    ]);
  });

  test('bitstamp: timed by the exchange', async () => {
    const { url } = await serve(bitstampAnswers(btc, ltc, 1_700_000_000_000));
    const samples = await exchangeSource('bitstamp', { apiUrl: url, paced: false }).sample();
    expect(samples).toContainEqual({ asset: 'BTC', currency: 'EUR', value: '60000.2', sampledAtMs: 1_700_000_000_000 });
  });

  test('coinbase: the price it names, where it shows no book', async () => {
    const { url } = await serve(coinbaseAnswers('60000.21', '80.15'));
    const samples = await exchangeSource('coinbase', { apiUrl: url, paced: false, nowMs: () => 1_000 }).sample();
    expect(samples).toContainEqual({ asset: 'LTC', currency: 'EUR', value: '80.15', sampledAtMs: 1_000 });
    expect(samples).toContainEqual({ asset: 'BTC', currency: 'EUR', value: '60000.21', sampledAtMs: 1_000 });
  });

  test('keeps the digits of the exchange: nothing passes through a float', async () => {
    const { url } = await serve(coinbaseAnswers('60000.123456789012345678', '80.1'));
    const [sample] = await exchangeSource('coinbase', { apiUrl: url, paced: false }).sample();
    expect(sample?.value).toBe('60000.123456789012345678');
  });

  test('goes by the last trade where the book is crossed or too wide to mean anything', async () => {
    const { url } = await serve(
      krakenAnswers({ bid: '60000', ask: '50000', last: '59990.5' }, { bid: '70', ask: '90', last: '80.15' }),
    );
    const samples = await exchangeSource('kraken', { apiUrl: url, paced: false }).sample();
    expect(samples.map(({ value }) => value)).toEqual(['59990.5', '80.15']);
  });

  test('gives nothing for a pair without a price', async () => {
    const { url } = await serve(krakenAnswers({ bid: '0', ask: '0', last: '0' }, ltc));
    const samples = await exchangeSource('kraken', { apiUrl: url, paced: false }).sample();
    expect(samples.map(({ asset }) => asset)).toEqual(['LTC']);
  });

  test('lists the markets once, then asks for prices only', async () => {
    const { url, requests } = await serve(krakenAnswers(btc, ltc));
    const source = exchangeSource('kraken', { apiUrl: url, paced: false });
    await source.sample();
    await source.sample();
    expect(requests.filter((path) => path.endsWith('AssetPairs'))).toHaveLength(1);
    expect(requests.filter((path) => path.endsWith('Ticker'))).toHaveLength(2);
  });

  test('fails while the exchange is down, and recovers with it, also when it was down from the start', async () => {
    const exchange = await serve(krakenAnswers(btc, ltc));
    const source = exchangeSource('kraken', { apiUrl: exchange.url, paced: false });
    exchange.failWith(503);
    await expect(source.sample()).rejects.toThrow();
    await expect(source.sample()).rejects.toThrow();
    exchange.failWith(null);
    await expect(source.sample()).resolves.toHaveLength(2);
    exchange.failWith(500);
    await expect(source.sample()).rejects.toThrow();
    exchange.failWith(null);
    await expect(source.sample()).resolves.toHaveLength(2);
  });

  test('gives up on an exchange that does not answer', async () => {
    const exchange = await serve(krakenAnswers(btc, ltc));
    exchange.failWith('hang');
    await expect(
      exchangeSource('kraken', { apiUrl: exchange.url, paced: false, timeoutMs: 200 }).sample(),
    ).rejects.toThrow();
  });

  test.each(['../evil', 'no-such', ''])('%j is no exchange', async (id) => {
    await expect(exchangeSource(id).sample()).rejects.toThrow();
  });
});
