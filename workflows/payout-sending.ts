import { CancellationScope, condition, isCancellation, proxyActivities, rootCause } from '@temporalio/workflow';
import type { SendingActivities } from '../activities/sending/activities.ts';
import type { SignerActivities } from '../activities/signer/activities.ts';
import type { Network } from '../domain/assets.ts';
import type { PayoutSnapshot } from '../domain/state/payout-snapshot.ts';
import { taskQueues } from './messages.ts';

export interface SendingRequest {
  readonly payoutId: string;
  readonly network: Network;
  /** For the Web UI. */
  readonly summary: string;
  /** True once the payout stands elsewhere, e.g. canceled: the answer is not wanted any more. */
  readonly isOver: () => boolean;
  /** One try: what keeps it is to be known at once. */
  readonly once: boolean;
}

/** What an act came to. */
export interface Asked {
  /** What kept it, in words; null: nothing did. */
  readonly trouble: string | null;
  /** The payout as it is then; null: nobody said, so the row has to be read. */
  readonly watch: PayoutSnapshot | null;
}

/** Asks the signer for a signature. */
export function sign({ payoutId, summary, isOver }: SendingRequest): Promise<Asked> {
  const { signPayout } = proxyActivities<SignerActivities>({ ...PATIENCE, taskQueue: taskQueues.signer, summary });
  return asked(
    isOver,
    async () => {
      const { watch, deferred } = await signPayout({ version: 1, payoutId });
      // What the signer says more than that is among the words of the payout.
      return { watch, trouble: deferred === null ? null : `The signer answered: ${inWords(deferred)}.` };
    },
    NO_SIGNER,
  );
}

/** Asks for one signature over many payouts, where a transaction pays many. */
export function signAll({
  payoutIds,
  summary,
}: {
  readonly payoutIds: readonly string[];
  readonly summary: string;
}): Promise<Asked> {
  const { signPayouts } = proxyActivities<SignerActivities>({ ...PATIENCE, taskQueue: taskQueues.signer, summary });
  return asked(
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
 * Sends what is signed.
 * @param own for a payout whose own workflow asks
 */
export function broadcast(request: SendingRequest, own: boolean): Promise<Asked> {
  const { payoutId, network, summary, isOver, once } = request;
  const taskQueue = taskQueues.chain(network);
  const options = { ...PATIENCE, ...(once ? { retry: { maximumAttempts: 1 } } : {}), taskQueue, summary };
  const { broadcastPayout } = proxyActivities<SendingActivities>(options);
  return asked(
    isOver,
    async () => {
      const { outcome, watch } = await broadcastPayout({ version: 1, payoutId, ...(own ? { own } : {}) });
      return { watch, trouble: outcome === 'sent' ? null : `Not sent: ${WORDS[outcome]}.` };
    },
    `No answer from the node of ${network}, or no worker of the queue \`${taskQueue}\` is running.`,
  );
}

const WORDS = { stopped: 'the emergency stop is active', conflict: 'conflict', refused: 'refused' } as const;

/**
 * Asks the signer to pay more for a transaction that waits for a block. Without trouble it is signed, and the follower
 * sends it.
 */
export function bump({ payoutId, summary, isOver }: SendingRequest): Promise<Asked> {
  const { bumpFee } = proxyActivities<SignerActivities>({ ...PATIENCE, taskQueue: taskQueues.signer, summary });
  return asked(
    isOver,
    async () => {
      const answer = await bumpFee({ version: 1, payoutId });
      const quiet = answer.bumped || answer.reason === 'too_late';
      return {
        trouble: quiet ? null : `The fee was not raised: ${inWords(answer.reason, answer.words)}.`,
        watch: null,
      };
    },
    NO_SIGNER,
  );
}

/** What is away is waited for by the server; after ten minutes the workflow looks at its own clock again. */
const PATIENCE = {
  startToCloseTimeout: '1 minute',
  // The worker says every two seconds that it lives.
  heartbeatTimeout: '10 seconds',
  scheduleToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
} as const;

const NO_SIGNER = 'No answer from the signer; is a worker of the queue `signer` running?';

/** An answer, or the words for none: whatever the outcome was, the row tells it, so a failure is no end. */
async function asked(isOver: () => boolean, ask: () => Promise<Asked>, silence: string): Promise<Asked> {
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
