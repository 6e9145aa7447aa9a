import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { execute } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { formatExact, ONE, parseExact, times } from '../../domain/treasury/exact.ts';
import { openCcxtExchange } from './ccxt-exchange.ts';
import { type SimulatedExchange, setTestRates, startSimulatedExchange, testOrder } from './exchanges.fixture.ts';
import { ExchangeRefusedError, ExchangeUnavailableError, type TradingWay } from './port.ts';
import { OPENING } from './simulator/market.ts';

const { db } = await openTestDatabase();
await setTestRates(db);
const all: Record<string, SimulatedExchange> = {
  kraken: await startSimulatedExchange(db, 'kraken'),
  binance: await startSimulatedExchange(db, 'binance'),
};
afterAll(async () => {
  for (const { simulator } of Object.values(all)) await simulator.close();
});
beforeEach(() => {
  for (const { simulator } of Object.values(all)) simulator.faults.clear();
});

function wayOf(name: string, kind: TradingWay['kind'] = 'order_book') {
  const found = all[name];
  const way = found?.exchange.ways.find((each) => each.kind === kind);
  if (found === undefined || way === undefined) throw new Error(`No ${kind} at ${name}.`);
  return { ...found, way };
}

describe.each(['kraken', 'binance'])('the order book of %s', (name) => {
  const { way, exchange, simulator } = wayOf(name);

  test('offers the average price of an amount, after the fee, in steps of its market', async () => {
    const offer = await way.offer({
      asset: 'BTC',
      side: 'sell',
      amount: parseExact('0.123456789'),
      mid: parseExact('80000'),
      bound: parseExact('79000.01'),
    });
    const [, fraction = ''] = formatExact(offer?.amount ?? 0n).split('.');
    expect(fraction.length).toBeLessThanOrEqual(8);
    expect(offer?.bound).toBe(parseExact('79000.1'));
    // 5 bps below the middle, and the fee of the exchange.
    const fee = name === 'kraken' ? '0.996' : '0.999';
    expect(offer?.price).toBe(times(parseExact('79960'), parseExact(fee)));
  });

  test('offers nothing below its minimum', async () => {
    const request = { asset: 'BTC', side: 'buy', mid: parseExact('80000'), bound: parseExact('81000') } as const;
    expect(await way.offer({ ...request, amount: 1n })).toBeNull();
  });

  test('fills an order from several levels; every trade and the balances agree', async () => {
    const before = await exchange.balances();
    const order = testOrder();
    await way.place(order);
    const found = await way.find(order);
    expect(found).toMatchObject({ isOpen: false });
    const fills = found?.fills ?? [];
    expect(fills.length).toBeGreaterThan(1);
    const sum = (of: (fill: (typeof fills)[number]) => bigint) => fills.reduce((total, fill) => total + of(fill), 0n);
    expect(sum(({ amount }) => amount)).toBe(order.amount);
    const after = await exchange.balances();
    const change = (currency: string) => (after.get(currency) ?? 0n) - (before.get(currency) ?? 0n);
    expect(change('BTC')).toBe(-order.amount);
    expect(fills.every(({ fee }) => fee?.currency === 'EUR')).toBe(true);
    expect(change('EUR')).toBe(sum(({ cost, fee }) => cost - (fee?.amount ?? 0n)));
    const trades = await exchange.trades(Date.now() - 60_000);
    expect(trades.map(({ tradeId }) => tradeId)).toEqual(expect.arrayContaining(fills.map(({ tradeId }) => tradeId)));
  });

  test('buys, with the fee in the currency of the exchange', async () => {
    const order = testOrder({ side: 'buy', bound: parseExact('81000'), amount: parseExact('0.01') });
    await way.place(order);
    const [fill] = (await way.find(order))?.fills ?? [];
    expect(fill?.fee?.currency).toBe(name === 'kraken' ? 'EUR' : 'BTC');
  });

  test('fills nothing beyond its bound', async () => {
    const order = testOrder({ bound: parseExact('79990') });
    await way.place(order);
    expect(await way.find(order)).toMatchObject({ isOpen: false, fills: [] });
  });

  test('fills a part, and the rest expires', async () => {
    simulator.faults.add('trade', 'partial');
    const order = testOrder({ amount: parseExact('0.2') });
    await way.place(order);
    const found = await way.find(order);
    expect(found?.isOpen).toBe(false);
    expect(found?.fills.reduce((sum, { amount }) => sum + amount, 0n)).toBe(parseExact('0.1'));
  });

  test('an order that stays open is canceled, also twice', async () => {
    simulator.faults.add('trade', 'rests');
    const order = testOrder();
    await way.place(order);
    expect(await way.find(order)).toMatchObject({ isOpen: true });
    await way.cancel(order);
    await way.cancel(order);
    expect(await way.find(order)).toMatchObject({ isOpen: false, fills: [] });
  });

  test('an order without funds is refused, and does not exist', async () => {
    const order = testOrder({ amount: 1_000n * ONE });
    await expect(way.place(order)).rejects.toThrow(ExchangeRefusedError);
    expect(await way.find(order)).toBeNull();
  });

  test('a rejected order is a definite no', async () => {
    simulator.faults.add('trade', 'reject');
    await expect(way.place(testOrder())).rejects.toThrow(ExchangeRefusedError);
  });

  test.each(['outage', 'rate_limit', 'silence', 'not_json'] as const)(
    'after %s the outcome is unknown, and a look finds no order',
    async (fault) => {
      simulator.faults.add('trade', fault);
      const order = testOrder();
      await expect(way.place(order)).rejects.toThrow(ExchangeUnavailableError);
      expect(await way.find(order)).toBeNull();
    },
  );

  test.each(['lost_answer', 'error_after_work', 'slow'] as const)(
    'after %s the outcome is unknown, and a look finds the order filled',
    async (fault) => {
      simulator.faults.add('trade', fault);
      const order = testOrder({ amount: parseExact('0.01') });
      await expect(way.place(order)).rejects.toThrow(ExchangeUnavailableError);
      expect((await way.find(order))?.fills).toHaveLength(1);
    },
  );

  test('an id that is open already was accepted before', async () => {
    simulator.faults.add('trade', 'rests');
    const order = testOrder();
    await way.place(order);
    if (name === 'binance') await way.place(order);
    await way.cancel(order);
    expect(await way.find(order)).toMatchObject({ isOpen: false, fills: [] });
  });

  test('a look that gets no answer says so, instead of "there is none"', async () => {
    const order = testOrder({ amount: parseExact('0.01') });
    await way.place(order);
    simulator.faults.add('look_up', 'outage');
    await expect(way.find(order)).rejects.toThrow(ExchangeUnavailableError);
  });

  test('a late order does not count', async () => {
    const order = testOrder({ deadlineMs: Date.now() - 1 });
    await expect(way.place(order)).rejects.toThrow();
    expect(await way.find(order)).toBeNull();
  });

  test('a wrong secret is refused', async () => {
    const account = { name: exchange.name, key: `key-of-${name}`, secret: 'd3Jvbmc=', url: simulator.url };
    const stranger = openCcxtExchange(account, { mode: 'sandbox', paced: false });
    await expect(stranger.balances()).rejects.toThrow(ExchangeRefusedError);
  });
});

