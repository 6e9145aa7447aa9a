import { type InvoiceOutcome, nextInvoice } from '../../domain/state/invoice.ts';
import type { InvoiceEvent } from '../../domain/state/invoice-event.ts';
import type { InvoiceWatch } from '../../domain/state/invoice-watch.ts';
import { type BatchMachine, type StepAnswer, transitionAll } from '../process/transition.ts';
import type { Tx } from '../sequelize.ts';
import { lockInvoices } from './read.ts';
import { type InvoiceParts, toFacts } from './rows.ts';
import { saveInvoices } from './save.ts';

export interface ApplyInvoiceEvent {
  readonly invoiceId: string;
  readonly event: InvoiceEvent;
  /**
   * What caused it, unique per cause: the step key is `invoice:<id>:<cause>`; asked again, the first result comes back.
   * Null where the invoice decides by what it reads of its payments.
   */
  readonly cause: string | null;
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
 * rows, decides by the table of `domain/state`, posts the ledger transfers, and writes status, event and outbox rows.
 * The relay and the open pages are told after the commit.
 * @throws DomainError `not_found`, or the 409 code of an event the status refuses
 */
export async function applyInvoiceEvent(tx: Tx, step: ApplyInvoiceEvent): Promise<InvoiceStepResult> {
  const [answer] = await applyInvoiceEvents(tx, [step]);
  if (answer?.result === undefined) throw answer?.refused ?? new Error('A step has an answer.');
  return answer.result;
}

/**
 * The same for many invoices, each once, in as many statements as for one. A refusal is the answer of its step and
 * leaves the others alone.
 */
export function applyInvoiceEvents(
  tx: Tx,
  steps: readonly ApplyInvoiceEvent[],
): Promise<StepAnswer<InvoiceStepResult>[]> {
  return transitionAll(
    tx,
    machine,
    steps.map((step) => ({ ...step, id: step.invoiceId, event: step })),
  );
}

const machine: BatchMachine<InvoiceParts, ApplyInvoiceEvent, InvoiceOutcome, InvoiceStepResult> = {
  entity: 'invoice',
  loadAll: lockInvoices,
  decide: (loaded, { event }, nowMs) => nextInvoice(toFacts(loaded), event, nowMs),
  saveAll: (tx, decided) =>
    saveInvoices(
      tx,
      decided.map(({ step, stepKey, facts, outcome }) => ({
        loaded: facts,
        outcome,
        stepKey,
        nowMs: step.nowMs,
        byWorkflow: step.event.byWorkflow ?? false,
      })),
    ),
};
