import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { currentRate } from '../../db/rates/rates.fixture.ts';
import { currentRates, upsertRates } from '../../db/rates/rates.ts';
import { ASSETS } from '../../domain/assets/assets.ts';
import { CURRENCIES } from '../../domain/money/currencies.ts';
import { parseRate } from '../../domain/money/rates.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { KeptLoops } from '../kept-loops.ts';
import { createRateActivities } from './activities.ts';
import { exchangeSource } from './exchange.ts';
import {
  bitstampAnswers,
  coinbaseAnswers,
  type FakeExchange,
  krakenAnswers,
  startFakeExchange,
} from './exchange-server.fixture.ts';
import type { RateSource } from './port.ts';
import { type RefreshDeps, refreshRates } from './refresh.ts';
import { simulatedMarket } from './simulated-market.ts';
import { ratePlan, usesSimulatedMarket } from './sources.ts';

const { db } = await openTestDatabase();

beforeEach(() => execute(db, 'DELETE FROM rate'));

function source(name: string, value: string, ageMs = 0): RateSource {
  return { name, sample: async () => [{ asset: 'BTC', currency: 'EUR', value, sampledAtMs: Date.now() - ageMs }] };
}

function deps(sources: readonly RateSource[], changes: Partial<RefreshDeps> = {}): RefreshDeps {
  return {
    db,
    sources,
    rules: { maxAgeMs: 60_000, maxAheadMs: 5_000, maxDeviationBps: 200, minSources: 2 },
    lifetimeMs: 60_000,
    sourceTimeoutMs: 5_000,
    nowMs: Date.now,
    ...changes,
  };
}

const btcEur = { mode: 'production', asset: 'BTC', currency: 'EUR' } as const;
const unavailable = expect.objectContaining({ code: 'rate_unavailable', status: 503 });

describe('refreshing rates', () => {
  test('stores the median of the sources that agree, with their names', async () => {
    const report = await refreshRates(
      'production',
      deps([source('a', '60000'), source('b', '60010'), source('c', '60020')]),
    );
    expect(report).toEqual({ stored: 1, refused: [], failures: {} });
    expect(await currentRate(db, btcEur)).toMatchObject({
      value: '60010',
      num: 60_010n * 10n ** 18n,
      source: 'median(a, b, c)',
    });
  });

  test('one source is no rate in production', async () => {
    expect(await refreshRates('production', deps([source('a', '60000')]))).toMatchObject({
      stored: 0,
      refused: ['BTC/EUR'],
    });
    await expect(currentRate(db, btcEur)).rejects.toThrow(unavailable);
  });

  test('a source that fails or hangs costs its own word only', async () => {
    const broken: RateSource = { name: 'broken', sample: () => Promise.reject(new Error('503')) };
    const hanging: RateSource = { name: 'hanging', sample: () => new Promise(() => {}) };
    const report = await refreshRates(
      'production',
      deps([source('a', '60000'), broken, source('b', '60000'), hanging], { sourceTimeoutMs: 50 }),
    );
    expect(report).toMatchObject({ stored: 1, failures: { broken: '503', hanging: 'no answer in 50 ms' } });
  });

  test('when sources are lost, the last rate runs out and is refused: never silently old, never 1:1', async () => {
    await refreshRates('production', deps([source('a', '60000'), source('b', '60000')], { lifetimeMs: 300 }));
    expect(await currentRate(db, btcEur)).toMatchObject({ value: '60000' });
    await refreshRates('production', deps([source('a', '1')]));
    await expect.poll(() => currentRate(db, btcEur).catch((error: unknown) => error)).toEqual(unavailable);
  });

  test('the age of a rate counts from its oldest sample', async () => {
    await refreshRates('production', deps([source('a', '60000', 50_000), source('b', '60000')]));
    const rate = await currentRate(db, btcEur);
    expect(Date.now() - rate.sampledAt.getTime()).toBeGreaterThanOrEqual(50_000);
    expect(rate.expiresAt.getTime() - rate.sampledAt.getTime()).toBe(60_000);
  });

  test('an older round that ends late does not undo a newer one', async () => {
    const rate = (value: string, at: number) =>
      parseRate(value, {
        asset: 'BTC',
        currency: 'EUR',
        source: 'x',
        sampledAt: new Date(at),
        expiresAt: new Date(at + 60_000),
      });
    const now = Date.now();
    await inTransaction(db, (tx) => upsertRates(tx, 'production', [rate('2', now)]));
    await inTransaction(db, (tx) => upsertRates(tx, 'production', [rate('1', now - 1_000)]));
    expect(await currentRate(db, btcEur)).toMatchObject({ value: '2' });
  });

  test('modes do not see each other', async () => {
    await refreshRates('production', deps([source('a', '60000'), source('b', '60000')]));
    await expect(currentRate(db, { ...btcEur, mode: 'sandbox' })).rejects.toThrow(unavailable);
  });
});

