import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { inTransaction } from '../../../db/core/sequelize.ts';
import {
  openSimulatedAccount,
  type SimulatedTrade,
  simulatedBalances,
  simulatedOrders,
  simulatedTrades,
} from '../../../db/treasury/simulated-exchange.ts';
import type { SimulatedOrderRow } from '../../../db/treasury/simulated-rows.ts';
import { formatExact, parseExact, per } from '../../../domain/treasury/exact.ts';
import type { HedgedAsset } from '../../../domain/treasury/exchanges.ts';
import { cancelSimulated, NotEnoughFunds, type OrderProblem, placeSimulated } from './account.ts';
import { takeBackReturned } from './funds.ts';
import { krakenFunds } from './kraken-funds.ts';
import { type Level, OPENING, type SimulatedMarket, simulatedBook, simulatedMarkets, simulatedMid } from './market.ts';
import {
  type Answer,
  type Call,
  type Protocol,
  placesOf,
  reportedBalance,
  type SimulatorContext,
  supplyOf,
} from './protocol.ts';

/** Kraken's own names of coins and pairs. */
const NAMES: Readonly<Record<HedgedAsset | 'EUR', readonly [id: string, altname: string]>> = {
  BTC: ['XXBT', 'XBT'],
  LTC: ['XLTC', 'LTC'],
  BCH: ['BCH', 'BCH'],
  ETH: ['XETH', 'ETH'],
  USDT: ['USDT', 'USDT'],
  XRP: ['XXRP', 'XRP'],
  EUR: ['ZEUR', 'EUR'],
};

const MARKETS = new Map(simulatedMarkets('kraken').map((market) => [pairOf(market.asset), market]));

/** Kraken's REST interface, version 0: `API-Key`, `API-Sign`, a rising nonce, `{ error, result }`. */
export const krakenProtocol: Protocol = {
  scopeOf: ({ path }) => {
    if (/AddOrder|CancelOrder/.test(path)) return 'trade';
    if (/OpenOrders|ClosedOrders|QueryTrades/.test(path)) return 'look_up';
    if (/Withdraw|Deposit/.test(path)) return path.endsWith('/Withdraw') ? 'withdraw' : 'funds';
    return path.endsWith('BalanceEx') ? 'balance' : 'other';
  },
  answer: async (context, call, fault) => {
    const name = call.path.split('/').at(-1) ?? '';
    if (call.path.startsWith('/0/public/')) return publicAnswer(context, name, call.params);
    const problem = authProblem(context, call);
    if (problem !== null) return refused(problem);
    if (fault === 'reject') return refused('EOrder:Trading agreement required');
    const moved = await krakenFunds(context, { name, params: call.params, currencyOf }, fault);
    if (moved !== null) return moved;
    return privateAnswer(context, name, { params: call.params, supply: supplyOf(fault) });
  },
  troubles: {
    outage: { status: 200, body: { error: ['EService:Unavailable'] } },
    rate_limit: { status: 200, body: { error: ['EAPI:Rate limit exceeded'] } },
    error_after_work: { status: 520, body: 'Web server is returning an unknown error' },
  },
};

async function publicAnswer({ db, account }: SimulatorContext, name: string, params: URLSearchParams): Promise<Answer> {
  switch (name) {
    case 'Time':
      return result({ unixtime: Math.floor(Date.now() / 1_000) });
    case 'Assets':
      return result(Object.fromEntries(Object.values(NAMES).map(([id, altname]) => [id, assetOf(altname)])));
    case 'AssetPairs':
      return result(Object.fromEntries([...MARKETS].map(([id, market]) => [id, describePair(market)])));
    case 'Depth': {
      const pair = params.get('pair') ?? '';
      const market = MARKETS.get(pair);
      if (market === undefined) return refused('EQuery:Unknown asset pair');
      const mid = await simulatedMid(db, account.mode, market.asset);
      if (mid === null) return refused('EService:Unavailable');
      const { bids, asks } = simulatedBook(mid, market);
      return result({ [pair]: { bids: bids.map(levelOf), asks: asks.map(levelOf) } });
    }
    default:
      return refused('EGeneral:Unknown method');
  }
}

interface PrivateCall {
  readonly params: URLSearchParams;
  readonly supply: 'all' | 'half' | 'none';
}

