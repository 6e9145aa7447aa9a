import type { InvoiceStatus } from './invoice-status.ts';

/**
 * The shop's next action on an order.
 *
 * - `wait`: nothing is paid for good yet; ship nothing
 * - `ship`: it is paid; ship it once
 * - `hold`: a person has to decide; ship nothing, and stop unsent parcels
 * - `reversed`: the money went back; the order is off
 */
export const FULFILLMENTS = ['wait', 'ship', 'hold', 'reversed'] as const;

export type Fulfillment = (typeof FULFILLMENTS)[number];

/**
 * Status → what a shop does. A part that was refunded leaves the order as it was: a paid one is still shipped, and one
 * that was never accepted still waits for a decision.
 */
const BY_STATUS: Readonly<Record<InvoiceStatus, Fulfillment>> = {
  new: 'wait',
  pending: 'wait',
  partially_paid: 'wait',
  confirming: 'wait',
  processing: 'wait',
  done: 'ship',
  overpaid: 'ship',
  partially_refunded: 'ship',
  expired: 'wait',
  canceled: 'wait',
  expired_paid: 'hold',
  invalid: 'hold',
  refund_requested: 'hold',
  error: 'hold',
  refunded: 'reversed',
};

/** The shop's next action on the order of this invoice. */
export function fulfillmentOf({
  status,
  isCompleted,
}: {
  readonly status: InvoiceStatus;
  /** It was completed at some time, and that still counts. */
  readonly isCompleted: boolean;
}): Fulfillment {
  const fulfillment = BY_STATUS[status];
  return fulfillment === 'ship' && !isCompleted ? 'hold' : fulfillment;
}
