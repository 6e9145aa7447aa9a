import type { ChainKind, CryptoGateId, GateId, Mode, Network } from '../assets/assets.ts';
import type { Language } from '../languages.ts';
import type { FeePayer } from '../money/fees.ts';
import type { Item } from '../money/items.ts';
import type { InvoiceStatus } from '../state/invoice-status.ts';
import type { PayoutStatus } from '../state/payout-status.ts';

export type PaymentStatus = 'seen' | 'mined' | 'confirmed' | 'dropped' | 'replaced' | 'failed';
export type Autoconversion =
  | { readonly type: 'none' }
  | { readonly type: 'full'; readonly gate_id: GateId }
  | { readonly type: 'partial'; readonly gate_id: GateId; readonly percent: number };

/** The result of an invoice's conversions, less the part that a reorganization took back; minor units. */
export interface InvoiceConversion {
  /** Of the first conversion. */
  readonly id: string;
  readonly from: GateId;
  readonly to: GateId;
  readonly amountFromMinor: bigint;
  readonly amountToMinor: bigint;
  readonly feeMinor: bigint;
  /** Units of `to` for one of `from`, before the fee; of several conversions, their mean. */
  readonly rate: string;
  /** `locked` if all of it was converted at the rate locked for the invoice. */
  readonly at: 'locked' | 'present';
}

export interface TaxLine {
  readonly name: string;
  readonly rateBps: number;
  readonly amountMinor: bigint;
}

/** One choice of an asset: an address and an amount at a locked rate. Fiat for one whole coin in `rateValue`. */
export interface QuoteRecord {
  readonly id: string;
  readonly gateId: CryptoGateId;
  readonly network: Network;
  readonly chain: ChainKind;
  readonly address: string;
  readonly destinationTag: bigint | null;
  readonly rateValue: string;
  readonly rateSource: string;
  readonly lockedAt: Date;
  /** When its rate ends; null: with the invoice. */
  readonly lockedUntil: Date | null;
  readonly amountDueMinor: bigint;
}

/**
 * One incoming movement of money as the views need it. `confirmations` is derived from the follower's tip when read.
 */
export interface PaymentRecord {
  readonly id: string;
  readonly key: string;
  readonly network: Network;
  readonly txid: string;
  readonly output: string;
  readonly assetRef: string;
  readonly gateId: CryptoGateId | null;
  readonly quoteId: string | null;
  readonly amountMinor: bigint;
  readonly status: PaymentStatus;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly firstSeenAt: Date;
  /** The locked rate no longer waits for it (invoice-states M). */
  readonly hasLapsed: boolean;
  readonly blockHeight: number | null;
  readonly updatedAt: Date;
}

/** Money that went back, or is on its way; amounts in minor units of the gate. */
/** The coins of an invoice that a refund counts as, in minor units. */
export interface CoveredCoins {
  readonly gateId: CryptoGateId;
  readonly minor: bigint;
}

export interface RefundRecord {
  readonly id: string;
  readonly status: PayoutStatus;
  readonly gateId: CryptoGateId;
  /** Of what was paid: what this refund is about. */
  readonly amountMinor: bigint;
  /** The amount that reaches the payer's address. */
  readonly netMinor: bigint;
  readonly address: string;
  readonly destinationTag: string | null;
  readonly txid: string | null;
  /** Where the payer took another coin: what it counts as. */
  readonly covers: CoveredCoins | null;
  readonly createdAt: Date;
}

/** The payer as the merchant named them; both are optional. */
export interface InvoiceCustomer {
  readonly email?: string;
  readonly name?: string;
}

/**
 * An invoice as its row, its current quote and its payments say; amounts in minor units, fiat or asset by their names.
 */
export interface InvoiceRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly version: number;
  readonly status: InvoiceStatus;
  readonly statusReason: string | null;
  readonly statusBefore: InvoiceStatus | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly currency: string;
  readonly items: readonly Item[];
  readonly priceMinor: bigint;
  readonly taxes: readonly TaxLine[];
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
  /** The customer's fee for the conversion of the chosen asset, and the rate it follows; 0 if the merchant pays it. */
  readonly conversionFeeMinor: bigint;
  readonly conversionFeeBps: number;
  readonly serviceFeeBps: number;
  /** Of the service fee. */
  readonly feePayer: FeePayer;
  /** Null: as the profile says when the asset is chosen. */
  readonly networkFeePayer: FeePayer | null;
  readonly totalMinor: bigint;
  readonly gates: readonly CryptoGateId[];
  readonly gateLocked: boolean;
  readonly amountPaidMinor: bigint;
  readonly amountConfirmedMinor: bigint;
  readonly amountSettledMinor: bigint;
  readonly amountRefundedMinor: bigint;
  /** Confirmed on its quote, and neither settled nor drawn by a refund. */
  readonly unclaimedMinor: bigint;
  readonly autoconversion: Autoconversion;
  readonly conversion: InvoiceConversion | null;
  readonly autocomplete: boolean;
  readonly underpaidPolicy: 'reject' | 'accept';
  readonly underpaidToleranceBps: number;
  readonly overpaidToleranceBps: number;
  readonly needsOperator: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly customer: InvoiceCustomer;
  /** The payer's; null until the page was opened. */
  readonly language: Language | null;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly notificationUrl: string | null;
  readonly checkoutUrl: string;
  readonly payerClaimedAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
  readonly quote: QuoteRecord | null;
  /** Until when the first unconfirmed payment has to be confirmed for the locked rate; null where none waits for it. */
  readonly rateHeldUntil: Date | null;
  readonly payments: readonly PaymentRecord[];
  /** Oldest first. */
  readonly refunds: readonly RefundRecord[];
  /** On which money came to another quote than the invoice's and has not gone back (invoice-states B). */
  readonly otherGates: readonly CryptoGateId[];
}