describe("Binance's converter", () => {
  const { way, exchange, simulator } = wayOf('binance', 'quote');
  const accepted = (id: string, fromNow: string) =>
    execute(db, 'UPDATE simulated_exchange_quote SET accepted_at = now() + $2::interval WHERE id = $1', [id, fromNow]);

  test.each([
    ['sell', '897'],
    ['buy', '1'],
  ] as const)('quotes, converts and tells by the quote: %s', async (side, least) => {
    const before = await exchange.balances();
    const request = { asset: 'USDT', side, amount: 1_000n * ONE, mid: parseExact('0.9') } as const;
    const offer = await way.offer({ ...request, bound: parseExact(side === 'sell' ? '0.89' : '0.91') });
    if (offer?.quote == null) throw new Error('There is no quote.');
    const { amount, bound, quote } = offer;
    const order = testOrder({ ...request, amount, bound, quoteId: quote.id });
    await way.place(order);
    await way.place(order);
    // It is under way for half a second, which a busy machine may be too slow to see.
    await accepted(quote.id, '1 minute');
    expect(await way.find(order)).toMatchObject({ isOpen: true });
    await accepted(quote.id, '-1 second');
    expect(await way.find(order)).toMatchObject({ isOpen: false });
    const [fill] = (await way.find(order))?.fills ?? [];
    expect(fill?.amount).toBe(amount);
    expect(fill?.cost).toBeGreaterThan(parseExact(least));
    const sign = side === 'sell' ? -1n : 1n;
    const after = await exchange.balances();
    expect((after.get('USDT') ?? 0n) - (before.get('USDT') ?? 0n)).toBe(sign * amount);
    expect((after.get('EUR') ?? 0n) - (before.get('EUR') ?? 0n)).toBe(-sign * (fill?.cost ?? 0n));
  });

  test('offers nothing that is worse than the bound', async () => {
    const request = { asset: 'USDT', side: 'sell', amount: ONE, mid: parseExact('0.9') } as const;
    expect(await way.offer({ ...request, bound: parseExact('0.8999') })).toBeNull();
  });

  test('a quote whose acceptance got no answer is looked up by its id', async () => {
    const request = { asset: 'USDT', side: 'sell', amount: ONE, mid: parseExact('0.9') } as const;
    const offer = await way.offer({ ...request, bound: parseExact('0.8') });
    const order = testOrder({ ...request, amount: ONE, quoteId: offer?.quote?.id ?? '' });
    expect(await way.find(order)).toBeNull();
    simulator.faults.add('trade', 'lost_answer');
    await expect(way.place(order)).rejects.toThrow(ExchangeUnavailableError);
    expect(await way.find(order)).not.toBeNull();
  });
});

test('a lying balance is what the exchange says, not what it has', async () => {
  const { exchange, simulator } = wayOf('kraken');
  const honest = (await exchange.balances()).get('ETH') ?? 0n;
  expect(honest).toBe(OPENING.get('ETH'));
  simulator.faults.lies.set('ETH', -ONE);
  expect((await exchange.balances()).get('ETH')).toBe(honest - ONE);
});

test('while it is down, nothing is answered', async () => {
  const { exchange, simulator } = wayOf('binance');
  simulator.faults.isDown = true;
  await expect(exchange.balances()).rejects.toThrow(ExchangeUnavailableError);
});
