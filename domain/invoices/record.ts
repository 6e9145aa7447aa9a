import type { ChainKind, CryptoGateId, GateId, Mode, Network } from '../assets/assets.ts';
import {
  big,
  bool,
  type Column,
  integer,
  json,
  minor,
  orNull,
  type RowOf,
  text,
  texts,
  time,
  uuid,
  wide,
} from '../columns.ts';
import type { Language } from '../languages.ts';
import type { FeePayer } from '../money/fees.ts';
import { payoutColumns } from '../payouts/record.ts';
import type { InvoiceStatus } from '../state/invoice-status.ts';
import { conversionColumn, items, taxes } from './json-columns.ts';

export type PaymentStatus = 'seen' | 'mined' | 'confirmed' | 'dropped' | 'replaced' | 'failed';
export type Autoconversion =
  | { readonly type: 'none' }
  | { readonly type: 'full'; readonly gate_id: GateId }
  | { readonly type: 'partial'; readonly gate_id: GateId; readonly percent: number };

/** The payer as the merchant named them; both are optional. */
export interface InvoiceCustomer {
  readonly email?: string;
  readonly name?: string;
}

/** Invoices; amounts in minor units, fiat or asset by their names. */
export const invoiceColumns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  version: integer(),
  status: text<InvoiceStatus>(),
  statusReason: orNull(text()),
  statusBefore: orNull(text<InvoiceStatus>()),
  reasonBefore: orNull(text()),
  settledBeforeMinor: minor(),
  reference: orNull(text()),
  referenceLive: bool(),
  description: orNull(text()),
  currency: text(),
  items,
  priceMinor: minor(),
  taxes,
  /** In fiat: the service fee that the customer pays; 0 when the merchant pays it. */
  serviceFeeMinor: minor(),
  networkFeeMinor: minor(),
  /** The customer's fee for the conversion of the chosen asset, and the rate it follows; 0 if the merchant pays it. */
  conversionFeeMinor: minor(),
  conversionFeeBps: integer(),
  serviceFeeBps: integer(),
  /** Of the service fee. */
  feePayer: text<FeePayer>(),
  /** Null: as the profile says when the asset is chosen. */
  networkFeePayer: orNull(text<FeePayer>()),
  totalMinor: minor(),
  gates: texts<CryptoGateId>(),
  gateId: orNull(text<CryptoGateId>()),
  gateLocked: bool(),
  amountDueMinor: orNull(minor()),
  amountPaidMinor: minor(),
  amountConfirmedMinor: minor(),
  amountSettledMinor: minor(),
  amountRefundedMinor: minor(),
  excessKeptMinor: minor(),
  amountOwedMinor: minor(),
  autoconversion: json<Autoconversion>(),
  conversion: orNull(conversionColumn),
  /** The part of what settlements convert that waits for it: its coins are held. */
  convertingMinor: minor(),
  autocomplete: bool(),
  underpaidPolicy: text<'reject' | 'accept'>(),
  underpaidToleranceBps: integer(),
  overpaidToleranceBps: integer(),
  /** How much of the total the value of late payments may be short and still auto-complete. */
  lateToleranceBps: integer(),
  needsOperator: bool(),
  metadata: json<Readonly<Record<string, string>>>(),
  customer: json<InvoiceCustomer>(),
  /** The payer's; null until the page was opened. */
  language: orNull(text<Language>()),
  successUrl: orNull(text()),
  cancelUrl: orNull(text()),
  notificationUrl: orNull(text()),
  checkoutUrl: text(),
  complianceHold: bool(),
  payerClaimedAt: orNull(time()),
  createdAt: time(),
  expiresAt: time(),
  expiryDecidedAt: orNull(time()),
  completedAt: orNull(time()),
  canceledAt: orNull(time()),
};

export type InvoiceRow = RowOf<typeof invoiceColumns>;

