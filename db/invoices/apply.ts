import { type InvoiceOutcome, nextInvoice } from '../../domain/state/invoice.ts';
import type { InvoiceEvent } from '../../domain/state/invoice-event.ts';
import type { InvoiceWatch } from '../../domain/state/invoice-watch.ts';
import type { Tx } from '../sequelize.ts';
import { type Machine, transition } from '../transition.ts';
import { lockInvoice } from './read.ts';
import { type InvoiceParts, toFacts } from './rows.ts';
import { saveInvoice } from './save.ts';

export interface ApplyInvoiceEvent {
  readonly invoiceId: string;
  readonly event: InvoiceEvent;
  /** What caused it, unique per cause: the step key is `invoice:<id>:<cause>`; asked again, the first result comes back. */
  readonly cause: string;
  readonly nowMs: number;
  /** True when the workflow itself asks: it gets the result as an answer and must not be signalled what it knows. */
  readonly byWorkflow?: boolean;
}

export interface InvoiceStepResult {
  /** False when the facts ask for nothing new. */
  readonly changed: boolean;
  readonly watch: InvoiceWatch;
}

/**
 * Applies one event to an invoice inside the caller's transaction: locks the row, recomputes the facts from the payment
 * rows, decides by the table of `domain/state`, posts the ledger transfers, and writes status, event and outbox rows. The
 * relay and the open pages are told after the commit.
 * @throws DomainError `not_found`, or the 409 code of an event the status refuses
 */
export function applyInvoiceEvent(tx: Tx, step: ApplyInvoiceEvent): Promise<InvoiceStepResult> {
  const { invoiceId, event, cause, nowMs, byWorkflow = false } = step;
  const machine: Machine<InvoiceParts, InvoiceEvent, InvoiceOutcome, InvoiceStepResult> = {
    entity: 'invoice',
    load: lockInvoice,
    decide: (loaded, happened, atMs) => nextInvoice(toFacts(loaded), happened, atMs),
    save: (inTx, loaded, outcome, stepKey) => saveInvoice(inTx, { loaded, outcome, stepKey, nowMs, byWorkflow }),
  };
  return transition(tx, machine, { id: invoiceId, cause, event, nowMs });
}
