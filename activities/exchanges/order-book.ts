import type { Exchange as CcxtExchange, Market, Order, Trade } from 'ccxt';
import { minOf } from '../../domain/money/money.ts';
import { ceilTo, type Exact, floorTo, formatExact, parseExact, per, times } from '../../domain/treasury/exact.ts';
import type { Side } from '../../domain/treasury/hedge-order.ts';
import { isCcxtError, translated } from './ccxt.ts';
import {
  ExchangeRefusedError,
  ExchangeUnavailableError,
  type Fill,
  type FoundOrder,
  type Offer,
  type OfferRequest,
  type TradingWay,
  type VenueOrder,
  type VenueTrade,
} from './port.ts';

/** The differences between the order books of exchanges. */
export interface BookProtocol {
  /** The exchange's parameter that makes an order count only if it arrives in time. */
  readonly deadline: (order: VenueOrder, nowMs: number) => object;
  /** Every order with our id, whatever its status. */
  readonly ordersByClientId: (symbol: string, order: VenueOrder) => Promise<readonly Order[]>;
  /** The trades of an order. */
  readonly tradesOf: (symbol: string, order: Order) => Promise<readonly Trade[]>;
}

const BOOK_DEPTH = 50;

/**
 * Trades by limit orders that are filled at once or not at all ("immediate or cancel"), so that nothing is left in a
 * book while nobody watches it.
 */
export function orderBookWay(
  open: () => Promise<CcxtExchange>,
  protocolOf: (exchange: CcxtExchange) => BookProtocol,
  nowMs: () => number,
): TradingWay {
  const symbolOf = ({ asset }: Pick<VenueOrder, 'asset'>) => `${asset}/EUR`;
  return {
    kind: 'order_book',
    offer: (request) => translated(async () => offer(await open(), symbolOf(request), request)),
    isBelowMinimum: (request) =>
      translated(async () => {
        const terms = termsOf((await open()).markets?.[symbolOf(request)], request);
        return terms !== null && terms.size === null;
      }),
    place: (order) =>
      translated(async () => {
        const exchange = await open();
        refuseLate(order, nowMs());
        const params = {
          clientOrderId: order.id,
          timeInForce: 'IOC',
          ...protocolOf(exchange).deadline(order, nowMs()),
        };
        const [amount, bound] = [asNumber(order.amount), asNumber(order.bound)];
        const answer = await exchange
          .createOrder(symbolOf(order), 'limit', order.side, amount, bound, params)
          .catch((error: unknown) => {
            if (isKnownAlready(error)) return { id: order.id };
            throw error;
          });
        requireId(answer.id);
      }),
    find: (order) => translated(async () => find(protocolOf(await open()), symbolOf(order), order)),
    cancel: (order) =>
      translated(async () => {
        const exchange = await open();
        await exchange
          .cancelOrder('', symbolOf(order), { clientOrderId: order.id })
          // It has ended by itself; what it filled is found by its id.
          .catch((error: unknown) => {
            if (!isCcxtError(error, 'OrderNotFound')) throw error;
          });
      }),
  };
}

/** A trade of ccxt. @throws ExchangeUnavailableError if it says too little */
export function readFill(trade: Trade): Fill {
  const { id, amount, cost, fee, timestamp } = trade;
  if (id === undefined || amount === undefined || cost === undefined || timestamp === undefined) {
    throw new ExchangeUnavailableError('A trade lacks its id, amount, cost or time.');
  }
  const charged = exactOrZero(fee?.cost);
  return {
    tradeId: id,
    amount: parseExact(String(amount)),
    cost: parseExact(String(cost)),
    fee: charged > 0n && fee?.currency !== undefined ? { currency: fee.currency, amount: charged } : null,
    atMs: timestamp,
  };
}

export function readTrade(trade: Trade): VenueTrade {
  return { ...readFill(trade), symbol: trade.symbol ?? '', side: trade.side === 'sell' ? 'sell' : 'buy' };
}

/** An order whose time is over is not sent. @throws ExchangeRefusedError */
export function refuseLate({ deadlineMs }: VenueOrder, nowMs: number): void {
  if (nowMs >= deadlineMs) throw new ExchangeRefusedError('The deadline passed before the order was sent.');
}

