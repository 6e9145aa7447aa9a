import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { CardMethod } from '../../domain/card-orders/payment-method.ts';
import type { Currency } from '../../domain/money/currencies.ts';

/**
 * A company that sells coins for a card payment and sends them to an address, for one mode. It checks the payer's
 * identity and takes the payment on its own checkout page. Nothing it says is a reason to book: coins count once our
 * own view of the chain has them.
 *
 * Errors of every call: {@link CardPartnerRefusedError} is final, nothing happened and nothing will;
 * {@link CardPartnerUnclearError} comes only from `createOrder` and `shareIdentity`, which may have had their effect;
 * {@link CardPartnerAwayError} means that nothing happened, and a later try makes sense. Every call but `createOrder`
 * can be repeated at any time.
 */
export interface CardPartner {
  /** The coins and currencies on offer. Changes rarely: callers may keep it for some minutes. */
  currencies(): Promise<PartnerCurrencies>;
  /** Every country that the partner serves, with what it excludes there. Changes rarely. */
  countries(): Promise<readonly PartnerCountry[]>;
  /**
   * The present price. It is an offer without a lifetime: the order is priced when it is created, so its amounts can
   * differ. @throws CardPartnerRefusedError with `below_minimum`, `above_maximum`, `unavailable_here`, …
   */
  quote(request: QuoteRequest): Promise<PartnerQuote>;
  /**
   * Creates an order once. The caller stores the request first. After {@link CardPartnerUnclearError} it must call
   * `findOrder`, and may create again under the same reference only if that answers null twice, at least
   * {@link LOST_ORDER_MS} after the attempt. The partner itself does not refuse a second order with one reference.
   */
  createOrder(request: OrderRequest): Promise<CreatedOrder>;
  /**
   * The order by our reference; null if the partner lists none. An order that was found this way has no checkout URL:
   * the payer continues at its `payerUrl`, if there is one.
   * @throws CardPartnerUnclearError if several orders have the reference; a person has to look at it
   */
  findOrder(sought: SoughtOrder): Promise<PartnerOrder | null>;
  /** The order by the partner's id. @throws CardPartnerRefusedError with `not_found` if the partner has none */
  order(partnerId: string): Promise<PartnerOrder>;
  /**
   * Hands over the proof of an identity check at our verification provider, so that the payer need not repeat it. The
   * partner accepts it for processing; whether it is enough shows on its checkout page. The same token twice is one.
   */
  shareIdentity(share: IdentityShare): Promise<void>;
}

/** How long after an attempt an order may still become visible in the partner's list. */
export const LOST_ORDER_MS = 120_000;

export interface PartnerCurrencies {
  readonly fiats: readonly PartnerFiat[];
  readonly coins: readonly PartnerCoin[];
}

export interface PartnerFiat {
  readonly currency: Currency;
  /** Only methods of ours; a method without limits has none that the partner publishes. */
  readonly methods: readonly PartnerMethod[];
}

export interface PartnerMethod {
  readonly method: CardMethod;
  /** In minor units of the currency. */
  readonly minMinor: bigint | null;
  readonly maxMinor: bigint | null;
}

export interface PartnerCoin {
  readonly gateId: CryptoGateId;
  /** In minor units of the gate. */
  readonly minMinor: bigint | null;
  /**
   * Where the partner does not sell this coin, by ISO 3166-1 alpha-2. An empty list of states is the whole country.
   */
  readonly excluded: ReadonlyMap<string, readonly string[]>;
}

export interface PartnerCountry {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  /** States of the country for which the partner has rules of their own; mostly none. */
  readonly states: readonly { readonly code: string; readonly name: string }[];
}

/** Either side of a purchase is given; the partner calculates the other one. Minor units, above zero. */
export type PurchaseAmount =
  | { readonly kind: 'fiat'; readonly minor: bigint }
  | { readonly kind: 'crypto'; readonly minor: bigint };

export interface QuoteRequest {
  readonly gateId: CryptoGateId;
  readonly currency: Currency;
  readonly amount: PurchaseAmount;
  readonly method: CardMethod;
  /** Where prices or offers depend on it. */
  readonly country?: string | undefined;
  readonly customerId?: string | undefined;
  readonly ipAddress?: string | undefined;
}

