import { presentTraceparent } from '../../tracing/spans.ts';
import { createBatches } from '../core/batches.ts';
import { type Db, moneyTransaction, retrying } from '../core/sequelize.ts';
import { applyInvoiceEvents, type InvoiceAnswer, type InvoiceStep } from './process.ts';

/** Applies steps one after another, each as soon as possible. */
export interface StepQueue {
  /** @throws DomainError as {@link applyInvoiceEvents} refuses; any other error when the database cannot be written. */
  apply(step: InvoiceStep): Promise<InvoiceAnswer>;
}

/**
 * Steps that arrive while a transaction runs share the next transaction: they would lock the same balances anyway, and
 * one commit serves all. A single step is applied at once.
 */
export function createStepQueue(db: Db): StepQueue {
  const batches = createBatches<InvoiceStep, InvoiceAnswer>({
    run: async (steps) => {
      const answers = await retrying(() => moneyTransaction(db, (tx) => applyInvoiceEvents(tx, steps)));
      return answers.map(({ answer, refused }) => answer ?? refused ?? new Error('A step has an answer.'));
    },
    keysOf: ({ id }) => [id],
    max: MAX_BATCH,
  });
  return { apply: (step) => batches.add({ traceparent: presentTraceparent(), ...step }) };
}

const MAX_BATCH = 50;
