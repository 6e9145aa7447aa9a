import type { Exchange as CcxtExchange } from 'ccxt';
import { type Exact, parseExact, per, times } from '../../domain/treasury/exact.ts';
import type { Side } from '../../domain/treasury/hedge-order.ts';
import { translated } from './ccxt.ts';
import { asNumber, refuseLate, requireId } from './order-book.ts';
import {
  ExchangeRefusedError,
  ExchangeUnavailableError,
  type FoundOrder,
  type Offer,
  type OfferRequest,
  type TradingWay,
  type VenueOrder,
} from './port.ts';

/** The calls of Binance's converter that ccxt has no unified method for. */
export interface ConvertApi extends CcxtExchange {
  sapiGetConvertOrderStatus(params: { readonly quoteId: string }): Promise<ConvertStatus>;
}

interface ConvertStatus {
  readonly orderId?: string | number;
  readonly orderStatus?: string;
  readonly fromAsset?: string;
  readonly fromAmount?: string;
  readonly toAmount?: string;
  readonly createTime?: string | number;
}

/** An answer that Binance gives for an id that it does not know. */
const UNKNOWN_ORDER = /-2013|-345\d{3}|does not exist/i;

/**
 * Trades by accepting quotes of Binance's converter. A quote is accepted once and ends by itself, so its id is the id
 * of the trade. Only the state SUCCESS moves money.
 */
export function converterWay(open: () => Promise<ConvertApi>, nowMs: () => number): TradingWay {
  return {
    kind: 'quote',
    offer: (request) => translated(async () => offer(await open(), request, nowMs())),
    // A refused quote does not say whether the amount was too small.
    isBelowMinimum: async () => false,
    place: (order) =>
      translated(async () => {
        const exchange = await open();
        refuseLate(order, nowMs());
        const { from, to } = sidesOf(order);
        requireId((await exchange.createConvertTrade(quoteIdOf(order), from, to)).id);
      }),
    find: (order) => translated(async () => find(await open(), order)),
    // A conversion cannot be canceled; it ends within seconds.
    cancel: async () => {},
  };
}

async function offer(exchange: ConvertApi, request: OfferRequest, nowMs: number): Promise<Offer | null> {
  const { side, amount, mid, bound } = request;
  const { from, to } = sidesOf(request);
  const spent = side === 'sell' ? amount : times(amount, mid);
  const quote = await translated(() => exchange.fetchConvertQuote(from, to, asNumber(spent))).catch(
    (error: unknown) => {
      // The pair is not traded, or the amount is outside of its limits.
      if (error instanceof ExchangeRefusedError) return null;
      throw error;
    },
  );
  if (quote === null) return null;
  const info = quote.info as { readonly quoteId?: string; readonly validTimestamp?: string | number };
  const [fromAmount, toAmount] = [amountOf(quote.fromAmount), amountOf(quote.toAmount)];
  if (info.quoteId === undefined || info.quoteId === '' || fromAmount <= 0n || toAmount <= 0n) return null;
  const [coins, euros] = side === 'sell' ? [fromAmount, toAmount] : [toAmount, fromAmount];
  const price = per(euros, coins);
  if (side === 'sell' ? price < bound : price > bound) return null;
  const untilMs = Number(info.validTimestamp ?? nowMs);
  return { amount: coins, price, bound: price, quote: { id: info.quoteId, untilMs } };
}

async function find(exchange: ConvertApi, order: VenueOrder): Promise<FoundOrder | null> {
  const status = await exchange
    .sapiGetConvertOrderStatus({ quoteId: quoteIdOf(order) })
    .catch((error: unknown): ConvertStatus => {
      if (error instanceof Error && UNKNOWN_ORDER.test(error.message)) return {};
      throw error;
    });
  const { orderId, orderStatus, fromAmount, toAmount, createTime } = status;
  if (orderId === undefined) return null;
  const venueId = String(orderId);
  switch (orderStatus) {
    case 'PROCESS':
    case 'ACCEPT_SUCCESS':
      return { venueId, isOpen: true, fills: [] };
    case 'FAIL':
      return { venueId, isOpen: false, fills: [] };
    case 'SUCCESS': {
      const [from, to] = [amountOf(fromAmount), amountOf(toAmount)];
      const [amount, cost] = order.side === 'sell' ? [from, to] : [to, from];
      const fill = { tradeId: `convert-${venueId}`, amount, cost, fee: null, atMs: Number(createTime) };
      return { venueId, isOpen: false, fills: [fill] };
    }
    default:
      throw new ExchangeUnavailableError(`The state ${orderStatus} of a conversion is not known.`);
  }
}

function sidesOf({ asset, side }: { readonly asset: string; readonly side: Side }) {
  return side === 'sell' ? { from: asset, to: 'EUR' } : { from: 'EUR', to: asset };
}

function quoteIdOf({ quoteId }: VenueOrder): string {
  if (quoteId === null) throw new ExchangeRefusedError('The order has no quote to accept.');
  return quoteId;
}

function amountOf(value: unknown): Exact {
  return parseExact(String(value));
}
