import { raiseAlert } from '../../db/alerts/alerts.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { hasChainPassedDeadline, readSnapshot } from '../../db/invoices/snapshot.ts';
import { createStepQueue } from '../../db/invoices/step-queue.ts';
import { isSuspended } from '../../db/suspicion/suspended.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { InvoiceEvent } from '../../domain/state/invoice-event.ts';
import type { InvoiceSnapshot } from '../../domain/state/invoice-snapshot.ts';
import { asFailure } from '../workflow-steps.ts';

export interface InvoiceActivityDeps {
  readonly db: Db;
  readonly nowMs: () => number;
}

/** The invoice and the version that the workflow decided on: the same step is made only once. */
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
 * The local activities of the invoice workflow: short database writes that return the invoice afterwards. A step that
 * the status does not allow changes nothing and is not an error, because the row may have moved on.
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
  /** For operators, who see a refusal. Without a cause, the present payments of the invoice decide. */
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
  /** Nothing else may wake the workflow. */
  const lookAgain = (invoiceId: string) => decide(invoiceId, { type: 'payments_changed' }, null);

  return {
    /** Decides the deadline once the followers have read the chains past it; otherwise changes nothing. */
    async expireInvoice(input: InvoiceStepInput): Promise<InvoiceSnapshot> {
      const looked = await hasChainPassedDeadline(db, input.invoiceId).catch((error: unknown) =>
        Promise.reject(asFailure(error)),
      );
      return looked ? stepIfPossible(input, { type: 'deadline' }) : readSnapshot(db, input.invoiceId, nowMs());
    },

    settleInvoice: (input: InvoiceStepInput) => stepIfPossible(input, { type: 'settle' }),

    /**
     * Decides by the present payments: one may have lost the locked rate once the follower has read the chain past that
     * time.
     */
    recheckInvoice: ({ invoiceId }: InvoiceStepInput) => lookAgain(invoiceId),

    overdueInvoice: (input: InvoiceStepInput) => stepIfPossible(input, { type: 'overdue' }),

    /** Reminds operators of an invoice that needs them. */
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

    /**
     * An operator ends an error (invoice-states L). The event that the earlier status waited for may have come
     * meanwhile.
     */
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
