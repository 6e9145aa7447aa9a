import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeExchange {
  readonly url: string;
  /** The requested paths, in order. */
  readonly requests: string[];
  /** From now on every request is answered like this; null goes back to the truth. */
  failWith(status: number | 'hang' | null): void;
  close(): Promise<void>;
}

/** A local server that answers public market data as the exchange documents it, by path. */
export async function startFakeExchange(answers: Readonly<Record<string, unknown>>): Promise<FakeExchange> {
  const requested: string[] = [];
  let failure: number | 'hang' | null = null;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    requested.push(pathname);
    if (failure === 'hang') return;
    // Coinbase lists futures under the same path; none of them are ours.
    const answer = searchParams.get('product_type') === 'FUTURE' ? { products: [] } : answers[pathname];
    const status = failure ?? (answer === undefined ? 404 : 200);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: 'no such path' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requested,
    failWith: (status) => {
      failure = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Book {
  readonly bid: string;
  readonly ask: string;
  readonly last: string;
}

/** Kraken: `GET /0/public/Assets`, `/AssetPairs`, `/Ticker`; its own names for coins and fiat. */
export function krakenAnswers(btcEur: Book, ltcEur: Book): Record<string, unknown> {
  const asset = (altname: string) => ({
    aclass: 'currency',
    altname,
    decimals: 10,
    display_decimals: 5,
    status: 'enabled',
  });
  const pair = (altname: string, base: string, quote: string) => ({
    altname,
    wsname: altname,
    aclass_base: 'currency',
    base,
    aclass_quote: 'currency',
    quote,
    pair_decimals: 1,
    lot_decimals: 8,
    fees: [[0, 0.4]],
    fees_maker: [[0, 0.25]],
    ordermin: '0.0001',
    status: 'online',
  });
  const ticker = ({ bid, ask, last }: Book) => ({
    a: [ask, '1', '1.000'],
    b: [bid, '1', '1.000'],
    c: [last, '0.01'],
    v: ['100.1', '200.2'],
    p: [last, last],
    t: [10, 20],
    l: [bid, bid],
    h: [ask, ask],
    o: last,
  });
  return {
    '/0/public/Assets': { error: [], result: { XXBT: asset('XBT'), XLTC: asset('LTC'), ZEUR: asset('EUR') } },
    '/0/public/AssetPairs': {
      error: [],
      result: { XXBTZEUR: pair('XBTEUR', 'XXBT', 'ZEUR'), XLTCZEUR: pair('LTCEUR', 'XLTC', 'ZEUR') },
    },
    '/0/public/Ticker': { error: [], result: { XXBTZEUR: ticker(btcEur), XLTCZEUR: ticker(ltcEur) } },
  };
}

/** Bitstamp: `GET /v2/markets/`, `/v2/ticker/`; each ticker says its time in seconds. */
export function bitstampAnswers(btcEur: Book, ltcEur: Book, atMs: number): Record<string, unknown> {
  const market = (base: string) => ({
    name: `${base}/EUR`,
    market_symbol: `${base.toLowerCase()}eur`,
    base_currency: base,
    base_decimals: 8,
    counter_currency: 'EUR',
    counter_decimals: 2,
    minimum_order_value: '10',
    trading: 'Enabled',
    instant_order_counter_decimals: 2,
    instant_and_market_orders: 'Enabled',
    description: `${base} / Euro`,
    market_type: 'SPOT',
  });
  const ticker = (base: string, { bid, ask, last }: Book) => ({
    timestamp: String(Math.floor(atMs / 1000)),
    open: last,
    high: ask,
    low: bid,
    last,
    volume: '123.4',
    vwap: last,
    bid,
    ask,
    open_24: last,
    percent_change_24: '0.10',
    pair: `${base}/EUR`,
    market_type: 'SPOT',
  });
  return {
    '/v2/markets/': [market('BTC'), market('LTC')],
    '/v2/ticker/': [ticker('BTC', btcEur), ticker('LTC', ltcEur)],
  };
}

/**
 * Coinbase: `GET /v2/currencies`, `/v2/currencies/crypto`, `/v2/exchange-rates`, `/api/v3/brokerage/market/products`.
 */
export function coinbaseAnswers(btcEur: string, ltcEur: string): Record<string, unknown> {
  const product = (base: string, price: string) => ({
    product_id: `${base}-EUR`,
    price,
    price_percentage_change_24h: '0.1',
    volume_24h: '100',
    base_increment: '0.00000001',
    quote_increment: '0.01',
    quote_min_size: '1',
    quote_max_size: '150000000',
    base_min_size: '0.00000001',
    base_max_size: '3400',
    base_name: base,
    quote_name: 'Euro',
    is_disabled: false,
    status: 'online',
    trading_disabled: false,
    product_type: 'SPOT',
    quote_currency_id: 'EUR',
    base_currency_id: base,
    alias: '',
    alias_to: [],
    price_increment: '0.01',
  });
  return {
    '/v2/currencies': { data: [{ id: 'EUR', name: 'Euro', min_size: '0.01' }] },
    '/v2/currencies/crypto': {
      data: [
        { asset_id: '5b71fc48', code: 'BTC', name: 'Bitcoin', type: 'crypto' },
        { asset_id: 'c9c24c6e', code: 'LTC', name: 'Litecoin', type: 'crypto' },
      ],
    },
    '/v2/exchange-rates': { data: { currency: 'USD', rates: { EUR: '0.86', BTC: '0.00001', LTC: '0.01' } } },
    '/api/v3/brokerage/market/products': {
      products: [product('BTC', btcEur), product('LTC', ltcEur)],
      num_products: 2,
    },
  };
}
