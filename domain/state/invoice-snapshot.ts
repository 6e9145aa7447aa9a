import type { Mode } from '../assets.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** What a workflow knows of its invoice: copied from the row at one version, carried by inputs and signals. */
export interface InvoiceSnapshot {
  readonly version: number;
  readonly status: InvoiceStatus;
  readonly reason: string | null;
  readonly gateId: string | null;
  readonly network: string | null;
  readonly txid: string | null;
  readonly needsOperator: boolean;
  /** The deadline passed and was judged with the chain's tip beyond it. */
  readonly expiryDecided: boolean;
  /** Staff hold its money; only operators read this. Absent from what older versions wrote. */
  readonly held?: boolean;
  /**
   * When the first unconfirmed payment loses the locked rate; null for none. Absent from what runs recorded before
   * there was such a bound.
   */
  readonly lapsesAtMs?: number | null;
  /** A settlement step would move the invoice on now. */
  readonly ready: boolean;
}

/** Durations the workflow works with; tests shorten them. Milliseconds. */
export interface InvoiceWaits {
  /** After the deadline, so that the followers' look at the chain is past it. */
  readonly graceMs: number;
  /** How long seen money may stay unconfirmed after the deadline (invoice-states C: 24 hours, then error). */
  readonly partialMs: number;
  /** How long confirmations or finality may take before an operator is asked. */
  readonly confirmationMs: number;
  /** How often operators are reminded of an invoice in error. */
  readonly reminderMs: number;
}

export interface InvoiceSubject {
  readonly invoiceId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly expiresAt: string;
}