/** The total that the payer pays, and the coins that arrive. Both may differ from the request: the partner rounds. */
export interface PartnerQuote {
  readonly gateId: CryptoGateId;
  readonly currency: Currency;
  /** All that the card is charged: both fees are part of it. */
  readonly fiatMinor: bigint;
  /** The coins that the partner will send. More places than the chain has cannot be sent and are cut off. */
  readonly cryptoMinor: bigint;
  /** Rounded up to whole minor units of the currency; for display. */
  readonly processingFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
}

export interface OrderRequest extends QuoteRequest {
  /** Ours, unique, and no secret: the partner prints it to the payer. At most 64 letters, digits, `-` and `_`. */
  readonly reference: string;
  /** Stable and opaque for one payer; never an email address or a name. */
  readonly customerId: string;
  readonly address: string;
  readonly destinationTag: bigint | null;
  /** Where the partner's page leads back to, whatever happened there. */
  readonly returnUrl: string;
  /** Fills the email field of the checkout page. */
  readonly email?: string | undefined;
  /** Comes back with the order; at most 255 characters. */
  readonly metadata?: string | undefined;
}

export interface CreatedOrder {
  readonly partnerId: string;
  /**
   * For this payer alone and for a short time (the published lifetime is one minute): send the browser there at once.
   * A later visit goes to `payerUrl` of the order.
   */
  readonly checkoutUrl: string;
}

export interface SoughtOrder {
  readonly reference: string;
  readonly customerId: string;
  /** The attempt to create it was not earlier. */
  readonly sinceMs: number;
}

/**
 * The state of an order, in the words of the partner:
 * - `awaiting_payment`: the payer has not paid; also an order that had expired and was opened again
 * - `payment_pending`: paid by the payer, not confirmed by the card network (3-D Secure may be open)
 * - `verifying`: waits for more about the payer's identity
 * - `paid`: the money is there, the coins were not sent
 * - `sent`: a transaction was submitted, as the partner says; `complete`: and was confirmed
 * - `declined`, `canceled`, `expired`: ended without coins, although `expired` can become active again
 * - `refunded`: the payer has the money back; after `complete` this is a chargeback, and the coins are gone
 */
export const PARTNER_STATUSES = [
  'awaiting_payment',
  'payment_pending',
  'verifying',
  'paid',
  'sent',
  'complete',
  'declined',
  'canceled',
  'expired',
  'refunded',
] as const;
export type PartnerStatus = (typeof PARTNER_STATUSES)[number];

export interface PartnerOrder {
  readonly partnerId: string;
  readonly reference: string | null;
  readonly customerId: string | null;
  /** Null for a status that this release does not know: that is no news. */
  readonly status: PartnerStatus | null;
  /** As the partner wrote it, for operators. */
  readonly statusText: string;
  /** Null for a coin or a network that is no gate of ours. */
  readonly gateId: CryptoGateId | null;
  readonly currency: Currency;
  /** Null if the partner wrote no amount, or one that cannot be read. */
  readonly fiatMinor: bigint | null;
  readonly cryptoMinor: bigint | null;
  readonly address: string | null;
  readonly destinationTag: bigint | null;
  /** Claimed, not believed. Null while there is none; the partner also writes that as `"0"`. */
  readonly txid: string | null;
  /** A page of the partner about this order, for the payer alone. */
  readonly payerUrl: string | null;
  readonly createdAtMs: number | null;
  readonly updatedAtMs: number | null;
}

export interface IdentityShare {
  readonly customerId: string;
  /** The verification provider and its share token, made for the partner as recipient. */
  readonly provider: 'sumsub';
  readonly token: string;
  readonly email: string;
  /** In international form, such as `+491701234567`. */
  readonly mobileNumber: string;
}

/** Why the partner refused, for the payer's page. */
export const REFUSAL_REASONS = [
  'below_minimum',
  'above_maximum',
  'unavailable_here',
  'address_invalid',
  'identity_refused',
  'not_found',
  'not_enabled',
  'invalid',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A final no: the call had no effect, and would be refused again. */
export class CardPartnerRefusedError extends Error {
  override readonly name = 'CardPartnerRefusedError';
  /** For the payer; `invalid` and `not_enabled` are ours to fix. */
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A call that changes something got no answer, or none that makes sense: it may have had its effect. */
export class CardPartnerUnclearError extends Error {
  override readonly name = 'CardPartnerUnclearError';
}

/** The call had no effect: the partner is away, asks for fewer calls, or gave a reader no sensible answer. */
export class CardPartnerAwayError extends Error {
  override readonly name = 'CardPartnerAwayError';
}