describe('with three exchanges', () => {
  const book = (middle: number) => ({ bid: String(middle - 1), ask: String(middle + 1), last: String(middle) });
  const exchanges: FakeExchange[] = [];
  afterAll(() => Promise.all(exchanges.map((exchange) => exchange.close())));

  test('the rate is their median, and goes on when one of them fails', async () => {
    const ltc = { bid: '80.1', ask: '80.2', last: '80.15' };
    const answers = {
      kraken: krakenAnswers(book(60_000), ltc),
      bitstamp: bitstampAnswers(book(60_020), ltc, Date.now()),
      coinbase: coinbaseAnswers('60040', '1.00'),
    };
    const sources: RateSource[] = [];
    for (const [id, each] of Object.entries(answers)) {
      const exchange = await startFakeExchange(each);
      exchanges.push(exchange);
      sources.push(exchangeSource(id, { apiUrl: exchange.url, paced: false }));
    }
    expect(await refreshRates('production', deps(sources))).toMatchObject({ stored: 2, failures: {} });
    expect(await currentRate(db, btcEur)).toMatchObject({
      value: '60020',
      source: 'median(kraken, bitstamp, coinbase)',
    });
    // Coinbase's litecoin was far off.
    expect(await currentRate(db, { ...btcEur, asset: 'LTC' })).toMatchObject({ source: 'median(kraken, bitstamp)' });

    exchanges[1]?.failWith(503);
    const report = await refreshRates('production', deps(sources));
    expect(Object.keys(report.failures)).toEqual(['bitstamp']);
    expect(await currentRate(db, btcEur)).toMatchObject({ value: '60020', source: 'median(kraken, coinbase)' });
  });
});

describe('the simulated market', () => {
  test('prices every asset in every currency, USDT on its own and not 1:1', async () => {
    const samples = await simulatedMarket().sample();
    expect(samples).toHaveLength(ASSETS.length * CURRENCIES.length);
    for (const { value } of samples) expect(value).toMatch(/^(0\.0*[1-9]|[1-9])/);
    expect(samples.find(({ asset, currency }) => asset === 'USDT' && currency === 'USD')?.value).toMatch(
      /^(0\.99|1\.00)\d/,
    );
  });

  test('depends on the clock alone, and moves', async () => {
    const at = (ms: number) => simulatedMarket(() => ms).sample();
    expect(await at(1_800_000_000_000)).toEqual(await at(1_800_000_000_000));
    expect((await at(1_800_000_000_000))[0]?.value).not.toBe((await at(1_800_000_010_000))[0]?.value);
  });

  test('moves by at most two per cent, and less than a tenth of one between two looks', async () => {
    const prices: number[] = [];
    for (let at = 0; at < 3_600_000; at += 10_000) {
      const samples = await simulatedMarket(() => 1_800_000_000_000 + at).sample();
      prices.push(Number(samples.find(({ asset, currency }) => asset === 'BTC' && currency === 'EUR')?.value));
    }
    expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(1.04);
    const steps = prices.slice(1).map((price, at) => Math.abs(price / (prices[at] ?? price) - 1));
    expect(Math.max(...steps)).toBeLessThan(0.001);
  });

  test('serves sandbox always, and production only while all of it is simulated', () => {
    expect(usesSimulatedMarket(testConfig(), 'sandbox')).toBe(true);
    expect(usesSimulatedMarket(testConfig(), 'production')).toBe(true);
    const real = testConfig({
      CHAIN_LTC_URL: 'http://u:p@localhost:1',
      XPUB_LTC: testConfig().accountXpubs.production.LTC,
    });
    expect(usesSimulatedMarket(real, 'production')).toBe(false);
    expect(ratePlan(real, 'production')).toMatchObject({ rules: { minSources: 2 } });
    expect(ratePlan(real, 'production').sources.length).toBeGreaterThanOrEqual(3);
    const strict = testConfig({
      NODE_ENV: 'production',
      TEMPORAL_CODEC_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    });
    expect(usesSimulatedMarket(strict, 'production')).toBe(false);
  });
});

