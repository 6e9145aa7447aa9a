import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { inTransaction } from '../../../db/core/sequelize.ts';
import {
  openSimulatedAccount,
  type SimulatedTrade,
  simulatedBalances,
  simulatedOrders,
  simulatedTrades,
} from '../../../db/treasury/simulated-exchange.ts';
import type { SimulatedOrderRow } from '../../../db/treasury/simulated-rows.ts';
import { formatExact, parseExact } from '../../../domain/treasury/exact.ts';
import { cancelSimulated, NotEnoughFunds, type OrderProblem, placeSimulated } from './account.ts';
import { binanceConvert } from './binance-convert.ts';
import { binanceFunds } from './binance-funds.ts';
import { type Level, OPENING, type SimulatedMarket, simulatedBook, simulatedMarkets, simulatedMid } from './market.ts';
import { type Answer, type Call, type Protocol, reportedBalance, type SimulatorContext, supplyOf } from './protocol.ts';

const MARKETS = new Map(simulatedMarkets('binance').map((market) => [`${market.asset}EUR`, market]));

/** Binance's spot interface: `X-MBX-APIKEY`, an HMAC-SHA256 `signature`, `timestamp` with `recvWindow`. */
export const binanceProtocol: Protocol = {
  scopeOf: ({ method, path }) => {
    if (path.startsWith('/sapi/v1/capital/')) return path.endsWith('/apply') ? 'withdraw' : 'funds';
    if (/acceptQuote$/.test(path) || (path.endsWith('/order') && method !== 'GET')) return 'trade';
    if (/\/order$|orderStatus$|myTrades$/.test(path)) return 'look_up';
    return path.endsWith('/account') ? 'balance' : 'other';
  },
  answer: async (context, call, fault) => {
    if (call.path === '/api/v3/exchangeInfo') return ok({ symbols: [...MARKETS.values()].map(describeSymbol) });
    if (call.path === '/api/v3/depth') return depth(context, call.params);
    const problem = authProblem(context, call);
    if (problem !== null) return problem;
    if (fault === 'reject') return refused(-2010, 'This action is disabled on this account.');
    return (await binanceFunds(context, call, fault)) ?? signedAnswer(context, call, supplyOf(fault));
  },
  troubles: {
    outage: { status: 503, body: { code: -1001, msg: 'Internal error; unable to process your request.' } },
    rate_limit: { status: 429, body: { code: -1003, msg: 'Too many requests.' } },
    error_after_work: { status: 504, body: { code: -1007, msg: 'Timeout waiting for response from backend server.' } },
  },
};

async function signedAnswer(context: SimulatorContext, call: Call, supply: 'all' | 'half' | 'none'): Promise<Answer> {
  const { db, account } = context;
  const { params } = call;
  switch (`${call.method} ${call.path}`) {
    case 'GET /sapi/v1/capital/config/getall':
      return ok([...OPENING.keys()].map(describeCoin));
    case 'GET /api/v3/account': {
      await inTransaction(db, (tx) => openSimulatedAccount(tx, account, OPENING));
      const held = [...(await simulatedBalances(db, account))];
      return ok({
        balances: held.map(([asset, amount]) => ({
          asset,
          free: reportedBalance(context, asset, amount),
          locked: '0.00000000',
        })),
      });
    }
    case 'POST /api/v3/order':
      return placeOrder(context, params, supply);
    case 'GET /api/v3/order': {
      const row = await findOrder(context, params);
      if (row === undefined) return refused(-2013, 'Order does not exist.');
      return ok(describeOrder(row, await simulatedTrades(db, account, { orderId: row.id })));
    }
    case 'DELETE /api/v3/order': {
      const clientId = params.get('origClientOrderId') ?? '';
      const count = await inTransaction(db, (tx) => cancelSimulated(tx, account, clientId));
      const [row] = await simulatedOrders(db, account, { clientId });
      return count === 0 || row === undefined ? refused(-2011, 'Unknown order sent.') : ok(describeOrder(row, []));
    }
    case 'GET /api/v3/myTrades': {
      const orderId = params.get('orderId');
      const since = new Date(Number(params.get('startTime') ?? 0));
      const asset = MARKETS.get(params.get('symbol') ?? '')?.asset ?? '';
      return ok(
        (await simulatedTrades(db, account, orderId ? { orderId, asset } : { asset, since })).map(describeTrade),
      );
    }
    default:
      return (await binanceConvert(context, call)) ?? refused(-1100, 'Illegal characters found in a parameter.');
  }
}

const PROBLEMS: Readonly<Record<OrderProblem, readonly [code: number, msg: string]>> = {
  unavailable: [-1001, 'Internal error; unable to process your request.'],
  no_funds: [-2010, 'Account has insufficient balance for requested action.'],
  too_small: [-1013, 'Filter failure: NOTIONAL'],
  wrong_steps: [-1013, 'Filter failure: LOT_SIZE'],
  duplicate: [-2010, 'Duplicate order sent.'],
};