async function privateAnswer(context: SimulatorContext, name: string, call: PrivateCall): Promise<Answer> {
  const { db, account } = context;
  const { params } = call;
  switch (name) {
    case 'BalanceEx': {
      await inTransaction(db, async (tx) => {
        await openSimulatedAccount(tx, account, OPENING);
        await takeBackReturned(tx, account);
      });
      const held = [...(await simulatedBalances(db, account))];
      const said = held.map(([currency, amount]) => [
        NAMES[currency as HedgedAsset]?.[0] ?? currency,
        { balance: reportedBalance(context, currency, amount), hold_trade: '0.0000000000' },
      ]);
      return result(Object.fromEntries(said));
    }
    case 'AddOrder':
      return addOrder(context, call);
    case 'CancelOrder': {
      const count = await inTransaction(db, (tx) => cancelSimulated(tx, account, params.get('cl_ord_id') ?? ''));
      return count === 0 ? refused('EOrder:Unknown order') : result({ count });
    }
    case 'OpenOrders':
    case 'ClosedOrders':
      return listOrders(context, name === 'OpenOrders', params);
    case 'QueryTrades': {
      const ids = (params.get('txid') ?? '').split(',');
      return result(tradesById(await simulatedTrades(db, account, { ids })));
    }
    case 'TradesHistory': {
      const start = Number(params.get('start') ?? 0);
      const trades = await simulatedTrades(db, account, { since: new Date(start * 1_000) });
      return result({ trades: tradesById(trades), count: trades.length });
    }
    default:
      return refused('EGeneral:Unknown method');
  }
}

const PROBLEMS: Readonly<Record<OrderProblem, string>> = {
  unavailable: 'EService:Unavailable',
  no_funds: 'EOrder:Insufficient funds',
  too_small: 'EOrder:Order minimum not met',
  wrong_steps: 'EOrder:Invalid price:Invalid price argument',
  duplicate: 'EOrder:Duplicate cl_ord_id',
};

async function addOrder({ db, account, nowMs }: SimulatorContext, { params, supply }: PrivateCall): Promise<Answer> {
  const get = (name: string) => params.get(name) ?? '';
  const market = MARKETS.get(get('pair'));
  if (market === undefined) return refused('EQuery:Unknown asset pair');
  const deadline = params.get('deadline');
  if (deadline !== null && Date.parse(deadline) < nowMs()) return refused('EOrder:Deadline elapsed');
  if (get('timeinforce') !== 'IOC') return refused('EGeneral:Invalid arguments:timeinforce');
  const id = `O${randomUUID().toUpperCase().slice(0, 16)}`;
  const placed = await inTransaction(db, (tx) =>
    placeSimulated(tx, account, {
      id,
      clientId: get('cl_ord_id'),
      market,
      supply,
      side: get('type') === 'sell' ? 'sell' : 'buy',
      amount: parseExact(get('volume')),
      price: parseExact(get('price')),
    }),
  ).catch((error: unknown): OrderProblem => {
    if (error instanceof NotEnoughFunds) return 'no_funds';
    throw error;
  });
  if (typeof placed === 'string') return refused(PROBLEMS[placed]);
  const order = `${get('type')} ${get('volume')} ${altnameOf(market.asset)} @ limit ${get('price')}`;
  return result({ txid: [id], descr: { order } });
}

async function listOrders({ db, account }: SimulatorContext, open: boolean, params: URLSearchParams): Promise<Answer> {
  const clientId = params.get('cl_ord_id') ?? undefined;
  const rows = (await simulatedOrders(db, account, clientId === undefined ? {} : { clientId })).filter(
    ({ status }) => (status === 'open') === open,
  );
  const described: [string, object][] = [];
  for (const row of rows) {
    described.push([row.id, describeOrder(row, await simulatedTrades(db, account, { orderId: row.id }))]);
  }
  const orders = Object.fromEntries(described);
  return result(open ? { open: orders } : { closed: orders, count: described.length });
}

