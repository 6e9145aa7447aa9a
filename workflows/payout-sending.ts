import { CancellationScope, condition, isCancellation, proxyActivities, rootCause } from '@temporalio/workflow';
import type { SendingActivities } from '../activities/sending/activities.ts';
import type { SignerActivities } from '../activities/signer/activities.ts';
import type { Network } from '../domain/assets.ts';
import { taskQueues } from './messages.ts';

export interface SendingRequest {
  readonly payoutId: string;
  readonly network: Network;
  /** For the Web UI. */
  readonly summary: string;
  /** True once the payout stands elsewhere, e.g. canceled: the answer is not wanted any more. */
  readonly isOver: () => boolean;
}

/** Asks the signer for a signature. @returns what kept it, in words; null: nothing did */
export function sign({ payoutId, summary, isOver }: SendingRequest): Promise<string | null> {
  const { signPayouts } = proxyActivities<SignerActivities>({ ...PATIENCE, taskQueue: taskQueues.signer, summary });
  return asked(
    isOver,
    async () => {
      const { deferred } = await signPayouts({ version: 1, payoutIds: [payoutId] });
      return deferred[0] === undefined ? null : `The signer says: ${inWords(deferred[0].reason)}.`;
    },
    NO_SIGNER,
  );
}

/** Asks for one signature over many payouts, where a transaction pays many. @returns what kept some of them, in words; null: nothing did */
export function signAll({
  payoutIds,
  summary,
}: {
  readonly payoutIds: readonly string[];
  readonly summary: string;
}): Promise<string | null> {
  const { signPayouts } = proxyActivities<SignerActivities>({ ...PATIENCE, taskQueue: taskQueues.signer, summary });
  return asked(
    () => false,
    async () => {
      const { deferred } = await signPayouts({ version: 1, payoutIds });
      const [first] = deferred;
      return first === undefined ? null : `The signer says of ${deferred.length} lines: ${inWords(first.reason)}.`;
    },
    NO_SIGNER,
  );
}

/** Sends what is signed. @returns what kept it, in words; null: nothing did */
export function broadcast({ payoutId, network, summary, isOver }: SendingRequest): Promise<string | null> {
  const taskQueue = taskQueues.chain(network);
  const { broadcastPayout } = proxyActivities<SendingActivities>({ ...PATIENCE, taskQueue, summary });
  return asked(
    isOver,
    async () => {
      const answer = await broadcastPayout({ version: 1, payoutId });
      return answer === 'sent'
        ? null
        : `The answer was: ${answer === 'stopped' ? 'the emergency stop is pulled' : inWords(answer)}.`;
    },
    `No answer from the node of ${network}, or no worker of the queue \`${taskQueue}\` is running.`,
  );
}

/** Asks the signer to pay more for a transaction that waits for a block. @returns what kept it, in words; null: it is signed, and the follower sends it */
export function bump({ payoutId, summary, isOver }: SendingRequest): Promise<string | null> {
  const { bumpFee } = proxyActivities<SignerActivities>({ ...PATIENCE, taskQueue: taskQueues.signer, summary });
  return asked(
    isOver,
    async () => {
      const answer = await bumpFee({ version: 1, payoutId });
      if (answer.bumped) return null;
      return answer.reason === 'too_late' ? null : `The fee was not raised: ${inWords(answer.reason)}.`;
    },
    NO_SIGNER,
  );
}

/** What is away is waited for by the server; after ten minutes the workflow looks at its own clock again. */
const PATIENCE = {
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
} as const;

const NO_SIGNER = 'No answer from the signer; is a worker of the queue `signer` running?';

/** An answer, or the words for none: whatever the outcome was, the row tells it, so a failure is no end. */
async function asked(
  isOver: () => boolean,
  ask: () => Promise<string | null>,
  silence: string,
): Promise<string | null> {
  const scope = new CancellationScope();
  let settled = false;
  const answer = scope
    .run(ask)
    .catch((error: unknown) => {
      if (isCancellation(error)) return null;
      return `${silence} (${rootCause(error)})`;
    })
    .finally(() => {
      settled = true;
    });
  await condition(() => settled || isOver());
  if (!settled) scope.cancel();
  return answer;
}

function inWords(code: string): string {
  return code.replaceAll('_', ' ');
}
