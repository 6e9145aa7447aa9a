import type { Mode } from '../assets/assets.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** A workflow's snapshot of its invoice: the row at one version, carried by inputs and signals as `watch`. */
export interface InvoiceSnapshot {
  readonly version: number;
  readonly status: InvoiceStatus;
  readonly reason: string | null;
  readonly gateId: string | null;
  readonly network: string | null;
  readonly txid: string | null;
  readonly needsOperator: boolean;
  /** The deadline passed and was decided after the chain was read past it. */
  readonly expiryDecided: boolean;
  /** Staff hold the money; only operators see this. Missing in snapshots from older versions. */
  readonly held?: boolean;
  /** When the first unconfirmed payment loses the locked rate, or null. Missing in snapshots from older versions. */
  readonly lapsesAtMs?: number | null;
  /** The deadline, where it may differ from the one that the workflow was started with. */
  readonly expiresAtMs?: number;
  /** A settlement step would change the invoice now. */
  readonly ready: boolean;
}

/** The durations of the workflow in milliseconds; tests shorten them. */
export interface InvoiceWaits {
  /** Added to the deadline, so that the followers have read the chain past it. */
  readonly graceMs: number;
  /** How long a detected payment may stay unconfirmed after the deadline (invoice-states C: 24 hours, then error). */
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