describe('the activity', () => {
  const rules = { maxAgeMs: 60_000, maxAheadMs: 5_000, maxDeviationBps: 200, minSources: 1 };
  const details = {
    cancelRequested: false,
    notFound: false,
    paused: false,
    timedOut: false,
    workerShutdown: false,
    reset: false,
  };
  const input = { mode: 'sandbox' as const, turnMs: 60_000 };

  test('refreshes at once, reports each round as heartbeat, and ends when it is cancelled', async () => {
    const environment = new MockActivityEnvironment();
    const activities = createRateActivities({ db, config: testConfig(), keptLoops: new KeptLoops(db) });
    const beats: unknown[] = [];
    environment.on('heartbeat', (beat: unknown) => {
      beats.push(beat);
      environment.cancel('CANCELLED', { ...details, cancelRequested: true });
    });
    await expect(environment.run(activities.keepRates, input)).resolves.toEqual({ rounds: 1 });
    expect(beats).toMatchObject([{ stored: ASSETS.length * CURRENCIES.length, failures: {} }]);
    const rates = await currentRates(db, { mode: 'sandbox', assets: ['BTC', 'USDT'], currencies: ['EUR', 'JPY'] });
    expect(rates.map(({ asset, currency }) => `${asset}/${currency}`)).toEqual([
      'BTC/EUR',
      'BTC/JPY',
      'USDT/EUR',
      'USDT/JPY',
    ]);
  });

  /** Runs the activity until its first heartbeat, then ends it; counts how often the source was asked. */
  async function endedBy(why: Partial<typeof details>) {
    const requested: number[] = [];
    const market: RateSource = {
      name: 'market',
      sample: async () => {
        requested.push(Date.now());
        return [{ asset: 'BTC', currency: 'EUR', value: '60000', sampledAtMs: Date.now() }];
      },
    };
    const config = testConfig({ SANDBOX_RATE_REFRESH_SECONDS: '1' });
    const plan = { sources: [market], rules };
    const activities = createRateActivities({ db, config, keptLoops: new KeptLoops(db, 50), planFor: () => plan });
    const run = (reason: Partial<typeof details>) => {
      const environment = new MockActivityEnvironment();
      environment.on('heartbeat', () => environment.cancel('CANCELLED', { ...details, ...reason }));
      return environment.run(activities.keepRates, input);
    };
    await run(why);
    return { asked: requested, run };
  }

  test('goes on by itself while Temporal does not know of it, and hands over to the next run', async () => {
    const { asked, run } = await endedBy({ timedOut: true, notFound: true });
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3);
    await run({ cancelRequested: true });
    const count = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(asked).toHaveLength(count);
  });

  test('does not go on where another worker keeps the rates meanwhile', async () => {
    const first = await endedBy({ timedOut: true, notFound: true });
    const second = await endedBy({ timedOut: true, notFound: true });
    await expect.poll(() => second.asked.length).toBeGreaterThanOrEqual(2);
    const count = first.asked.length;
    await expect.poll(() => second.asked.length).toBeGreaterThanOrEqual(4);
    expect(first.asked).toHaveLength(count);
    await second.run({ cancelRequested: true });
  });
});