/** One choice of an asset: an address and an amount at a locked rate. */
export const quoteColumns = {
  id: uuid(),
  gateId: text<CryptoGateId>(),
  network: text<Network>(),
  chain: text<ChainKind>(),
  address: text(),
  destinationTag: orNull(big()),
  /** In fiat: what the payer owes with this gate, and the network fee included in it. */
  totalMinor: minor(),
  networkFeeMinor: minor(),
  conversionFeeMinor: minor(),
  /** Fiat for one whole coin, as decimal text. */
  rateValue: { ...text(), sql: 'numeric', json: (column) => `trim_scale(${column})::text` } as Column<string>,
  rateSource: text(),
  lockedAt: time(),
  /** Null: as long as the invoice is open. */
  lockedUntil: orNull(time()),
  amountDueMinor: minor(),
};

export type QuoteRow = RowOf<typeof quoteColumns>;

/** Incoming movements of money. */
export const paymentColumns = {
  id: uuid(),
  key: text(),
  network: text<Network>(),
  txid: text(),
  output: text(),
  /** A gate id, or network:contract for an asset without a gate. */
  assetRef: text(),
  gateId: orNull(text<CryptoGateId>()),
  /** The quote that the payment pays; null for an asset without a quote. */
  quoteId: orNull(uuid()),
  amountMinor: minor(),
  status: text<PaymentStatus>(),
  firstSeenAt: time(),
  blockHeight: orNull(wide()),
  updatedAt: time(),
  requiredConfirmations: integer(),
  finalized: bool(),
  /** When it reached its threshold; null before, and for payments from before this time was recorded. */
  confirmedAt: orNull(time()),
  /** In fiat, at the rate of the detection and at the rate of the confirmation; null without a rate. */
  seenValueMinor: orNull(minor()),
  confirmedValueMinor: orNull(minor()),
  /** The ledger's state: whether the money is credited now, and how often it ever was. */
  credited: bool(),
  creditCount: integer(),
  creditedTo: orNull(text<'unsettled' | 'suspense'>()),
  /** The credit that is not reversed, or 0. A transaction that is mined again may bring a different amount. */
  creditedMinor: minor(),
};

export interface PaymentRow extends RowOf<typeof paymentColumns> {
  /** Counted from the follower's tip. */
  readonly confirmations: number;
  /** When the follower last read the whole chain; ISO text. */
  readonly lookedAt: string | null;
}

const { id, status, hold, gateId, amountMinor, netMinor, address, destinationTag, createdAt } = payoutColumns;

/** An invoice's view of its refunds, which are payouts with a process of their own. */
export const refundColumns = { id, status, hold, gateId, amountMinor, netMinor, address, destinationTag, createdAt };

export interface RefundRow extends RowOf<typeof refundColumns> {
  /** The amount that its hold took from the invoice's account. */
  readonly drawnMinor: bigint;
  /** The newest transaction that was signed for it. */
  readonly txid: string | null;
  /** Where the payer took another coin: what it counts as. */
  readonly covers: CoveredCoins | null;
}

/** The coins of an invoice that a refund counts as, in minor units. */
export interface CoveredCoins {
  readonly gateId: CryptoGateId;
  readonly minor: bigint;
}

export interface PaymentRecord extends PaymentRow {
  /** The locked rate no longer waits for it (invoice-states M). */
  readonly hasLapsed: boolean;
}

/** An invoice as views need it: its row, its current quote, its payments, and what follows from them. */
export interface InvoiceRecord extends Omit<InvoiceRow, KnownToStaff> {
  /** Confirmed on its quote, and neither settled nor drawn by a refund. */
  readonly unclaimedMinor: bigint;
  readonly quote: QuoteRow | null;
  /** Until when the first unconfirmed payment has to be confirmed for the locked rate; null where none waits for it. */
  readonly rateHeldUntil: Date | null;
  readonly payments: readonly PaymentRecord[];
  /** Oldest first. */
  readonly refunds: readonly RefundRow[];
  /** On which money came to another quote than the invoice's and has not gone back (invoice-states B). */
  readonly otherGates: readonly CryptoGateId[];
}

/** No view of a merchant or payer may depend on it. */
type KnownToStaff = 'complianceHold';
