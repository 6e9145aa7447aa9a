import type { DepositActivities } from '../activities/deposits/activities.ts';
import {
  DEPOSIT_WAITS,
  type DepositAct,
  type DepositSnapshot,
  nextDepositStep,
} from '../domain/state/deposit-waits.ts';
import {
  DEPOSIT_OUTCOMES,
  type DepositInput,
  type DepositOutcome,
  depositChangedSignal,
  depositQuery,
} from './messages.ts';
import { databaseWrites, forOperator } from './parts.ts';
import { type ProcessMoment, runProcess } from './process-run.ts';

const database = databaseWrites<DepositActivities>;
const decide = forOperator<DepositActivities, DepositSnapshot>;
const step = ({ input: { depositId }, snapshot: { version } }: ProcessMoment<DepositInput, object>) => ({
  depositId,
  version,
});

/**
 * `deposit:<network>:<txid>:<output>`, in euro `deposit:SEPA:<entry of the bank>`: settles a confirmed deposit, and
 * asks operators about one that a reorganization took. The follower, or a round with the bank, starts it when there is
 * something to do; a later event starts a new run.
 */
export const depositWorkflow = runProcess<DepositInput, DepositAct, object, DepositOutcome>({
  name: depositQuery,
  signal: depositChangedSignal,
  next: ({ input, ...at }, nowMs) => nextDepositStep({ ...at, waits: { ...DEPOSIT_WAITS, ...input.waits } }, nowMs),
  acts: {
    settle: (at) => database(at.message).settleDeposit(step(at)),
    remind: (at) => database(at.message).remindDeposit(step(at)),
  },
  updates: {
    retry: { write: (_command, at) => database('Settle the deposit, as an operator asked').settleDeposit(step(at)) },
    resolve: {
      outcomes: DEPOSIT_OUTCOMES,
      refusal: ({ snapshot }) => (snapshot.needsOperator ? null : 'the deposit does not wait for an operator'),
      write: ({ by, note, cause }, { input: { depositId } }) =>
        decide(({ resolveDeposit }) => resolveDeposit({ depositId, by, note, cause })),
    },
  },
  // A hold by staff does not change the version.
  sameVersion: ({ held: _before, ...known }, { held }) => (held === undefined ? known : { ...known, held }),
  place: ({ status, reason }) => `${status}:${reason}`,
  attributes: ({ status, reason, needsOperator }) => ({ Status: status, Reason: reason, NeedsOperator: needsOperator }),
  details: ({ input: { mode, depositId }, snapshot: { status, needsOperator } }, message) => {
    const act = needsOperator ? `\n- **An operator must act:** ${UPDATES}` : '';
    return `${message}\n\n- Status: **${status}**\n- Deposit ${depositId}, ${mode}${act}`;
  },
});

const UPDATES = 'if its money never comes back, send the update `resolve` with the outcome `lost`';
