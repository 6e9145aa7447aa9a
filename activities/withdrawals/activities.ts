import { raiseAlert } from '../../db/alerts/alerts.ts';
import { type Db, moneyTransaction, type Tx } from '../../db/core/sequelize.ts';
import { applyStep } from '../../db/process/apply.ts';
import { giveWithdrawal } from '../../db/withdrawals/give.ts';
import { type OperateWithdrawal, operateWithdrawal } from '../../db/withdrawals/operate.ts';
import { withdrawalProcess } from '../../db/withdrawals/process.ts';
import { readWithdrawal } from '../../db/withdrawals/read.ts';
import type { WithdrawalSettings } from '../../db/withdrawals/settings.ts';
import type { WithdrawalEvent } from '../../domain/state/withdrawal-event.ts';
import type { WithdrawalSnapshot } from '../../domain/state/withdrawal-snapshot.ts';
import { withdrawalSnapshotOf } from '../../domain/state/withdrawal-snapshot.ts';
import { command, stepUnlessMoved } from '../workflow-steps.ts';

export interface WithdrawalActivityDeps {
  readonly db: Db;
  readonly settings: WithdrawalSettings;
  readonly nowMs: () => number;
}

/** The withdrawal and the version that the workflow decided on: the same step is made only once. */
export interface WithdrawalStepInput {
  readonly withdrawalId: string;
  readonly version: number;
}

type OperatorInput = Omit<OperateWithdrawal, 'act' | 'nowMs'>;

export type WithdrawalActivities = ReturnType<typeof createWithdrawalActivities>;

/**
 * The activities of the withdrawal workflow: short database writes that return the withdrawal afterwards.
 */
export function createWithdrawalActivities({ db, settings, nowMs }: WithdrawalActivityDeps) {
  const readSnapshot = async (id: string) => withdrawalSnapshotOf(await readWithdrawal(db, id));
  const unlessMoved = (id: string, work: (tx: Tx) => Promise<WithdrawalSnapshot>) =>
    stepUnlessMoved(
      () => moneyTransaction(db, work),
      () => readSnapshot(id),
    );
  const step = ({ withdrawalId: id, version }: WithdrawalStepInput, event: WithdrawalEvent) =>
    unlessMoved(id, async (tx) => {
      const cause = `${event.type}:v${version}`;
      const requested = { id, event, cause, nowMs: nowMs(), byWorkflow: true };
      return (await applyStep(tx, withdrawalProcess, requested)).watch;
    });
  const operate = (input: OperatorInput, act: OperateWithdrawal['act']) =>
    command(() => moneyTransaction(db, (tx) => operateWithdrawal(tx, settings, { ...input, act, nowMs: nowMs() })));

  return {
    /** Returns the money if nobody approved in time. */
    expireWithdrawalApproval: (input: WithdrawalStepInput) => step(input, { type: 'approval_overdue' }),

    /** Queues it for the bank, once its cool-off is over. */
    enqueueWithdrawal: (input: WithdrawalStepInput) => step(input, { type: 'enqueue' }),

    /** Gives it to the bank, or learns why not. */
    giveWithdrawal: ({ withdrawalId }: WithdrawalStepInput) =>
      unlessMoved(withdrawalId, (tx) => giveWithdrawal(tx, settings, { withdrawalId, nowMs: nowMs() })),

    /** Asks for an operator: it waited too long. The reason that kept it from the bank stays. */
    async overdueWithdrawal(input: WithdrawalStepInput): Promise<WithdrawalSnapshot> {
      const { reason } = await readSnapshot(input.withdrawalId);
      return step(input, { type: 'overdue', reason: reason ?? 'bank_overdue' });
    },

    /** Reminds operators of a withdrawal that needs them. */
    async remindWithdrawal({ withdrawalId }: WithdrawalStepInput): Promise<WithdrawalSnapshot> {
      const row = await readWithdrawal(db, withdrawalId);
      const why = [row.statusReason ?? 'no reason', row.statusWords].filter(Boolean).join(': ');
      const message = `The withdrawal is still ${row.status} (${why}) and needs an operator.`;
      await raiseAlert(db, { kind: 'withdrawal_needs_operator', subject: `withdrawal:${withdrawalId}`, message });
      return withdrawalSnapshotOf(row);
    },

    /** An operator approves in the place of the second person whom the merchant asks for. */
    approveWithdrawal: (input: OperatorInput) => operate(input, { type: 'approve' }),

    /** An operator puts an error back into the queue. */
    retryWithdrawal: (input: OperatorInput) => operate(input, { type: 'retry' }),

    /** An operator ends it by what the bank says. */
    resolveWithdrawal: ({ outcome, ...input }: OperatorInput & { readonly outcome: 'paid' | 'unpaid' }) =>
      operate(input, { type: 'resolve', outcome }),
  };
}
