import { ApplicationFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import type { Db } from '../../db/sequelize.ts';
import type { Mode, Network } from '../../domain/assets.ts';
import { NETWORKS } from '../../domain/assets.ts';
import { type Config, isSimulated } from '../../domain/config.ts';
import { follow } from './follow.ts';
import { type ChainConfig, openChain } from './open-chain.ts';
import { pause } from './pause.ts';
import type { PaymentEffects } from './record.ts';
import { simulate } from './simulator/simulate.ts';

export interface ChainActivityDeps {
  readonly db: Db;
  readonly config: Pick<Config, keyof ChainConfig | 'sandboxBlockSeconds' | 'followerPollMs'>;
  readonly applyInvoiceEvent: PaymentEffects['applyInvoiceEvent'];
  readonly applyInvoiceEvents?: PaymentEffects['applyInvoiceEvents'];
  readonly nowMs: () => number;
}

export interface FollowChainInput {
  readonly version: 1;
  readonly mode: Mode;
  readonly network: Network;
  /** How long one run of the activity lasts; then the workflow starts the next. */
  readonly forMs: number;
}

export interface SimulateInput {
  readonly version: 1;
  readonly forMs: number;
}

/** A transaction may be missing from a real node's mempool this long, e.g. while the node loads it after a restart. */
const dropAfterMs = 60_000;
const heartbeatEveryMs = 2_000;

/** The loops that watch and simulate chains. Each heartbeats, so that another worker takes over when this one dies. */
export function createChainActivities(deps: ChainActivityDeps) {
  return {
    /** Follows one chain. @returns in words, where it stood. */
    async followChain({ mode, network, forMs }: FollowChainInput): Promise<string> {
      return heartbeating(forMs, async (signal, say) => {
        const port = await openChain(deps.config, deps.db, mode, network);
        try {
          const { applyInvoiceEvent, applyInvoiceEvents } = deps;
          const effects = {
            applyInvoiceEvent,
            applyStrayPayments,
            ...(applyInvoiceEvents === undefined ? {} : { applyInvoiceEvents }),
          };
          await follow({ db: deps.db, effects, nowMs: deps.nowMs }, port, {
            signal,
            pollMs: deps.config.followerPollMs,
            dropAfterMs: port.simulated ? 0 : dropAfterMs,
            onLook({ look, problem }) {
              if (look) say(`Block ${look.height}; ${look.waiting} payments wait for their first block.`);
              else say(`Holding, trying again: ${problem}`);
            },
          });
        } finally {
          await port.close();
        }
      });
    },

    /** Runs every chain that has no node on the simulator. */
    async simulateChains({ forMs }: SimulateInput): Promise<string> {
      const chains = (['sandbox', 'production'] as const).flatMap((mode) =>
        NETWORKS.filter((network) => isSimulated(deps.config, mode, network)).map((network) => ({ mode, network })),
      );
      return heartbeating(forMs, async (signal, say) => {
        const { db, nowMs } = deps;
        const simulator = { db, nowMs, blockSeconds: deps.config.sandboxBlockSeconds, chains };
        await simulate(simulator, { signal, onRound: () => say(`Simulating ${chains.length} chains.`) });
      });
    },
  };
}

export type ChainActivities = ReturnType<typeof createChainActivities>;

/** Runs a loop until its time is over or the worker stops, with heartbeats that carry its last words. */
async function heartbeating(
  forMs: number,
  loop: (signal: AbortSignal, say: (words: string) => void) => Promise<void>,
): Promise<string> {
  const context = Context.current();
  const over = new AbortController();
  const stop = () => over.abort();
  const timer = setTimeout(stop, forMs);
  context.cancellationSignal.addEventListener('abort', stop);
  if (context.cancellationSignal.aborted) stop();
  let words = 'Starting.';
  const beat = setInterval(() => context.heartbeat(words), heartbeatEveryMs);
  context.heartbeat(words);
  try {
    await loop(over.signal, (said) => {
      words = said;
    });
  } catch (error) {
    // A node that is away at the start: not worth an attempt of its own each second.
    await pause(over.signal, heartbeatEveryMs);
    throw error;
  } finally {
    clearInterval(beat);
    clearTimeout(timer);
    context.cancellationSignal.removeEventListener('abort', stop);
  }
  if (!context.cancellationSignal.aborted) return words;
  const reason: unknown = context.cancellationSignal.reason;
  // A worker that stops is no end: as a failure, the next worker takes the loop over at once.
  if (reason instanceof Error && reason.message === 'WORKER_SHUTDOWN') {
    throw ApplicationFailure.create({
      type: 'WorkerStops',
      message: 'This worker stops; the next one goes on.',
      category: ApplicationFailureCategory.BENIGN,
    });
  }
  throw reason;
}
