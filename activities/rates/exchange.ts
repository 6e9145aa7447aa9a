import type { Exchange, Ticker } from 'ccxt';
import { ASSETS, type Asset } from '../../domain/assets/assets.ts';
import { isCurrency } from '../../domain/money/currencies.ts';
import { formatRatio, parseRatio, type Ratio, ratioBelow } from '../../domain/money/rates.ts';
import { newCcxtExchange } from '../exchanges/ccxt.ts';
import type { PriceSample, RateSource } from './port.ts';

export interface ExchangeOptions {
  /** Takes the place of the exchange's own address, for a mirror or a test. */
  readonly apiUrl?: string;
  /** Of one request. */
  readonly timeoutMs?: number;
  readonly nowMs?: () => number;
  /** Keep to the pace the exchange asks of its clients; default true. */
  readonly paced?: boolean;
}

/**
 * An exchange's public market data through ccxt, by its ccxt id (`kraken`). The price is the middle of the best bid and
 * ask. The last trade is used only without an order book, since it may be old.
 */
export function exchangeSource(id: string, options: ExchangeOptions = {}): RateSource {
  const nowMs = options.nowMs ?? Date.now;
  let opened: { exchange: Promise<Exchange>; sinceMs: number } | null = null;

  const open = (): Promise<Exchange> => {
    // Markets are listed and delisted; a fresh start now and then is also what clears whatever ccxt remembers.
    if (opened === null || nowMs() - opened.sinceMs > REOPEN_MS) {
      opened = { exchange: openExchange(id, options), sinceMs: nowMs() };
    }
    return opened.exchange;
  };

  return {
    name: id,
    sample: async () => {
      try {
        const exchange = await open();
        const symbols = symbolsOf(exchange);
        if (symbols.length === 0) throw new Error(`${id} lists none of our assets`);
        const tickers = await exchange.fetchTickers(symbols);
        const answeredAtMs = nowMs();
        return Object.values(tickers).flatMap((ticker) => readTicker(ticker, answeredAtMs));
      } catch (error) {
        // ccxt remembers a failed load of markets: only a new instance tries again.
        opened = null;
        throw error;
      }
    },
  };
}

async function openExchange(
  id: string,
  { apiUrl, timeoutMs = 8_000, paced = true }: ExchangeOptions,
): Promise<Exchange> {
  const exchange = await newCcxtExchange(id, { timeout: timeoutMs, enableRateLimit: paced });
  if (apiUrl !== undefined) {
    exchange.urls.api = Object.fromEntries(Object.keys(exchange.urls.api as object).map((name) => [name, apiUrl]));
  }
  await exchange.loadMarkets();
  return exchange;
}

const REOPEN_MS = 6 * 3_600_000;

function symbolsOf(exchange: Exchange): string[] {
  return Object.values(exchange.markets ?? {}).flatMap((market) => {
    if (market === undefined || market.spot !== true || market.active === false) return [];
    return isAsset(market.base) && isCurrency(market.quote) ? [market.symbol] : [];
  });
}

function readTicker(ticker: Ticker, answeredAtMs: number): PriceSample[] {
  const [asset = '', currency = ''] = (ticker.symbol ?? '').split('/');
  const value = priceOf(ticker);
  if (!isAsset(asset) || !isCurrency(currency) || value === null) return [];
  return [{ asset, currency, value, sampledAtMs: ticker.timestamp ?? answeredAtMs }];
}

/** The middle of the book, unless it is crossed or so wide that it says nothing; then the last trade. */
function priceOf({ bid, ask, last }: Ticker): string | null {
  const lower = readRatio(bid);
  const upper = readRatio(ask);
  if (lower !== null && upper !== null && isNarrow(lower, upper)) {
    return formatRatio({ num: lower.num * upper.den + upper.num * lower.den, den: 2n * lower.den * upper.den });
  }
  const trade = readRatio(last);
  return trade === null ? null : formatRatio(trade);
}

/** The ask is not below the bid, and at most 2 % above it. */
function isNarrow(bid: Ratio, ask: Ratio): boolean {
  return !ratioBelow(ask, bid) && !ratioBelow({ num: bid.num * 102n, den: bid.den * 100n }, ask);
}

/** ccxt's types say number, with `number: String` it is text. */
function readRatio(value: unknown): Ratio | null {
  try {
    return typeof value === 'string' ? parseRatio(value) : null;
  } catch {
    return null;
  }
}

function isAsset(text: string | undefined): text is Asset {
  return (ASSETS as readonly (string | undefined)[]).includes(text);
}
