import type { InvoiceEvent } from '../../domain/state/invoice-event.ts';
import type { InvoiceWatch } from '../../domain/state/invoice-watch.ts';
import type { Tx } from '../sequelize.ts';

export interface ApplyInvoiceEvent {
  readonly invoiceId: string;
  readonly event: InvoiceEvent;
  /** What caused it, unique per cause: the step key is `invoice:<id>:<cause>`; asked again, the first result comes back. */
  readonly cause: string;
  readonly nowMs: number;
}

export interface InvoiceStepResult {
  /** False when the facts ask for nothing new. */
  readonly changed: boolean;
  readonly watch: InvoiceWatch;
}

/**
 * Applies one event to an invoice inside the caller's transaction: locks the row, recomputes the facts from the payment
 * rows, decides by the table of `domain/state`, posts the ledger transfers, and writes status, event and outbox rows.
 * The caller wakes the relay after its commit.
 * @throws DomainError `not_found`, or the 409 code of an event the status refuses
 */
export async function applyInvoiceEvent(_tx: Tx, _step: ApplyInvoiceEvent): Promise<InvoiceStepResult> {
  throw new Error('not written yet');
}
