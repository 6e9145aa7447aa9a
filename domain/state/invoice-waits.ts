import { again, againWhenDue } from '../process/backoff.ts';
import { actWhenDue, type Due, type Moment, type NextStep } from '../process/waits.ts';
import type { InvoiceStatus } from './invoice-status.ts';
import type { InvoiceWaits, InvoiceWatch } from './invoice-watch.ts';

/** A local activity: a short database write. */
export type InvoiceAct = 'expire' | 'settle' | 'recheck' | 'overdue' | 'remind';

/** Tries are acts that found nothing to do yet, e.g. because the chain was not looked at past the deadline. */
export interface InvoiceMoment extends Moment<InvoiceWatch> {
  readonly expiresAtMs: number;
  readonly waits: InvoiceWaits;
}

export const DEFAULT_WAITS: InvoiceWaits = {
  graceMs: 1_000,
  partialMs: 24 * 3_600_000,
  confirmationMs: 14 * 24 * 3_600_000,
  reminderMs: 24 * 3_600_000,
};

/** Decides the next step. Pure; every wait it asks for has an end. */
export function nextInvoiceStep(at: InvoiceMoment, nowMs: number): NextStep<InvoiceAct> {
  const { watch, waits, sinceMs } = at;
  const { status } = watch;
  if (watch.ready) return again(at, nowMs, { act: 'settle', words: 'Settling the confirmed payments.' });
  switch (status) {
    case 'new':
    case 'pending':
    case 'partially_paid':
      if (status === 'partially_paid' && watch.expiryDecided) {
        const words = 'Partially paid at the deadline. Waiting until the detected payments are confirmed or dropped.';
        return waitForNetwork(at, nowMs, { untilMs: sinceMs + waits.partialMs, act: 'overdue', words });
      }
      return againWhenDue(at, nowMs, {
        untilMs: at.expiresAtMs + waits.graceMs,
        act: 'expire',
        words: openWords(watch),
      });
    case 'confirming': {
      const words = `Paid. Waiting for confirmations on ${watch.network ?? 'the network'}.`;
      return waitForNetwork(at, nowMs, { untilMs: sinceMs + waits.confirmationMs, act: 'overdue', words });
    }
    case 'processing': {
      const words =
        watch.held === true
          ? 'Confirmed, but held by compliance. An operator can release it with the update "approve".'
          : 'Confirmed. Waiting until the blocks with this large amount are final.';
      return againWhenDue(at, nowMs, { untilMs: sinceMs + waits.confirmationMs, act: 'overdue', words });
    }
    case 'error': {
      const words = `An operator must decide (${watch.reason ?? 'unknown'}): send the update "resolve".`;
      return actWhenDue({ untilMs: sinceMs + waits.reminderMs * (1 + at.tries), act: 'remind', words }, nowMs);
    }
    case 'overpaid':
    case 'done':
    case 'expired':
    case 'expired_paid':
    case 'invalid':
    case 'refund_requested':
    case 'refunded':
    case 'partially_refunded':
    case 'canceled':
      return { kind: 'end', words: `Ended as ${status.replaceAll('_', ' ')}${because(watch)}.` };
    default:
      return status satisfies never;
  }
}

/**
 * The same wait, interrupted where a payment that is still unconfirmed loses the locked rate: the invoice is then
 * decided by its rows.
 */
function waitForNetwork(at: InvoiceMoment, nowMs: number, wait: Due<InvoiceAct>): NextStep<InvoiceAct> {
  const { lapsesAtMs } = at.watch;
  if (lapsesAtMs == null || nowMs >= wait.untilMs || lapsesAtMs >= wait.untilMs) return againWhenDue(at, nowMs, wait);
  return againWhenDue(at, nowMs, { ...wait, untilMs: lapsesAtMs + at.waits.graceMs, act: 'recheck' });
}

function openWords(watch: InvoiceWatch): string {
  if (watch.status === 'new') return 'Waiting for the payer to choose an asset before the deadline.';
  const asset = `${watch.gateId ?? 'a payment'} on ${watch.network ?? 'its network'}`;
  if (watch.status === 'pending') return `Waiting for ${asset} until the deadline.`;
  return `Partially paid. Waiting for the rest in ${asset} until the deadline.`;
}

function because(watch: { readonly reason: string | null; readonly status: InvoiceStatus }): string {
  return watch.reason === null ? '' : ` (${watch.reason.replaceAll('_', ' ')})`;
}
