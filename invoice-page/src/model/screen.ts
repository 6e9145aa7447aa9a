import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { MessageKey } from '../i18n/messages.ts';

/**
 * The screen that the page shows. Statuses of the invoice map to it, and the two differ only where the payer needs
 * other words.
 */
export type ScreenName =
  | 'choose'
  | 'pay'
  | 'partial'
  | 'checking'
  | 'confirming'
  | 'processing'
  | 'paid'
  | 'overpaid'
  | 'expired'
  | 'expired_partial'
  | 'late_confirming'
  | 'paid_late'
  | 'invalid'
  | 'refund_requested'
  | 'refunded'
  | 'partly_refunded'
  | 'error'
  | 'canceled'
  | 'canceled_paid';

export type ResultName = Exclude<ScreenName, 'choose' | 'pay' | 'partial'>;

/**
 * The screen of an invoice (invoice-states.md). `timeUp` is the page's own clock, set by the server's: it only ever
 * leads to "checking". That an invoice has expired is the server's to say.
 */
export function screenOf(view: CustomerInvoice, timeUp: boolean): ScreenName {
  // The payer asked, and the shop has not answered: that is what the page is about, whatever the invoice is.
  if (view.refund_request === 'open') return 'refund_requested';
  switch (view.status) {
    case 'new':
      return timeUp ? 'checking' : 'choose';
    case 'pending':
      return timeUp ? 'checking' : 'pay';
    case 'partially_paid':
      return partly(view, timeUp);
    case 'confirming':
      return 'confirming';
    case 'processing':
      return 'processing';
    case 'done':
      return 'paid';
    case 'overpaid':
      return 'overpaid';
    case 'expired':
      return expired(view);
    case 'expired_paid':
      return 'paid_late';
    case 'invalid':
      return 'invalid';
    case 'refund_requested':
      return 'refund_requested';
    case 'refunded':
      return 'refunded';
    case 'partially_refunded':
      return 'partly_refunded';
    case 'canceled':
      return hasMoney(view) ? 'canceled_paid' : 'canceled';
    case 'error':
      return 'error';
    default:
      return view.status satisfies never;
  }
}

/** A part paid in time is waited for past the deadline (cell C); a snapshot taken after it says so. */
function partly(view: CustomerInvoice, timeUp: boolean): ScreenName {
  if (Date.parse(view.server_time) >= Date.parse(view.expires_at)) return 'expired_partial';
  return timeUp ? 'checking' : 'partial';
}

function expired(view: CustomerInvoice): ScreenName {
  if (!hasMoney(view)) return 'expired';
  return view.late ? 'late_confirming' : 'expired_partial';
}

/** True while a payment is seen that was neither dropped, replaced nor failed. */
export function hasMoney(view: CustomerInvoice): boolean {
  return livePayments(view).length > 0;
}

export function livePayments(view: CustomerInvoice): CustomerInvoice['transactions'] {
  return view.transactions.filter(
    ({ status, gate_id }) =>
      gate_id === view.gate_id && (status === 'seen' || status === 'mined' || status === 'confirmed'),
  );
}

export type Tone = 'info' | 'success' | 'warning' | 'error' | 'quiet';
export type IconName =
  | 'alert'
  | 'card'
  | 'check'
  | 'chevron'
  | 'clock'
  | 'copy'
  | 'cross'
  | 'half'
  | 'info'
  | 'mail'
  | 'network'
  | 'open'
  | 'return'
  | 'wallet'
  | 'tidegate';

export interface Look {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly chip: MessageKey | null;
}

/** Color and chip of each screen. Never color alone: a chip is an icon and a word. */
export const looks: Readonly<Record<ScreenName, Look>> = {
  choose: { tone: 'info', icon: 'clock', chip: null },
  pay: { tone: 'info', icon: 'clock', chip: null },
  partial: { tone: 'warning', icon: 'half', chip: 'chip.partial' },
  checking: { tone: 'info', icon: 'clock', chip: null },
  confirming: { tone: 'info', icon: 'clock', chip: 'chip.confirming' },
  processing: { tone: 'info', icon: 'clock', chip: 'chip.processing' },
  paid: { tone: 'success', icon: 'check', chip: 'chip.paid' },
  overpaid: { tone: 'success', icon: 'check', chip: 'chip.overpaid' },
  expired: { tone: 'quiet', icon: 'clock', chip: 'chip.expired' },
  expired_partial: { tone: 'warning', icon: 'half', chip: 'chip.expired' },
  late_confirming: { tone: 'warning', icon: 'clock', chip: 'chip.late' },
  paid_late: { tone: 'warning', icon: 'clock', chip: 'chip.late' },
  invalid: { tone: 'warning', icon: 'alert', chip: 'chip.review' },
  refund_requested: { tone: 'info', icon: 'return', chip: 'chip.refund_requested' },
  refunded: { tone: 'quiet', icon: 'return', chip: 'chip.refunded' },
  partly_refunded: { tone: 'quiet', icon: 'return', chip: 'chip.partly_refunded' },
  error: { tone: 'error', icon: 'alert', chip: 'chip.problem' },
  canceled: { tone: 'quiet', icon: 'cross', chip: 'chip.canceled' },
  canceled_paid: { tone: 'warning', icon: 'clock', chip: 'chip.canceled' },
};
