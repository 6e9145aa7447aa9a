import type { Exchange as CcxtExchange, Order } from 'ccxt';
import type { Mode } from '../../domain/assets/assets.ts';
import { type Exact, parseExact } from '../../domain/treasury/exact.ts';
import type { ExchangeName } from '../../domain/treasury/exchanges.ts';
import { HEDGED_ASSETS } from '../../domain/treasury/exchanges.ts';
import type { ExchangeConfig } from '../../settings/exchanges.ts';
import { newCcxtExchange, translated } from './ccxt.ts';
import { type ConvertApi, converterWay } from './converter.ts';
import { openFunds } from './funds.ts';
import { type BookProtocol, orderBookWay, readTrade } from './order-book.ts';
import type { Exchange, VenueTrade } from './port.ts';

export interface ExchangeOptions {
  readonly mode: Mode;
  /** Of one request. */
  readonly timeoutMs?: number;
  readonly nowMs?: () => number;
  /** Keep to the pace that the exchange asks of its clients; default true. */
  readonly paced?: boolean;
}

/** Opens an account at an exchange through ccxt. Markets are read with the first call. */
export function openCcxtExchange(account: ExchangeConfig, options: ExchangeOptions): Exchange {
  const { mode, nowMs = Date.now } = options;
  const open = openedOnce(() => openClient(account, options), nowMs);
  const ways = {
    kraken: () => [orderBookWay(open, krakenBook, nowMs)],
    binance: () => [orderBookWay(open, binanceBook, nowMs), converterWay(open as () => Promise<ConvertApi>, nowMs)],
  } satisfies Record<ExchangeName, () => unknown>;
  return {
    name: account.name,
    mode,
    ways: ways[account.name](),
    balances: () => translated(async () => balancesOf(await open())),
    trades: (sinceMs) => translated(async () => tradesOf(await open(), sinceMs)),
    funds: openFunds(account.name, open),
  };
}

const REOPEN_MS = 6 * 3_600_000;
const DEADLINE_FORMAT_MS = 60_000;
const TRADES_PER_CALL = 500;

/** Markets are listed and delisted, and ccxt remembers a failed load of them; a new client clears both. */
function openedOnce(open: () => Promise<CcxtExchange>, nowMs: () => number): () => Promise<CcxtExchange> {
  let opened: { readonly client: Promise<CcxtExchange>; readonly sinceMs: number } | null = null;
  return () => {
    if (opened === null || nowMs() - opened.sinceMs > REOPEN_MS) {
      const client = open();
      opened = { client, sinceMs: nowMs() };
      client.catch(() => {
        opened = null;
      });
    }
    return opened.client;
  };
}

async function openClient(
  { name, key, secret, url }: ExchangeConfig,
  { timeoutMs = 10_000, paced = true }: ExchangeOptions,
): Promise<CcxtExchange> {
  const exchange = await newCcxtExchange<CcxtExchange>(name, {
    timeout: timeoutMs,
    enableRateLimit: paced,
    apiKey: key,
    secret,
    options: { fetchMarkets: { types: ['spot'] }, fetchMargins: false, recvWindow: 10_000 },
  });
  if (url !== undefined) {
    const addresses = exchange.urls.api as Readonly<Record<string, string>>;
    exchange.urls.api = Object.fromEntries(
      Object.entries(addresses).map(([part, address]) => [part, url + new URL(address).pathname.replace(/\/$/, '')]),
    );
  }
  if (name === 'kraken') exchange.nonce = risingNonce();
  await exchange.loadMarkets();
  return exchange;
}

/** Kraken refuses a nonce that is not above the last one, and two calls may begin in one millisecond. */
function risingNonce(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now() * 1_000);
    return last;
  };
}

function krakenBook(exchange: CcxtExchange): BookProtocol {
  return {
    // Kraken takes deadlines of at most a minute.
    deadline: ({ deadlineMs }, nowMs) => ({
      deadline: new Date(Math.min(deadlineMs, nowMs + DEADLINE_FORMAT_MS - 1_000)).toISOString(),
    }),
    ordersByClientId: async (symbol, { id }) => {
      // In this order: an order that closes in between is in the second answer.
      const open = await exchange.fetchOpenOrders(symbol, undefined, undefined, { clientOrderId: id, trades: true });
      const closed = await exchange.fetchClosedOrders(symbol, undefined, undefined, {
        clientOrderId: id,
        trades: true,
      });
      const byId = new Map([...open, ...closed].map((order) => [order.id, order]));
      return [...byId.values()].filter((order) => order.clientOrderId === id);
    },
    tradesOf: async (symbol, order) => {
      const ids = order.trades.flatMap((trade) => trade.id ?? []);
      if (ids.length === 0) return [];
      return exchange.fetchOrderTrades(order.id ?? '', symbol, undefined, undefined, { trades: ids });
    },
  };
}

function binanceBook(exchange: CcxtExchange): BookProtocol {
  return {
    // Binance refuses what arrives later than this after its time stamp.
    deadline: ({ deadlineMs }, nowMs) => ({ recvWindow: Math.max(1, Math.min(60_000, deadlineMs - nowMs)) }),
    ordersByClientId: async (symbol, { id }) => {
      const found = await exchange.fetchOrder('', symbol, { clientOrderId: id }).catch(noOrder);
      return found === null ? [] : [found];
    },
    tradesOf: async (symbol, order) =>
      Number(order.filled ?? 0) === 0
        ? []
        : exchange.fetchMyTrades(symbol, undefined, TRADES_PER_CALL, { orderId: order.id }),
  };
}

function noOrder(error: unknown): Order | null {
  if (error instanceof Error && error.name === 'OrderNotFound') return null;
  throw error;
}

async function balancesOf(exchange: CcxtExchange): Promise<ReadonlyMap<string, Exact>> {
  const { total } = await exchange.fetchBalance();
  const totals = Object.entries(total as unknown as Readonly<Record<string, unknown>>);
  return new Map(
    totals.flatMap(([code, amount]) => (amount === undefined ? [] : [[code, parseExact(String(amount))]])),
  );
}

async function tradesOf(exchange: CcxtExchange, sinceMs: number): Promise<VenueTrade[]> {
  // Binance lists trades by symbol only, Kraken lists all.
  const symbols =
    exchange.id === 'kraken'
      ? [undefined]
      : HEDGED_ASSETS.map((asset) => `${asset}/EUR`).filter((symbol) => exchange.markets?.[symbol] !== undefined);
  const all: VenueTrade[] = [];
  for (const symbol of symbols) {
    all.push(...(await exchange.fetchMyTrades(symbol, sinceMs, TRADES_PER_CALL)).map(readTrade));
  }
  return all;
}
