import type { GateId, Mode } from '../../domain/assets/assets.ts';
import type { Exact } from '../../domain/treasury/exact.ts';
import type { ExchangeName, HedgedAsset } from '../../domain/treasury/exchanges.ts';
import type { OrderKind, Side } from '../../domain/treasury/hedge-order.ts';

/**
 * An account at an exchange, for one mode. Only a `ExchangeRefusedError` is a definite no. After any other error of a
 * call that changes something its outcome is unknown: look it up by our own id, never send it again.
 */
export interface Exchange {
  readonly name: ExchangeName;
  readonly mode: Mode;
  /** How it trades; an account may have several ways. */
  readonly ways: readonly TradingWay[];
  /** All that is held there, by the exchange's usual code: `BTC`, `USDT`, `EUR`. */
  balances(): Promise<ReadonlyMap<string, Exact>>;
  /** Every trade since then, by any program; for the search of a difference. */
  trades(sinceMs: number): Promise<readonly VenueTrade[]>;
  readonly funds: Funds;
}

/** Money in and out of an account. */
export interface Funds {
  /** Where deposits of a gate go. */
  depositAddress(gateId: GateId): Promise<DepositAddress>;
  /** Asks for a withdrawal once. @throws ExchangeRefusedError if it was definitely not accepted */
  withdraw(withdrawal: VenueWithdrawal): Promise<void>;
  /** The withdrawal by our id or, where the exchange takes none, by its amount; null if it is not listed. */
  findWithdrawal(withdrawal: VenueWithdrawal): Promise<FoundWithdrawal | null>;
  /** Deposits since then that are credited, from any sender. */
  deposits(gateId: GateId, sinceMs: number): Promise<readonly FoundDeposit[]>;
}

export interface DepositAddress {
  readonly address: string;
  readonly destinationTag: bigint | null;
}

/** A withdrawal as it was stored before it left. */
export interface VenueWithdrawal {
  /** Our own id. */
  readonly id: string;
  readonly gateId: GateId;
  /** With the fee of the exchange; no other withdrawal of the gate has this amount. */
  readonly amount: Exact;
  /** Null for a bank account, which the exchange knows. */
  readonly address: string | null;
  readonly destinationTag: bigint | null;
  /** The destination's name in the exchange's own list. */
  readonly venueKey: string | null;
  /** It did not leave earlier. */
  readonly sinceMs: number;
}

export interface FoundWithdrawal {
  /** The exchange's own id. */
  readonly venueId: string;
  /** `failed`: the exchange has the money again. */
  readonly state: 'pending' | 'done' | 'failed';
  /** The amount that it sends, without its fee. */
  readonly net: Exact;
  readonly txid: string | null;
}

export interface FoundDeposit {
  /** Unique at the exchange. */
  readonly id: string;
  readonly txid: string | null;
  /** The credited amount. */
  readonly amount: Exact;
}

/** Trades against euro: an order book takes orders, a converter gives quotes. */
export interface TradingWay {
  readonly kind: OrderKind;
  /** The present cost of this amount; null if the asset is not traded, or not this amount. */
  offer(request: OfferRequest): Promise<Offer | null>;
  /** Whether the market is there but takes no order as small as this. */
  isBelowMinimum(request: OfferRequest): Promise<boolean>;
  /**
   * Sends an order once. It counts only if it arrives before its deadline, so an order that is unknown afterwards never
   * was. An order whose id is known already was accepted before.
   * @throws ExchangeRefusedError if it was definitely not accepted
   */
  place(order: VenueOrder): Promise<void>;
  /** The order by our id, with every fill; null if the exchange does not know it. */
  find(order: VenueOrder): Promise<FoundOrder | null>;
  /** Ends an open order. Its fills until then are found by {@link find}. */
  cancel(order: VenueOrder): Promise<void>;
}

export interface OfferRequest {
  readonly asset: HedgedAsset;
  readonly side: Side;
  readonly amount: Exact;
  /** The middle of the market, in euro per coin. */
  readonly mid: Exact;
  /** The price that nothing may be worse than. */
  readonly bound: Exact;
}

export interface Offer {
  /** The tradable part of the requested amount, in steps of the market. */
  readonly amount: Exact;
  /** Euro per coin with the trading fee, for comparison. */
  readonly price: Exact;
  /** The bound in steps of the market, never worse than the requested one. */
  readonly bound: Exact;
  /** Of a quote: its id, and when it ends. */
  readonly quote: { readonly id: string; readonly untilMs: number } | null;
}

/** An order as it was stored before it left. */
export interface VenueOrder {
  /** Our own id. */
  readonly id: string;
  readonly asset: HedgedAsset;
  readonly side: Side;
  readonly amount: Exact;
  readonly bound: Exact;
  readonly quoteId: string | null;
  /** It must not count if it arrives later. */
  readonly deadlineMs: number;
  readonly sentAtMs: number;
}

export interface FoundOrder {
  /** The exchange's own id. */
  readonly venueId: string;
  readonly isOpen: boolean;
  readonly fills: readonly Fill[];
}

/** One trade. Amounts are above zero. */
export interface Fill {
  /** Unique at the exchange. */
  readonly tradeId: string;
  readonly amount: Exact;
  /** In euro, without the fee. */
  readonly cost: Exact;
  readonly fee: { readonly currency: string; readonly amount: Exact } | null;
  readonly atMs: number;
}

export interface VenueTrade extends Fill {
  readonly symbol: string;
  readonly side: Side;
}

/** The exchange said no: the call has had no effect. */
export class ExchangeRefusedError extends Error {
  override readonly name = 'ExchangeRefusedError';
}

/** No answer, or none that makes sense: a call may have had its effect. */
export class ExchangeUnavailableError extends Error {
  override readonly name = 'ExchangeUnavailableError';
}
