import { proxyActivities } from '@temporalio/workflow';
import type { ClaimActivities, ClaimChecks } from '../activities/claims/activities.ts';
import { CLAIM_WAITS, type ClaimAct, type ClaimSnapshot, nextClaimStep } from '../domain/state/claim-waits.ts';
import {
  CLAIM_OUTCOMES,
  type ClaimInput,
  type ClaimOutcome,
  claimChangedSignal,
  claimQuery,
  taskQueues,
} from './messages.ts';
import { databaseWrites, forOperator } from './parts.ts';
import { type ProcessMoment, runProcess } from './process-run.ts';

const database = databaseWrites<ClaimActivities>;
const decide = forOperator<ClaimActivities, ClaimSnapshot>;
const step = ({ input: { claimId }, snapshot: { version } }: ProcessMoment<ClaimInput, object>) => ({
  claimId,
  version,
});

/**
 * `claim:<id>`: has the chain confirm a claimed payment, waits for the staff, and then for the payout. People decide on
 * the row, in the console; the workflow checks and reminds.
 */
export const claimWorkflow = runProcess<ClaimInput, ClaimAct, object, ClaimOutcome>({
  name: claimQuery,
  signal: claimChangedSignal,
  next: ({ input, ...at }, nowMs) => nextClaimStep({ ...at, waits: { ...CLAIM_WAITS, ...input.waits } }, nowMs),
  acts: {
    check: async (at) => {
      const { network } = at.input;
      const { checkClaim } = proxyActivities<ClaimChecks>({
        taskQueue: taskQueues.chain(network),
        startToCloseTimeout: '1 minute',
        // A node that is away is asked again by the workflow, after a growing pause.
        retry: { maximumAttempts: 1 },
        summary: at.message,
      });
      try {
        return await checkClaim(step(at));
      } catch {
        at.note({ trouble: `The node of ${network} did not answer.` });
        return undefined;
      }
    },
    remind: ({ input: { claimId }, message }) => database(message).remindClaim({ claimId }),
  },
  updates: {
    retry: { write: () => Promise.resolve(undefined) },
    resolve: {
      outcomes: CLAIM_OUTCOMES,
      refusal: ({ snapshot }) => (snapshot.needsOperator ? null : 'the claim does not wait for an operator'),
      write: ({ by, note, cause }, { input: { claimId } }) =>
        decide(({ resolveClaim }) => resolveClaim({ claimId, by, note, cause })),
    },
  },
  place: ({ status, reason }) => `${status}:${reason}`,
  attributes: ({ status, reason, needsOperator }) => ({ Status: status, Reason: reason, NeedsOperator: needsOperator }),
  details: ({ input: { mode, claimId }, snapshot: { status, needsOperator } }, message) => {
    const act = needsOperator ? `\n- **An operator must act:** ${UPDATES}` : '';
    return `${message}\n\n- Status: **${status}**\n- Claim ${claimId}, ${mode}${act}`;
  },
});

const UPDATES = 'if the payment never comes back, send the update `resolve` with the outcome `lost`';
