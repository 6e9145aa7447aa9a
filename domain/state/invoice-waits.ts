import type { InvoiceStatus } from './invoice-status.ts';
import type { InvoiceWaits, InvoiceWatch } from './invoice-watch.ts';

/** What the workflow of an invoice does next, with the words operators read in the Web UI. */
export type InvoiceNext =
  | { readonly kind: 'wait'; readonly untilMs: number; readonly words: string }
  | { readonly kind: 'act'; readonly act: InvoiceAct; readonly words: string }
  | { readonly kind: 'end'; readonly words: string };

/** A local activity: a short database write. */
export type InvoiceAct = 'expire' | 'settle' | 'recheck' | 'overdue' | 'remind';

export interface InvoiceMoment {
  readonly watch: InvoiceWatch;
  readonly expiresAtMs: number;
  /** When the status last changed, as far as this run knows. */
  readonly sinceMs: number;
  /** How often in a row an act found nothing to do yet, e.g. because the chain was not looked at past the deadline. */
  readonly idleActs: number;
  readonly idleSinceMs: number;
  readonly waits: InvoiceWaits;
}

export const DEFAULT_WAITS: InvoiceWaits = {
  graceMs: 1_000,
  partialMs: 24 * 3_600_000,
  confirmationMs: 14 * 24 * 3_600_000,
  reminderMs: 24 * 3_600_000,
};

/** Decides the next step. Pure; every wait it asks for has an end. */
export function nextInvoiceStep(at: InvoiceMoment, nowMs: number): InvoiceNext {
  const { watch, waits, sinceMs } = at;
  const { status } = watch;
  if (watch.ready) return act(at, nowMs, 'settle', 'Settling what is confirmed.');
  switch (status) {
    case 'new':
    case 'pending':
    case 'partially_paid':
      if (status === 'partially_paid' && watch.expiryDecided) {
        const words = 'Paid in part when the time was over: waits until what was seen is confirmed or dropped.';
        return waitForNetwork(at, nowMs, { untilMs: sinceMs + waits.partialMs, act: 'overdue', words });
      }
      return waitThen(at, nowMs, { untilMs: at.expiresAtMs + waits.graceMs, act: 'expire', words: openWords(watch) });
    case 'confirming': {
      const words = `Paid: waits for confirmations on ${watch.network ?? 'the network'}.`;
      return waitForNetwork(at, nowMs, { untilMs: sinceMs + waits.confirmationMs, act: 'overdue', words });
    }
    case 'processing': {
      const words =
        watch.held === true
          ? 'Confirmed: held by compliance. An operator lets it go on by the update "approve".'
          : 'Confirmed: waits until the blocks of this large amount are final.';
      return waitThen(at, nowMs, { untilMs: sinceMs + waits.confirmationMs, act: 'overdue', words });
    }
    case 'error': {
      const words = `Needs an operator (${watch.reason ?? 'unknown'}): decide by the update "resolve".`;
      return waitThen(at, nowMs, { untilMs: sinceMs + waits.reminderMs * (1 + at.idleActs), act: 'remind', words });
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

interface Wait {
  readonly untilMs: number;
  readonly act: InvoiceAct;
  readonly words: string;
}

/**
 * The same wait, interrupted where a payment that is still unconfirmed loses the locked rate: the invoice is then
 * decided by its rows.
 */
function waitForNetwork(at: InvoiceMoment, nowMs: number, wait: Wait): InvoiceNext {
  const { lapsesAtMs } = at.watch;
  if (lapsesAtMs == null || nowMs >= wait.untilMs || lapsesAtMs >= wait.untilMs) return waitThen(at, nowMs, wait);
  return waitThen(at, nowMs, { ...wait, untilMs: lapsesAtMs + at.waits.graceMs, act: 'recheck' });
}

function waitThen(at: InvoiceMoment, nowMs: number, wanted: Wait): InvoiceNext {
  if (nowMs < wanted.untilMs) return { kind: 'wait', untilMs: wanted.untilMs, words: wanted.words };
  return act(at, nowMs, wanted.act, wanted.words);
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/**
 * An act that changed nothing is repeated after pauses that double, so that a chain that is away costs little history.
 */
function act(at: InvoiceMoment, nowMs: number, name: InvoiceAct, words: string): InvoiceNext {
  if (name === 'remind' || at.idleActs === 0) return { kind: 'act', act: name, words };
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (at.idleActs - 1), LONGEST_PAUSE_MS);
  const untilMs = at.idleSinceMs + pauseMs;
  if (nowMs >= untilMs) return { kind: 'act', act: name, words };
  return { kind: 'wait', untilMs, words: `${words} Tried ${at.idleActs} times; trying again.` };
}

function openWords(watch: InvoiceWatch): string {
  if (watch.status === 'new') return 'Waits for the payer to choose an asset, at most until its time is over.';
  const asset = `${watch.gateId ?? 'a payment'} on ${watch.network ?? 'its network'}`;
  if (watch.status === 'pending') return `Waits for ${asset}, at most until its time is over.`;
  return `Paid in part: waits for the rest in ${asset}, at most until its time is over.`;
}

function because(watch: { readonly reason: string | null; readonly status: InvoiceStatus }): string {
  return watch.reason === null ? '' : ` (${watch.reason.replaceAll('_', ' ')})`;
}
