import { again, againWhenDue } from '../process/backoff.ts';
import { actWhenDue, type Due, type Moment, type NextStep } from '../process/waits.ts';
import type { InvoiceSnapshot, InvoiceWaits } from './invoice-snapshot.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** The steps of the invoice workflow, each a short database write. */
export type InvoiceAct = 'expire' | 'settle' | 'recheck' | 'overdue' | 'remind';

/** `tries` counts acts that had nothing to do yet, for example because the chain was not read past the deadline. */
export interface InvoiceMoment extends Moment<InvoiceSnapshot> {
  readonly expiresAtMs: number;
  readonly waits: InvoiceWaits;
}

export const DEFAULT_WAITS: InvoiceWaits = {
  graceMs: 1_000,
  partialMs: 24 * 3_600_000,
  confirmationMs: 14 * 24 * 3_600_000,
  reminderMs: 24 * 3_600_000,
};

/** Decides the next step. Pure; every wait has an end. */
export function nextInvoiceStep(at: InvoiceMoment, nowMs: number): NextStep<InvoiceAct> {
  const { snapshot, waits, sinceMs } = at;
  const { status } = snapshot;
  if (snapshot.ready) return again(at, nowMs, { act: 'settle', message: 'Settling the confirmed payments.' });
  switch (status) {
    case 'new':
    case 'pending':
    case 'partially_paid':
      if (status === 'partially_paid' && snapshot.expiryDecided) {
        const message = 'Partially paid at the deadline. Waiting until the detected payments are confirmed or dropped.';
        return waitForNetwork(at, nowMs, { untilMs: sinceMs + waits.partialMs, act: 'overdue', message });
      }
      return againWhenDue(at, nowMs, {
        untilMs: at.expiresAtMs + waits.graceMs,
        act: 'expire',
        message: openMessage(snapshot),
      });
    case 'confirming': {
      const message = `Paid. Waiting for confirmations on ${snapshot.network ?? 'the network'}.`;
      const deadlineMs = at.expiresAtMs + waits.graceMs;
      // The payment may be gone again, which is not signaled before the deadline.
      if (Math.max(sinceMs, at.triedAtMs) < deadlineMs) {
        return actWhenDue({ untilMs: deadlineMs, act: 'recheck', message }, nowMs);
      }
      return waitForNetwork(at, nowMs, { untilMs: sinceMs + waits.confirmationMs, act: 'overdue', message });
    }
    case 'processing': {
      const message =
        snapshot.held === true
          ? 'Confirmed, but held by compliance. An operator can release it with the update "approve".'
          : 'Confirmed. Waiting until the blocks with this large amount are final.';
      return againWhenDue(at, nowMs, { untilMs: sinceMs + waits.confirmationMs, act: 'overdue', message });
    }
    case 'error': {
      const message = `An operator must decide (${snapshot.reason ?? 'unknown'}): send the update "resolve".`;
      return actWhenDue({ untilMs: sinceMs + waits.reminderMs * (1 + at.tries), act: 'remind', message }, nowMs);
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
      return { kind: 'end', message: `Ended as ${status.replaceAll('_', ' ')}${because(snapshot)}.` };
    default:
      return status satisfies never;
  }
}

const SLEEPING: ReadonlySet<InvoiceStatus> = new Set(['new', 'pending', 'partially_paid', 'confirming']);

/**
 * True while the workflow has nothing to do until the deadline, when it reads the row. It is not started before, and
 * a change between two such states is not signaled. A locked rate never ends before the deadline.
 */
export function sleepsUntilDeadline(
  { status, ready, needsOperator }: Pick<InvoiceSnapshot, 'status' | 'ready' | 'needsOperator'>,
  expiresAtMs: number,
  nowMs: number,
): boolean {
  return nowMs < expiresAtMs && SLEEPING.has(status) && !ready && !needsOperator;
}

/** The same wait, interrupted when an unconfirmed payment loses the locked rate: the rows then decide the invoice. */
function waitForNetwork(at: InvoiceMoment, nowMs: number, wait: Due<InvoiceAct>): NextStep<InvoiceAct> {
  const { lapsesAtMs } = at.snapshot;
  if (lapsesAtMs == null || nowMs >= wait.untilMs || lapsesAtMs >= wait.untilMs) return againWhenDue(at, nowMs, wait);
  return againWhenDue(at, nowMs, { ...wait, untilMs: lapsesAtMs + at.waits.graceMs, act: 'recheck' });
}

function openMessage(snapshot: InvoiceSnapshot): string {
  if (snapshot.status === 'new') return 'Waiting for the payer to choose an asset before the deadline.';
  const asset = `${snapshot.gateId ?? 'a payment'} on ${snapshot.network ?? 'its network'}`;
  if (snapshot.status === 'pending') return `Waiting for ${asset} until the deadline.`;
  return `Partially paid. Waiting for the rest in ${asset} until the deadline.`;
}

function because(snapshot: { readonly reason: string | null; readonly status: InvoiceStatus }): string {
  return snapshot.reason === null ? '' : ` (${snapshot.reason.replaceAll('_', ' ')})`;
}