/** ccxt takes any answer without an error for success, also a proxy's page. @throws ExchangeUnavailableError */
export function requireId(id: string | undefined): void {
  if (id === undefined || id === '') throw new ExchangeUnavailableError('The answer lacks the id of the order.');
}

/** The text of a number as ccxt takes it; its types say `number`, which would lose digits. */
export function asNumber(value: Exact): number {
  return formatExact(value) as unknown as number;
}

async function offer(
  exchange: CcxtExchange,
  symbol: string,
  { side, amount, bound }: OfferRequest,
): Promise<Offer | null> {
  const terms = termsOf(exchange.markets?.[symbol], { side, amount, bound });
  if (terms === null || terms.size === null) return null;
  const { size, limit, taker } = terms;
  const book = await exchange.fetchOrderBook(symbol, BOOK_DEPTH);
  const price = averagePrice(side === 'sell' ? book.bids : book.asks, { side, size });
  if (price === null) return null;
  const fee = times(price, taker);
  return { amount: size, price: side === 'sell' ? price - fee : price + fee, bound: limit, quote: null };
}

interface Terms {
  /** In steps of the market; null where the amount is below its minimum. */
  readonly size: Exact | null;
  readonly limit: Exact;
  readonly taker: Exact;
}

/** A market's result for an amount and a bound; null if the asset is not traded. */
function termsOf(
  market: Market,
  { side, amount, bound }: Pick<OfferRequest, 'side' | 'amount' | 'bound'>,
): Terms | null {
  if (market === undefined || market.active === false) return null;
  const step = exactOrZero(market.precision.amount) || 1n;
  const tick = exactOrZero(market.precision.price) || 1n;
  const most = exactOrZero(market.limits?.amount?.max) || amount;
  const size = floorTo(minOf(amount, most), step);
  // Towards the middle of the market: a rounded bound must not allow a worse price.
  const limit = side === 'sell' ? ceilTo(bound, tick) : floorTo(bound, tick);
  const tooSmall = size < exactOrZero(market.limits?.amount?.min);
  const isBelow = size <= 0n || tooSmall || times(size, limit) < exactOrZero(market.limits?.cost?.min);
  return { size: isBelow ? null : size, limit, taker: exactOrZero(market.taker) };
}

/** The average price of the amount; null if the shown part of the book is empty. */
function averagePrice(
  levels: readonly (readonly unknown[])[],
  { side, size }: { readonly side: Side; readonly size: Exact },
): Exact | null {
  const sorted = levels
    .map(([price, amount]) => ({ price: parseExact(String(price)), amount: parseExact(String(amount)) }))
    .sort((a, b) => (a.price < b.price === (side === 'buy') ? -1 : 1));
  let [left, cost] = [size, 0n];
  for (const level of sorted) {
    const taken = minOf(level.amount, left);
    cost += times(taken, level.price);
    left -= taken;
    if (left === 0n) break;
  }
  return left === size ? null : per(cost, size - left);
}

async function find(protocol: BookProtocol, symbol: string, order: VenueOrder): Promise<FoundOrder | null> {
  const [found, ...others] = await protocol.ordersByClientId(symbol, order);
  if (found === undefined) return null;
  // Our id is sent once, so a second order with it would not be ours.
  if (others.length > 0) throw new ExchangeUnavailableError(`Several orders have the id ${order.id}.`);
  if (found.id === undefined) throw new ExchangeUnavailableError(`The order ${order.id} lacks the exchange's id.`);
  const fills = (await protocol.tradesOf(symbol, found)).map(readFill);
  const filled = fills.reduce((sum, { amount }) => sum + amount, 0n);
  if (filled !== exactOrZero(found.filled)) {
    throw new ExchangeUnavailableError(`The exchange does not list all trades of the order ${order.id} yet.`);
  }
  return { venueId: found.id, isOpen: found.status === 'open', fills };
}

/** "Duplicate" on a resend means that the order was accepted before; Binance says so in words only. */
function isKnownAlready(error: unknown): boolean {
  return (
    isCcxtError(error, 'DuplicateOrderId') || (error instanceof Error && error.message.includes('Duplicate order sent'))
  );
}

function exactOrZero(value: unknown): Exact {
  return value === undefined || value === null ? 0n : parseExact(String(value));
}
