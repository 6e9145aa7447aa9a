import { type Db, moneyTransaction, retrying } from '../sequelize.ts';
import { type ApplyInvoiceEvent, applyInvoiceEvents, type InvoiceStepResult } from './apply.ts';

/** Applies steps one after the other, each as soon as possible. */
export interface StepQueue {
  /** @throws DomainError as {@link applyInvoiceEvents} refuses; any other error when the database cannot be written. */
  apply(step: ApplyInvoiceEvent): Promise<InvoiceStepResult>;
}

interface Waiting {
  readonly step: ApplyInvoiceEvent;
  readonly resolve: (result: InvoiceStepResult) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_BATCH = 50;

/**
 * Steps of many invoices that arrive while a transaction runs are the next transaction together: they would lock the same
 * balances in any case, and one commit serves all. A step alone is applied at once.
 */
export function createStepQueue(db: Db): StepQueue {
  const waiting: Waiting[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    if (draining) return;
    draining = true;
    while (waiting.length > 0) await applyTogether(db, takeBatch(waiting));
    draining = false;
  }

  return {
    apply: (step) =>
      new Promise((resolve, reject) => {
        waiting.push({ step, resolve, reject });
        void drain();
      }),
  };
}

/** The oldest ones, each invoice once. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  const batch: Waiting[] = [];
  const later: Waiting[] = [];
  const ids = new Set<string>();
  for (const each of waiting.splice(0)) {
    const fits = batch.length < MAX_BATCH && !ids.has(each.step.invoiceId);
    (fits ? batch : later).push(each);
    ids.add(each.step.invoiceId);
  }
  waiting.push(...later);
  return batch;
}

/** When a batch fails as a whole, each step has its own try: one that cannot be written takes no other with it. */
async function applyTogether(db: Db, batch: readonly Waiting[]): Promise<void> {
  try {
    const steps = batch.map(({ step }) => step);
    const answers = await retrying(() => moneyTransaction(db, (tx) => applyInvoiceEvents(tx, steps)));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index];
      if (answer?.result === undefined) reject(answer?.refused ?? new Error('A step has an answer.'));
      else resolve(answer.result);
    }
  } catch (error) {
    const [only, ...others] = batch;
    if (only !== undefined && others.length === 0) only.reject(error);
    else for (const each of batch) await applyTogether(db, [each]);
  }
}
