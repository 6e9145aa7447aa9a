import { createBatches } from '../batches.ts';
import { type Db, moneyTransaction, retrying } from '../sequelize.ts';
import { applyInvoiceEvents, type InvoiceAnswer, type InvoiceStep } from './process.ts';

/** Applies steps one after the other, each as soon as possible. */
export interface StepQueue {
  /** @throws DomainError as {@link applyInvoiceEvents} refuses; any other error when the database cannot be written. */
  apply(step: InvoiceStep): Promise<InvoiceAnswer>;
}

/**
 * Steps of many invoices that arrive while a transaction runs are the next transaction together: they would lock the
 * same balances in any case, and one commit serves all. A step alone is applied at once.
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
  return { apply: (step) => batches.add(step) };
}

const MAX_BATCH = 50;
