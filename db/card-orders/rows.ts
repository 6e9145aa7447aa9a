import type { CryptoGateId, Mode } from '../../domain/assets/assets.ts';
import type { CardMethod } from '../../domain/card-orders/payment-method.ts';
import type { Language } from '../../domain/languages.ts';
import type { CardOrderFacts } from '../../domain/state/card-order.ts';
import type { CardOrderReason, CardOrderStatus } from '../../domain/state/card-order-status.ts';
import {
  big,
  bool,
  bytes,
  defineTable,
  filled,
  integer,
  minor,
  orNull,
  type RowOf,
  small,
  text,
  time,
  uuid,
} from '../core/table.ts';

const customerColumns = {
  id: uuid(),
  mode: text<Mode>(),
  /** In lower case. */
  email: text(),
  country: text(),
  /** When a code that was mailed to the address was last entered. */
  verifiedAt: orNull(time()),
  createdAt: filled(time()),
};

/** Customers who buy coins by card. The partner knows them by their ID. */
export const cardCustomersTable = defineTable('card_customer', customerColumns);
export type CardCustomerRow = RowOf<typeof customerColumns>;

const columns = {
  /** The reference at the partner. */
  id: uuid(),
  version: filled(integer()),
  mode: text<Mode>(),
  merchantId: uuid(),
  profileId: uuid(),
  invoiceId: orNull(uuid()),
  status: filled(text<CardOrderStatus>()),
  statusReason: orNull(text<CardOrderReason>()),
  needsOperator: filled(bool()),
  secretHash: bytes(),
  customerId: orNull(uuid()),
  termsAcceptedAt: orNull(time()),
  gateId: text<CryptoGateId>(),
  address: orNull(text()),
  addressKey: orNull(text()),
  destinationTag: orNull(big()),
  fiat: text(),
  /** Which amount was entered; the partner calculates the other one. */
  fixedSide: text<'fiat' | 'crypto'>(),
  /** The amounts that the customer agreed to: all that the card is charged, and what arrives. */
  fiatMinor: minor(),
  cryptoMinor: minor(),
  /** Parts of the fiat amount. */
  processingFeeMinor: filled(minor()),
  networkFeeMinor: filled(minor()),
  quotedAt: time(),
  quoteExpiresAt: time(),
  country: text(),
  method: text<CardMethod>(),
  commissionBps: integer(),
  shareBps: integer(),
  partner: text(),
  partnerOrderId: orNull(text()),
  partnerStatus: orNull(text()),
  partnerFiatMinor: orNull(minor()),
  partnerCryptoMinor: orNull(minor()),
  /** Sealed for `card_order:<id>`, as `payerUrl`. */
  checkoutUrl: orNull(bytes()),
  checkoutUntil: orNull(time()),
  payerUrl: orNull(bytes()),
  /** Before the partner was asked to make it: from then on, the answer may be lost. */
  attemptedAt: orNull(time()),
  /** How many searches at the partner did not find an order whose answer was lost. */
  findMisses: filled(small()),
  /** Claimed by the partner. */
  txid: orNull(text()),
  paidAt: orNull(time()),
  /** As the gateway saw it on the chain. */
  deliveredMinor: orNull(minor()),
  deliveredTxid: orNull(text()),
  deliveredOutput: orNull(text()),
  /** The fiat total, the commission and the shop's part of it, in euro cents. */
  euroMinor: orNull(minor()),
  commissionMinor: orNull(minor()),
  shareMinor: orNull(minor()),
  language: orNull(text<Language>()),
  returnUrl: orNull(text()),
  /** Somebody has news: the partner is to be asked at once. */
  nextCheckAt: orNull(time()),
  /** Of a draft: until when it can be placed. Afterwards: until when the partner may be asked to make it. */
  deadlineAt: time(),
  createdAt: filled(time()),
  placedAt: orNull(time()),
  /** When the partner first named the present transaction. */
  sentAt: orNull(time()),
  deliveredAt: orNull(time()),
  maturedAt: orNull(time()),
  closedAt: orNull(time()),
  updatedAt: filled(time()),
};

export const cardOrdersTable = defineTable('card_order', columns);
export type CardOrderRow = RowOf<typeof columns>;

export function toFacts(row: CardOrderRow): CardOrderFacts {
  return {
    version: row.version,
    status: row.status,
    reason: row.statusReason,
    needsOperator: row.needsOperator,
    isComplete: row.addressKey !== null && row.customerId !== null && row.termsAcceptedAt !== null,
    isPaid: row.paidAt !== null,
    isMatured: row.maturedAt !== null,
    hasPartnerOrder: row.partnerOrderId !== null,
    deadlineMs: row.deadlineAt.getTime(),
  };
}

/** As the ledger and the audit log name it. */
export function entityOf({ id }: Pick<CardOrderRow, 'id'>): string {
  return `card_order:${id}`;
}