async function placeOrder(
  { db, account }: SimulatorContext,
  params: URLSearchParams,
  supply: 'all' | 'half' | 'none',
): Promise<Answer> {
  const get = (name: string) => params.get(name) ?? '';
  const market = MARKETS.get(get('symbol'));
  if (market === undefined) return refused(-1121, 'Invalid symbol.');
  if (get('type') !== 'LIMIT' || get('timeInForce') !== 'IOC') return refused(-1115, 'Invalid timeInForce.');
  lastOrder = Math.max(lastOrder + 1, Date.now() * 1_000 + Math.floor(Math.random() * 1_000));
  const placed = await inTransaction(db, (tx) =>
    placeSimulated(tx, account, {
      id: String(lastOrder),
      clientId: get('newClientOrderId') || randomUUID(),
      market,
      supply,
      side: get('side') === 'SELL' ? 'sell' : 'buy',
      amount: parseExact(get('quantity')),
      price: parseExact(get('price')),
    }),
  ).catch((error: unknown): OrderProblem => {
    if (error instanceof NotEnoughFunds) return 'no_funds';
    throw error;
  });
  if (typeof placed === 'string') return refused(...PROBLEMS[placed]);
  return ok(describeOrder(placed, await simulatedTrades(db, account, { orderId: placed.id })));
}

let lastOrder = 0;

async function findOrder(
  { db, account }: SimulatorContext,
  params: URLSearchParams,
): Promise<SimulatedOrderRow | undefined> {
  const [clientId, id] = [params.get('origClientOrderId'), params.get('orderId')];
  if (clientId) return (await simulatedOrders(db, account, { clientId })).at(-1);
  return id ? (await simulatedOrders(db, account, { id })).at(-1) : undefined;
}

function describeOrder(row: SimulatedOrderRow, trades: readonly SimulatedTrade[]): object {
  const cost = trades.reduce((sum, trade) => sum + parseExact(trade.cost), 0n);
  const status = { open: 'NEW', filled: 'FILLED', expired: 'EXPIRED', canceled: 'CANCELED' }[row.status];
  const time = row.openedAt.getTime();
  return {
    symbol: `${row.asset}EUR`,
    orderId: Number(row.id),
    orderListId: -1,
    clientOrderId: row.clientId,
    price: plain(row.price),
    origQty: plain(row.amount),
    executedQty: plain(row.filled),
    status,
    cummulativeQuoteQty: formatExact(cost),
    timeInForce: 'IOC',
    type: 'LIMIT',
    side: row.side.toUpperCase(),
    time,
    transactTime: time,
    updateTime: time,
  };
}

function describeTrade(trade: SimulatedTrade): object {
  return {
    symbol: `${trade.asset}EUR`,
    id: Number(trade.id),
    orderId: Number(trade.orderId),
    price: plain(trade.price),
    qty: plain(trade.amount),
    quoteQty: plain(trade.cost),
    commission: plain(trade.fee),
    commissionAsset: trade.feeCurrency,
    time: trade.tradedAt.getTime(),
    isBuyer: trade.side === 'buy',
    isMaker: false,
    isBestMatch: true,
  };
}

async function depth({ db, account }: SimulatorContext, params: URLSearchParams): Promise<Answer> {
  const market = MARKETS.get(params.get('symbol') ?? '');
  if (market === undefined) return refused(-1121, 'Invalid symbol.');
  const mid = await simulatedMid(db, account.mode, market.asset);
  if (mid === null) return { status: 503, body: { code: -1001, msg: 'Internal error' } };
  const { bids, asks } = simulatedBook(mid, market);
  const level = ({ price, amount }: Level) => [formatExact(price), formatExact(amount)];
  return ok({ lastUpdateId: Date.now(), bids: bids.map(level), asks: asks.map(level) });
}

/** The signature is that of the query or form without itself; a request counts within `recvWindow` of its time. */
function authProblem({ key, secret, nowMs }: SimulatorContext, { params, signed, headers }: Call): Answer | null {
  if (headers['x-mbx-apikey'] !== key) return refused(-2015, 'Invalid API-key, IP, or permissions for action.', 401);
  const [payload = '', signature = ''] = signed.split('&signature=');
  const expected = Buffer.from(createHmac('sha256', secret).update(payload).digest('hex'));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return refused(-1022, 'Signature for this request is not valid.');
  }
  const [timestamp, window] = [Number(params.get('timestamp')), Number(params.get('recvWindow') ?? 5_000)];
  const isTimely = timestamp < nowMs() + 1_000 && nowMs() - timestamp <= window;
  return isTimely ? null : refused(-1021, 'Timestamp for this request is outside of the recvWindow.');
}

function describeSymbol({ asset, step, tick, minAmount, minCost }: SimulatedMarket): object {
  return {
    symbol: `${asset}EUR`,
    status: 'TRADING',
    baseAsset: asset,
    quoteAsset: 'EUR',
    permissions: [],
    baseAssetPrecision: 8,
    quotePrecision: 8,
    orderTypes: ['LIMIT', 'MARKET'],
    isSpotTradingAllowed: true,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: formatExact(tick), maxPrice: '10000000', tickSize: formatExact(tick) },
      { filterType: 'LOT_SIZE', minQty: formatExact(minAmount), maxQty: '9000000', stepSize: formatExact(step) },
      { filterType: 'NOTIONAL', minNotional: formatExact(minCost) },
    ],
  };
}

function describeCoin(coin: string): object {
  const networkList = [{ network: coin, coin, withdrawIntegerMultiple: '0.00000001', isDefault: true }];
  return { coin, name: coin, depositAllEnable: true, withdrawAllEnable: true, networkList };
}

function plain(text: string): string {
  return formatExact(parseExact(text));
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function refused(code: number, msg: string, status = 400): Answer {
  return { status, body: { code, msg } };
}
