import { raiseAlert } from '../../db/alerts/alerts.ts';
import { type Db, inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { type AutomaticRun, payAutomatically } from '../../db/payout-methods/automatic.ts';
import { type OperatePayout, operatePayout } from '../../db/payouts/operate.ts';
import { payoutProcess } from '../../db/payouts/process.ts';
import { readPayout } from '../../db/payouts/read.ts';
import { applyStep } from '../../db/process/apply.ts';
import { automaticWithdrawals } from '../../db/withdrawals/automatic.ts';
import type { WithdrawalSettings } from '../../db/withdrawals/settings.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import type { PayoutSnapshot } from '../../domain/state/payout-snapshot.ts';
import { payoutSnapshotOf } from '../../domain/state/payout-snapshot.ts';
import { command, stepUnlessMoved } from '../workflow-steps.ts';

export interface PayoutActivityDeps {
  readonly db: Db;
  readonly settings: WithdrawalSettings;
  readonly nowMs: () => number;
}

/** The payout and the version that the workflow decided on: the same step is made only once. */
export interface PayoutStepInput {
  readonly payoutId: string;
  readonly version: number;
}

export interface PayMethodInput {
  readonly methodId: string;
  /** When it was due, ISO 8601. */
  readonly scheduledAt: string;
}

type OperatorInput = Omit<OperatePayout, 'act' | 'nowMs'>;

export type PayoutActivities = ReturnType<typeof createPayoutActivities>;

/**
 * The local activities of the payout workflow, apart from signer and node: short database writes that return the payout
 * afterwards.
 */
export function createPayoutActivities({ db, settings, nowMs }: PayoutActivityDeps) {
  const readSnapshot = async (payoutId: string) => payoutSnapshotOf(await readPayout(db, payoutId));
  const step = ({ payoutId: id, version }: PayoutStepInput, event: PayoutEvent): Promise<PayoutSnapshot> => {
    const cause = `${event.type}:v${version}`;
    // Only the end of a hold locks balances; the others do not wait among those who do.
    const transaction = event.type === 'approval_overdue' ? moneyTransaction : inTransaction;
    return stepUnlessMoved(
      () =>
        transaction(db, async (tx) => {
          const requested = { id, event, cause, nowMs: nowMs(), byWorkflow: true };
          return (await applyStep(tx, payoutProcess, requested)).watch;
        }),
      () => readSnapshot(id),
    );
  };
  const operate = (input: OperatorInput, act: OperatePayout['act']): Promise<PayoutSnapshot> =>
    command(() => moneyTransaction(db, (tx) => operatePayout(tx, settings, { ...input, act, nowMs: nowMs() })));

  return {
    /** Returns the money if nobody approved in time. */
    expireApproval: (input: PayoutStepInput) => step(input, { type: 'approval_overdue' }),

    /** Hands it to the signer, once its cool-off is over. */
    enqueuePayout: (input: PayoutStepInput) => step(input, { type: 'enqueue' }),

    /** Asks for an operator: it waited too long. The reason that kept it from being signed stays. */
    async overduePayout(input: PayoutStepInput): Promise<PayoutSnapshot> {
      const { status, reason } = await readSnapshot(input.payoutId);
      const why = (status === 'queue' ? reason : null) ?? 'confirmation_overdue';
      return step(input, { type: 'overdue', reason: why });
    },

    /** Reminds operators of a payout that needs them. */
    async remindPayout({ payoutId }: PayoutStepInput): Promise<PayoutSnapshot> {
      const row = await readPayout(db, payoutId);
      const why = [row.statusReason ?? 'no reason', row.statusWords].filter(Boolean).join(': ');
      const message = `The ${row.kind} is still ${row.status} (${why}) and needs an operator.`;
      await raiseAlert(db, { kind: 'payout_needs_operator', subject: `${row.kind}:${payoutId}`, message });
      return payoutSnapshotOf(row);
    },

    /** The row as it is now, after what signer and node did with it. */
    readPayoutWatch: ({ payoutId }: { readonly payoutId: string }) => readSnapshot(payoutId),

    /** An operator approves in the place of the second person whom the merchant asks for. */
    approvePayout: (input: OperatorInput) => operate(input, { type: 'approve' }),

    /** An operator puts an error back into the queue, or lets the transaction cost more. */
    retryPayout: ({ maxFee, ...input }: OperatorInput & { readonly maxFee?: string }) =>
      operate(input, { type: 'retry', ...(maxFee === undefined ? {} : { maxFee }) }),

    /** An operator ends an error by what the chain says. */
    resolvePayout: ({ outcome, ...input }: OperatorInput & { readonly outcome: 'paid' | 'unpaid' }) =>
      operate(input, { type: 'resolve', outcome }),

    /** Pays or withdraws the whole balance to an automatic method, once per scheduled time. */
    payMethod: ({ methodId, scheduledAt }: PayMethodInput): Promise<AutomaticRun> =>
      payAutomatically(
        db,
        settings,
        { methodId, scheduledAt: new Date(scheduledAt), nowMs: nowMs() },
        automaticWithdrawals(settings),
      ),
  };
}