function describeOrder(row: SimulatedOrderRow, trades: readonly SimulatedTrade[]): object {
  const sum = (of: (trade: SimulatedTrade) => string) => trades.reduce((all, trade) => all + parseExact(of(trade)), 0n);
  const [filled, cost] = [parseExact(row.filled), sum((trade) => trade.cost)];
  const status = { open: 'open', filled: 'closed', expired: 'canceled', canceled: 'canceled' }[row.status];
  return {
    refid: null,
    userref: 0,
    cl_ord_id: row.clientId,
    status,
    oflags: 'fciq',
    misc: '',
    opentm: row.openedAt.getTime() / 1_000,
    descr: { pair: altnameOf(row.asset), type: row.side, ordertype: 'limit', price: plain(row.price), price2: '0' },
    vol: plain(row.amount),
    vol_exec: plain(row.filled),
    cost: formatExact(cost),
    fee: formatExact(sum((trade) => trade.fee)),
    price: filled === 0n ? '0.00000' : formatExact(per(cost, filled)),
    trades: trades.map(({ id }) => id),
  };
}

function tradesById(trades: readonly SimulatedTrade[]): object {
  return Object.fromEntries(
    trades.map((trade) => [
      trade.id,
      {
        ordertxid: trade.orderId,
        postxid: trade.id,
        pair: pairOf(trade.asset),
        type: trade.side,
        ordertype: 'limit',
        time: trade.tradedAt.getTime() / 1_000,
        margin: '0.00000',
        misc: '',
        price: plain(trade.price),
        cost: plain(trade.cost),
        fee: plain(trade.fee),
        vol: plain(trade.amount),
      },
    ]),
  );
}

const lastNonces = new WeakMap<SimulatorContext, bigint>();

/** `API-Sign` is HMAC-SHA512 of the path and SHA-256(nonce + form) with the decoded secret; the nonce must rise. */
function authProblem(context: SimulatorContext, { path, params, signed, headers }: Call): string | null {
  const nonce = params.get('nonce') ?? '';
  const digest = createHash('sha256')
    .update(nonce + signed)
    .digest();
  const expected = createHmac('sha512', Buffer.from(context.secret, 'base64')).update(path).update(digest).digest();
  const given = Buffer.from(String(headers['api-sign'] ?? ''), 'base64');
  if (headers['api-key'] !== context.key) return 'EAPI:Invalid key';
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'EAPI:Invalid signature';
  if (!/^\d+$/.test(nonce) || BigInt(nonce) <= (lastNonces.get(context) ?? 0n)) return 'EAPI:Invalid nonce';
  lastNonces.set(context, BigInt(nonce));
  return null;
}

function assetOf(altname: string): object {
  return { aclass: 'currency', altname, decimals: 10, display_decimals: 5, status: 'enabled' };
}

function describePair({ asset, tick, minAmount, minCost }: SimulatedMarket): object {
  const altname = altnameOf(asset);
  return {
    altname,
    wsname: `${NAMES[asset][1]}/EUR`,
    aclass_base: 'currency',
    base: NAMES[asset][0],
    aclass_quote: 'currency',
    quote: 'ZEUR',
    lot: 'unit',
    cost_decimals: 5,
    pair_decimals: placesOf(tick),
    lot_decimals: 8,
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fee_volume_currency: 'ZUSD',
    fees: [[0, 0.4]],
    fees_maker: [[0, 0.25]],
    status: 'online',
    tick_size: formatExact(tick),
    ordermin: formatExact(minAmount),
    costmin: formatExact(minCost),
  };
}

function levelOf({ price, amount }: Level): [string, string, number] {
  return [formatExact(price), formatExact(amount), Math.floor(Date.now() / 1_000)];
}

/** Our name of an asset that the exchange calls so. */
function currencyOf(id: string): string {
  return Object.entries(NAMES).find(([, names]) => names.includes(id))?.[0] ?? id;
}

function pairOf(asset: string): string {
  const [id, altname] = NAMES[asset as HedgedAsset];
  return id === altname ? `${altname}EUR` : `${id}ZEUR`;
}

function altnameOf(asset: string): string {
  return `${NAMES[asset as HedgedAsset][1]}EUR`;
}

function plain(text: string): string {
  return formatExact(parseExact(text));
}

function result(found: unknown): Answer {
  return { status: 200, body: { error: [], result: found } };
}

function refused(error: string): Answer {
  return { status: 200, body: { error: [error] } };
}
