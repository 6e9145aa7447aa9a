import type { WithdrawalActivities } from '../activities/withdrawals/activities.ts';
import type { WithdrawalSnapshot } from '../domain/state/withdrawal-snapshot.ts';
import { nextWithdrawalStep, WITHDRAWAL_WAITS, type WithdrawalAct } from '../domain/state/withdrawal-waits.ts';
import {
  PAYOUT_OUTCOMES,
  type PayoutOutcome,
  payoutQuery,
  type WithdrawalInput,
  withdrawalChangedSignal,
} from './messages.ts';
import { databaseWrites, forOperator } from './parts.ts';
import { operatorUpdates, type ProcessMoment, runProcess } from './process-run.ts';

export const {
  approve: approveWithdrawal,
  retry: retryWithdrawal,
  resolve: resolveWithdrawal,
} = operatorUpdates<WithdrawalSnapshot, PayoutOutcome>();

const database = databaseWrites<WithdrawalActivities>;
const decide = forOperator<WithdrawalActivities, WithdrawalSnapshot>;
const step = ({ input: { withdrawalId }, snapshot: { version } }: ProcessMoment<WithdrawalInput, object>) => ({
  withdrawalId,
  version,
});

/**
 * `withdrawal:<id>` to a bank account: waits for approval, cool-off, the bank's file and its answers, as
 * `domain/state/withdrawal-waits.ts` decides. A later event, such as a return, starts a new run.
 */
export const withdrawalWorkflow = runProcess<WithdrawalInput, WithdrawalAct, object, PayoutOutcome>({
  // As that of withdrawals in coins, so that operators need not know which it is.
  name: payoutQuery,
  signal: withdrawalChangedSignal,
  next: ({ input, ...at }, nowMs) =>
    nextWithdrawalStep({ ...at, waits: { ...WITHDRAWAL_WAITS, ...input.waits } }, nowMs),
  acts: {
    expire_approval: (at) => database(at.message).expireWithdrawalApproval(step(at)),
    enqueue: (at) => database(at.message).enqueueWithdrawal(step(at)),
    give: (at) => database(at.message).giveWithdrawal(step(at)),
    overdue: (at) => database(at.message).overdueWithdrawal(step(at)),
    remind: (at) => database(at.message).remindWithdrawal(step(at)),
  },
  updates: {
    approve: {
      refusal: ({ snapshot: { status } }) => (status === 'new' ? null : `the withdrawal is ${status}, not new`),
      write: (command, { input: { withdrawalId } }) =>
        decide(({ approveWithdrawal }) => approveWithdrawal({ ...command, withdrawalId })),
    },
    retry: {
      write: (command, { input: { withdrawalId } }) =>
        decide(({ retryWithdrawal }) => retryWithdrawal({ ...command, withdrawalId })),
    },
    resolve: {
      outcomes: PAYOUT_OUTCOMES,
      refusal: ({ snapshot }) => (snapshot.needsOperator ? null : 'the withdrawal does not wait for an operator'),
      write: (command, { input: { withdrawalId } }) =>
        decide(({ resolveWithdrawal }) => resolveWithdrawal({ ...command, withdrawalId })),
    },
  },
  place: ({ status, bankStage }) => `${status}:${bankStage}`,
  attributes: ({ status, reason, needsOperator }) => ({ Status: status, Reason: reason, NeedsOperator: needsOperator }),
  details: ({ input: { mode }, snapshot: { status, bankStage, needsOperator } }, message) => {
    const act = needsOperator ? `\n- **An operator must act:** ${UPDATES}` : '';
    return `${message}\n\n- Status: **${status}**\n- EUR by SEPA, ${mode}\n- At the bank: ${STAGES[bankStage]}${act}`;
  },
});

const STAGES = { none: 'no', given: 'waiting for the next file', in_file: 'in a file' } as const;
const UPDATES = 'send the update `retry` to try at once, or `resolve` to end it by what the bank says';
