import type { CardOrderRow } from '../../db/card-orders/rows.ts';
import { gate } from '../../domain/assets/assets.ts';
import { transactionIdOn } from '../../domain/card-orders/delivery.ts';
import type { FetchedOrder } from '../../domain/state/card-order.ts';
import type { NotPlacedReason, PartnerNews } from '../../domain/state/card-order-status.ts';
import type { PartnerOrder, PartnerStatus, RefusalReason } from '../card-partner/port.ts';

const NEWS: Readonly<Record<PartnerStatus, PartnerNews>> = {
  awaiting_payment: 'payment',
  payment_pending: 'payment',
  verifying: 'identity',
  paid: 'processing',
  sent: 'sent',
  complete: 'sent',
  declined: 'declined',
  // By the partner, because of risk or compliance: it returns what was paid.
  canceled: 'rejected',
  expired: 'expired',
  refunded: 'refunded',
};

/** The partner's order as our rules read it. A transaction that cannot be one of the network is none. */
export function newsOf({ gateId }: Pick<CardOrderRow, 'gateId'>, order: PartnerOrder): FetchedOrder {
  const { status, statusText, txid, fiatMinor, cryptoMinor } = order;
  return {
    news: status === null ? null : NEWS[status],
    statusText,
    txid: txid === null ? null : transactionIdOn(gate(gateId).network, txid),
    fiatMinor,
    cryptoMinor,
  };
}

/** Whether the partner's order is the one that we made. Its address is judged on the chain. */
export function isOurs(
  { id, gateId, fiat }: Pick<CardOrderRow, 'id' | 'gateId' | 'fiat'>,
  order: PartnerOrder,
): boolean {
  return (order.reference ?? id) === id && order.gateId === gateId && order.currency === fiat;
}

export const NOT_PLACED: Readonly<Record<RefusalReason, NotPlacedReason>> = {
  below_minimum: 'below_minimum',
  above_maximum: 'above_maximum',
  unavailable_here: 'unavailable_here',
  address_invalid: 'address_invalid',
  identity_refused: 'identity_refused',
  not_found: 'order_invalid',
  not_enabled: 'order_invalid',
  invalid: 'order_invalid',
};
