import { ApplicationFailure } from '@temporalio/common';
import { raiseAlert } from '../../db/alerts.ts';
import { readSnapshot, tipsArePast } from '../../db/invoices/snapshot.ts';
import { createStepQueue } from '../../db/invoices/step-queue.ts';
import type { Db } from '../../db/sequelize.ts';
import { isSuspended } from '../../db/suspicion/suspended.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { InvoiceEvent } from '../../domain/state/invoice-event.ts';
import type { InvoiceSnapshot } from '../../domain/state/invoice-snapshot.ts';

export interface InvoiceActivityDeps {
  readonly db: Db;
  readonly nowMs: () => number;
}

/** Which invoice, and the version the workflow decided by: the same step asked for twice is made once. */
export interface InvoiceStepInput {
  readonly invoiceId: string;
  readonly version: number;
}

export interface OperatorStepInput {
  readonly invoiceId: string;
  /** Unique for this decision: the update's id. */
  readonly cause: string;
  readonly by: string;
  readonly note: string;
}

export type InvoiceActivities = ReturnType<typeof createInvoiceActivities>;

/**
 * What the workflow of an invoice calls: short database writes, meant as local activities. Each returns the invoice as
 * it is afterwards; a step that its status does not take changes nothing and is no error, because the row may have
 * moved on.
 */
export function createInvoiceActivities({ db, nowMs }: InvoiceActivityDeps) {
  const queue = createStepQueue(db);
  const step = (invoiceId: string, event: InvoiceEvent, cause: string | null) =>
    queue.apply({ id: invoiceId, event, cause, nowMs: nowMs(), byWorkflow: true });
  const stepIfPossible = async (input: InvoiceStepInput, event: InvoiceEvent): Promise<InvoiceSnapshot> => {
    try {
      const { watch } = await step(input.invoiceId, event, `${event.type}:v${input.version}`);
      return watch;
    } catch (error) {
      if (isDomainError(error, 'illegal_transition') || isDomainError(error, 'invoice_not_expired')) {
        return readSnapshot(db, input.invoiceId, nowMs());
      }
      throw asFailure(error);
    }
  };
  /** For operators, who are told of a refusal. Without a cause it decides by what the invoice's payments are now. */
  const decide = async (invoiceId: string, event: InvoiceEvent, cause: string | null): Promise<InvoiceSnapshot> => {
    try {
      const { watch } = await step(invoiceId, event, cause);
      return watch;
    } catch (error) {
      throw asFailure(error);
    }
  };
  const decideBy = ({ invoiceId, cause }: OperatorStepInput, event: InvoiceEvent) =>
    decide(invoiceId, event, `operator:${cause}`);
  /** Nothing else may come that would make it look. */
  const lookAgain = (invoiceId: string) => decide(invoiceId, { type: 'payments_changed' }, null);

  return {
    /** Judges the deadline, once the followers have looked at the chains past it; else nothing changes. */
    async expireInvoice(input: InvoiceStepInput): Promise<InvoiceSnapshot> {
      const looked = await tipsArePast(db, input.invoiceId).catch((error: unknown) => Promise.reject(asFailure(error)));
      return looked ? stepIfPossible(input, { type: 'deadline' }) : readSnapshot(db, input.invoiceId, nowMs());
    },

    settleInvoice: (input: InvoiceStepInput) => stepIfPossible(input, { type: 'settle' }),

    /**
     * Decides by the payments as they are now: one may have lost the locked rate, once the follower has looked at the
     * chain past that moment.
     */
    recheckInvoice: ({ invoiceId }: InvoiceStepInput) => lookAgain(invoiceId),

    overdueInvoice: (input: InvoiceStepInput) => stepIfPossible(input, { type: 'overdue' }),

    /** Tells operators again of an invoice that waits for them. */
    async remindOperators(input: InvoiceStepInput): Promise<InvoiceSnapshot> {
      const watch = await readSnapshot(db, input.invoiceId, nowMs());
      const message = `The invoice is still ${watch.status} (${watch.reason ?? 'no reason'}) and needs an operator.`;
      await raiseAlert(db, { kind: 'invoice_needs_operator', subject: `invoice:${input.invoiceId}`, message });
      return watch;
    },

    /**
     * For an operator's `retry`: the row as it is now, decided by its payments as they are now. Histories know it by
     * this name.
     */
    readInvoiceWatch: (input: { readonly invoiceId: string }) => lookAgain(input.invoiceId),

    /** An operator ends an error (invoice-states L). What the earlier status waited for may have come meanwhile. */
    async resolveInvoice(input: OperatorStepInput & { readonly outcome: 'earlier' | 'invalid' | 'done' }) {
      const note = `${input.by}: ${input.note}`;
      const watch = await decideBy(input, { type: `resolve_${input.outcome}`, note });
      return input.outcome === 'earlier' ? lookAgain(input.invoiceId) : watch;
    },

    /**
     * An operator lets a held invoice go on, unless staff suspended it: then the console alone releases it, by as many
     * people as the rule wants.
     */
    async approveInvoice(input: OperatorStepInput): Promise<InvoiceSnapshot> {
      if (await isSuspended(db, 'invoice', input.invoiceId)) throw asFailure(new DomainError('operation_suspended'));
      return decideBy(input, { type: 'clear' });
    },
  };
}

/** A refusal by the rules will be the same next time; anything else (a database away) is worth another attempt. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  return ApplicationFailure.nonRetryable(error.message, error.code);
}
