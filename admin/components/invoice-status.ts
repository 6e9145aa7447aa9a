import type { InvoiceTransaction } from '../../contract/invoice.ts';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import type { Tone } from '../look/colours.ts';
import type { IconName } from '../look/icon-paths.ts';

interface Appearance {
  readonly tone: Tone;
  readonly icon: IconName;
}

/** How each status of an invoice looks. Amber and red mean that somebody is needed. */
export const invoiceAppearance: Readonly<Record<InvoiceStatus, Appearance>> = {
  new: { tone: 'neutral', icon: 'plusCircle' },
  pending: { tone: 'neutral', icon: 'clock' },
  confirming: { tone: 'primary', icon: 'arc' },
  partially_paid: { tone: 'warning', icon: 'partial' },
  overpaid: { tone: 'warning', icon: 'plusCircle' },
  processing: { tone: 'primary', icon: 'arc' },
  done: { tone: 'success', icon: 'checkCircle' },
  expired: { tone: 'neutral', icon: 'hourglass' },
  expired_paid: { tone: 'warning', icon: 'clock' },
  invalid: { tone: 'error', icon: 'alertCircle' },
  refund_requested: { tone: 'warning', icon: 'back' },
  refunded: { tone: 'neutral', icon: 'back' },
  partially_refunded: { tone: 'neutral', icon: 'back' },
  canceled: { tone: 'neutral', icon: 'slash' },
  error: { tone: 'error', icon: 'crossCircle' },
};

export const transactionAppearance: Readonly<Record<InvoiceTransaction['status'], Appearance>> = {
  seen: { tone: 'primary', icon: 'arc' },
  mined: { tone: 'primary', icon: 'arc' },
  confirmed: { tone: 'success', icon: 'checkCircle' },
  dropped: { tone: 'neutral', icon: 'slash' },
  replaced: { tone: 'neutral', icon: 'convert' },
  failed: { tone: 'error', icon: 'crossCircle' },
};

/**
 * The statuses in which an invoice waits for its merchant: it may be completed or refunded. A refund under way is
 * approved where refunds are, and an error is an operator's (docs/states.md).
 */
export const DECISION_STATUSES = ['invalid', 'expired_paid', 'overpaid'] as const;
