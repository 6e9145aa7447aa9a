import { CancellationScope, condition, isCancellation, proxyActivities, rootCause } from '@temporalio/workflow';
import type { SendingActivities } from '../activities/sending/activities.ts';
import type { SignerActivities } from '../activities/signer/activities.ts';
import type { BumpAnswer } from '../activities/signer/bump.ts';
import type { Network } from '../domain/assets/assets.ts';
import type { PayoutSnapshot } from '../domain/state/payout-snapshot.ts';
import { taskQueues } from './messages.ts';

export interface SendingRequest {
  readonly payoutId: string;
  readonly network: Network;
  /** For the Web UI. */
  readonly summary: string;
  /** True once the payout has moved on, for example because it was canceled: the answer is not needed any more. */
  readonly isOver: () => boolean;
  /** Makes only one attempt, so that an error is known at once. */
  readonly once: boolean;
}

/** The outcome of an act. */
export interface SendingResult {
  /** The error as a sentence; null for success. */
  readonly trouble: string | null;
  /** The payout afterwards; null if the row has to be read. */
  readonly watch: PayoutSnapshot | null;
}

/** Requests a signature from the signer. */
export function sign({ payoutId, summary, isOver }: SendingRequest): Promise<SendingResult> {
  const { signPayout } = proxyActivities<SignerActivities>({ ...RETRIES, taskQueue: taskQueues.signer, summary });
  return settle(
    isOver,
    async () => {
      const { watch, deferred } = await signPayout({ version: 1, payoutId });
      // The row of the payout contains further explanations of the signer.
      return { watch, trouble: deferred === null ? null : `The signer answered: ${inWords(deferred)}.` };
    },
    NO_SIGNER,
  );
}

/** Requests one signature over many payouts, on chains where one transaction can pay them all. */
export function signAll({
  payoutIds,
  summary,
}: {
  readonly payoutIds: readonly string[];
  readonly summary: string;
}): Promise<SendingResult> {
  const { signPayouts } = proxyActivities<SignerActivities>({ ...RETRIES, taskQueue: taskQueues.signer, summary });
  return settle(
    () => false,
    async () => {
      const { deferred } = await signPayouts({ version: 1, payoutIds });
      const [first] = deferred;
      const trouble =
        first === undefined
          ? null
          : `The signer answered for ${deferred.length} lines: ${inWords(first.reason, first.words)}.`;
      return { trouble, watch: null };
    },
    NO_SIGNER,
  );
}

/**
 * Sends the signed transaction.
 * @param own true if the payout's own workflow calls
 */
export function broadcast(request: SendingRequest, own: boolean): Promise<SendingResult> {
  const { payoutId, network, summary, isOver, once } = request;
  const taskQueue = taskQueues.chain(network);
  const options = { ...RETRIES, ...(once ? { retry: { maximumAttempts: 1 } } : {}), taskQueue, summary };
  const { broadcastPayout } = proxyActivities<SendingActivities>(options);
  return settle(
    isOver,
    async () => {
      const { outcome, watch } = await broadcastPayout({ version: 1, payoutId, own: own || undefined });
      return { watch, trouble: outcome === 'sent' ? null : `Not sent: ${WORDS[outcome]}.` };
    },
    `No answer from the node of ${network}, or no worker of the queue \`${taskQueue}\` is running.`,
  );
}

const WORDS = { stopped: 'the emergency stop is active', conflict: 'conflict', refused: 'refused' } as const;

/** Has a transaction that waits for a block signed again with a higher fee; the follower sends the new one. */
export function bump({ payoutId, summary, isOver }: SendingRequest): Promise<SendingResult> {
  const { bumpFee } = proxyActivities<SignerActivities>({ ...RETRIES, taskQueue: taskQueues.signer, summary });
  return settle(
    isOver,
    async () => {
      const answer = await bumpFee({ version: 1, payoutId });
      return { trouble: describeBump(answer), watch: null };
    },
    NO_SIGNER,
  );
}

function describeBump(answer: BumpAnswer): string | null {
  if (!answer.bumped) {
    return answer.reason === 'too_late' ? null : `The fee was not raised: ${inWords(answer.reason, answer.words)}.`;
  }
  if (answer.canceled === undefined) return null;
  return `Not allowed any more: ${inWords(answer.canceled)}. A transaction that pays nobody was signed to replace it.`;
}

/** The server retries while signer or node are away; after ten minutes the workflow checks its own deadlines again. */
const RETRIES = {
  startToCloseTimeout: '1 minute',
  // The worker sends a heartbeat every two seconds.
  heartbeatTimeout: '10 seconds',
  scheduleToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
} as const;

const NO_SIGNER = 'No answer from the signer; is a worker of the queue `signer` running?';

/** Turns a failure into a message instead of an error, because the row has the true outcome. */
async function settle(
  isOver: () => boolean,
  ask: () => Promise<SendingResult>,
  silence: string,
): Promise<SendingResult> {
  const scope = new CancellationScope();
  let settled = false;
  const answer = scope
    .run(ask)
    .catch((error: unknown) => {
      const trouble = isCancellation(error) ? null : `${silence} (${rootCause(error)})`;
      return { trouble, watch: null };
    })
    .finally(() => {
      settled = true;
    });
  await condition(() => settled || isOver());
  if (!settled) scope.cancel();
  return answer;
}

function inWords(code: string, words?: string | null): string {
  const said = words === undefined || words === null ? '' : ` – ${words.replace(/[.]$/, '')}`;
  return `${code.replaceAll('_', ' ')}${said}`;
}
