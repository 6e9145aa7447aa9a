/** Between the customer and the partner, an order moves back and forth here, and nothing follows from it for a shop. */
const UNPUBLISHED = ['draft', 'placing', 'identity', 'payment'] as const;

/** The statuses of which shops are notified: the payment arrived, the coins are on their way, and every end. */
export const PUBLISHED_CARD_STATUSES = [
  'processing',
  'sending',
  'delivered',
  'charged_back',
  'declined',
  'rejected',
  'expired',
  'refunded',
  'canceled',
  'failed',
] as const;

/**
 * The statuses of a purchase of coins by card. `placing`: being made at the partner, whose answer may be lost;
 * `identity`: the partner verifies the customer; `sending`: the partner says that the coins are on the chain;
 * `delivered`: the gateway has seen them there, confirmed and in full.
 */
export const CARD_ORDER_STATUSES = [...UNPUBLISHED, ...PUBLISHED_CARD_STATUSES] as const;

export type CardOrderStatus = (typeof CARD_ORDER_STATUSES)[number];

export function isCardOrderStatus(text: string): text is CardOrderStatus {
  return (CARD_ORDER_STATUSES as readonly string[]).includes(text);
}

export function isPublishedCardStatus(status: CardOrderStatus): boolean {
  return (PUBLISHED_CARD_STATUSES as readonly CardOrderStatus[]).includes(status);
}

/** Why the partner did not make an order; the first five are the customer's business, the others ours. */
export const NOT_PLACED_REASONS = [
  'below_minimum',
  'above_maximum',
  'unavailable_here',
  'address_invalid',
  'identity_refused',
  'order_invalid',
  'partner_unavailable',
] as const;

export type NotPlacedReason = (typeof NOT_PLACED_REASONS)[number];

/** Why an order is in its status, or what an operator has to look at. */
export const CARD_ORDER_REASONS = [
  ...NOT_PLACED_REASONS,
  /** The partner ended it while it verified the customer. */
  'identity',
  /** The chain has a transaction of it that pays less. */
  'short',
  /** The transaction pays somebody else, or nobody. */
  'elsewhere',
  /** Too long without progress. */
  'overdue',
  /** The partner says that it ended, after it said that it was paid or sent. */
  'contradiction',
  /** The partner has several orders with our reference, or one that is not what was ordered. */
  'mismatch',
  'resolved_by_operator',
] as const;

export type CardOrderReason = (typeof CARD_ORDER_REASONS)[number];

/** The statuses of the partner's order, as far as they matter for ours. */
export const PARTNER_NEWS = [
  'identity',
  'payment',
  'processing',
  'sent',
  'declined',
  'rejected',
  'expired',
  'refunded',
] as const;

export type PartnerNews = (typeof PARTNER_NEWS)[number];
