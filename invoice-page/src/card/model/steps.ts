import type { CardOrder } from '../../../../contract/card-payment.ts';
import type { CardOrderStatus } from '../../../../domain/state/card-order-status.ts';

/** The steps of the customer, in this order. A purchase for an invoice has its address already. */
export const DRAFT_STEPS = ['amount', 'address', 'email', 'check'] as const;
export type DraftStep = (typeof DRAFT_STEPS)[number];

/** The screen of an order; the first four are those of a draft. */
export type CardScreen = DraftStep | 'placing' | 'identity' | 'pay' | 'follow' | 'delivered' | 'ended';

/** The last step that a draft is ready for. */
export function furthestStep(order: CardOrder | null): DraftStep {
  if (order === null) return 'amount';
  if (order.address === null && order.invoice_id === null) return 'address';
  return order.customer?.verified === true ? 'check' : 'email';
}

/** The screen: that of the status, and of a draft the step that the customer went (back) to, if it is ready for it. */
export function screenOf(order: CardOrder | null, requested: DraftStep | null): CardScreen {
  if (order !== null && order.status !== 'draft') return SCREENS[order.status];
  const furthest = furthestStep(order);
  if (requested === null || at(requested) > at(furthest)) return furthest;
  // An invoice says where its coins go.
  return requested === 'address' && order?.invoice_id !== null ? 'amount' : requested;
}

const at = (step: DraftStep): number => DRAFT_STEPS.indexOf(step);

const SCREENS: Readonly<Record<Exclude<CardOrderStatus, 'draft'>, CardScreen>> = {
  placing: 'placing',
  identity: 'identity',
  payment: 'pay',
  processing: 'follow',
  sending: 'follow',
  delivered: 'delivered',
  charged_back: 'ended',
  declined: 'ended',
  rejected: 'ended',
  expired: 'ended',
  refunded: 'ended',
  canceled: 'ended',
  failed: 'ended',
};

/** True while something happens without the customer: the order is read often. */
export function isMoving({ status }: Pick<CardOrder, 'status'>): boolean {
  return ['placing', 'identity', 'payment', 'processing', 'sending'].includes(status);
}

/** The stages that a customer sees, and how far the order is: `null` where it has ended without coins. */
export const STAGES = ['details', 'payment', 'sending', 'arrival'] as const;
export type Stage = (typeof STAGES)[number];

export function stageOf(order: CardOrder | null): { readonly now: Stage } | 'done' | null {
  switch (order?.status) {
    case undefined:
    case 'draft':
      return { now: 'details' };
    case 'placing':
    case 'identity':
    case 'payment':
      return { now: 'payment' };
    case 'processing':
      return { now: 'sending' };
    case 'sending':
      return { now: 'arrival' };
    case 'delivered':
      return 'done';
    default:
      return null;
  }
}
