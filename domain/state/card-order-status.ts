/**
 * The statuses of a purchase of coins by card. `placing`: being made at the partner, whose answer may be lost;
 * `identity`: the partner verifies the customer; `sending`: the partner says that the coins are on the chain;
 * `delivered`: the gateway has seen them there, confirmed and in full.
 */
export const CARD_ORDER_STATUSES = [
  'draft',
  'placing',
  'identity',
  'payment',
  'processing',
  'sending',
  'delivered',
  'charged_back',
  'declined',
  'refused',
  'expired',
  'refunded',
  'canceled',
  'failed',
] as const;

export type CardOrderStatus = (typeof CARD_ORDER_STATUSES)[number];
