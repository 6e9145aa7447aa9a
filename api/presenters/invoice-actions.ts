import type { InvoiceActions } from '../../contract/spa-invoices.ts';
import type { UserPermission } from '../../domain/accounts/permissions.ts';
import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { refundOccasion } from '../../domain/refunds/link.ts';
import { type InvoiceStatus, RESTING_STATUSES } from '../../domain/state/invoice-status.ts';
import { type Config, isSimulated } from '../../settings/config.ts';

const COMPLETABLE: ReadonlySet<InvoiceStatus> = new Set(['invalid', 'overpaid', 'expired_paid']);
const REFUNDABLE: ReadonlySet<InvoiceStatus> = new Set([
  'done',
  'overpaid',
  'expired_paid',
  'invalid',
  'partially_refunded',
  'refunded',
]);
const CANCELABLE: ReadonlySet<InvoiceStatus> = new Set(['new', 'pending']);

/** Money of its own quote may go back: something confirmed is left, and no refund is under way. */
export function isRefundable(invoice: InvoiceRecord): boolean {
  const { status, amountConfirmedMinor, amountRefundedMinor } = invoice;
  return REFUNDABLE.has(status) && !isRefunding(invoice) && amountConfirmedMinor > amountRefundedMinor;
}

/**
 * The payer can have a (new) link mailed: money is left that the shop may not simply keep, and no request waits for an
 * answer.
 */
export function canMailRefundLink(invoice: InvoiceRecord, isRequestOpen: boolean): boolean {
  return invoice.customer.email !== undefined && canPayerRequestRefund(invoice, isRequestOpen);
}

/** The payer may request a refund: money is left that the shop may not simply keep, and no request is open. */
export function canPayerRequestRefund(invoice: InvoiceRecord, isRequestOpen: boolean): boolean {
  const { status, unclaimedMinor } = invoice;
  if (isRequestOpen || !isRefundable(invoice)) return false;
  return (
    refundOccasion(status) !== null || status === 'partially_refunded' || (status === 'done' && unclaimedMinor > 0n)
  );
}

/** In which coins money may go back: the invoice's own first, then those of other quotes. */
export function refundGates(invoice: InvoiceRecord): CryptoGateId[] {
  const { quote, status, otherGates } = invoice;
  const own = quote !== null && isRefundable(invoice) ? [quote.gateId] : [];
  return RESTING_STATUSES.has(status) && !isRefunding(invoice) ? [...own, ...otherGates] : own;
}

function isRefunding({ refunds }: InvoiceRecord): boolean {
  return refunds.some(({ status }) => status !== 'done' && status !== 'canceled' && status !== 'error');
}

/**
 * Also what a refund left of money that was never settled, and what nobody took of an excess or of money that came
 * since.
 */
function isCompletable(invoice: InvoiceRecord): boolean {
  const { status, completedAt, amountConfirmedMinor, amountRefundedMinor, unclaimedMinor } = invoice;
  if (status === 'done') return !isRefunding(invoice) && unclaimedMinor > 0n;
  if (status !== 'partially_refunded') return COMPLETABLE.has(status);
  if (completedAt === null) return amountConfirmedMinor > amountRefundedMinor;
  return !isRefunding(invoice) && unclaimedMinor > 0n;
}

/** The actions that a user may take on an invoice now; the rules decide again when it is done. */
export function actionsOn(
  invoice: InvoiceRecord,
  { config, may }: { readonly config: Config; readonly may: (permission: UserPermission) => boolean },
): InvoiceActions {
  const { quote, mode, status } = invoice;
  return {
    complete: isCompletable(invoice) && may('merchant_invoice_done'),
    cancel: CANCELABLE.has(status) && may('merchant_invoice_create'),
    emulate:
      mode === 'sandbox' &&
      quote !== null &&
      isSimulated(config, mode, gate(quote.gateId).network) &&
      may('merchant_invoice_create'),
    refund: refundGates(invoice).length > 0 && may('merchant_refund_create'),
  };
}
