import { ApplicationFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import type { Db } from '../../db/core/sequelize.ts';
import type { Mode, Network } from '../../domain/assets/assets.ts';
import { NETWORKS } from '../../domain/assets/assets.ts';
import { type Config, isSimulated } from '../../settings/config.ts';
import { watchFees } from '../chain/fees.ts';
import { follow } from '../chain/follow.ts';
import { type ChainConfig, openChain } from '../chain/open-chain.ts';
import type { ChainPort } from '../chain/port.ts';
import type { PaymentEffects } from '../chain/record.ts';
import { simulate } from '../chain/simulator/simulate.ts';
import { type HoldingsConfig, openHoldings } from '../custody/open-holdings.ts';
import { watchCustody } from '../custody/watch.ts';
import type { KeptLoops, Loop } from '../kept-loops.ts';
import { pause } from '../pause.ts';
import type { SendingDeps } from '../sending/deps.ts';
import { openSending } from '../sending/open-sending.ts';
import { createTracker } from '../sending/tracker.ts';

export interface ChainActivityDeps {
  readonly db: Db;
  readonly config: Pick<Config, keyof ChainConfig | keyof HoldingsConfig | 'sandboxBlockSeconds' | 'followerPollMs'>;
  readonly applyInvoiceEvent: PaymentEffects['applyInvoiceEvent'];
  readonly applyInvoiceEvents?: PaymentEffects['applyInvoiceEvents'];
  readonly nowMs: () => number;
  readonly keptLoops: KeptLoops;
  /** Called at each step of sending, by name, so that tests can stop there. */
  readonly faultPoint?: SendingDeps['faultPoint'];
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
const pauseAfterFailureMs = 2_000;
/** How often networks are asked what payments cost. Simulated ones always cost the same. */
const feesEveryMs = { node: 30_000, simulated: 60_000 };
/** How often coins and books are compared. A difference has consequences only after it has lasted for a minute. */
const custody = { everyMs: 15_000, graceMs: 60_000 };

/**
 * The loops that watch and simulate chains. Each heartbeats, so that another worker takes over when this one dies, and
 * goes on while Temporal is away: the cursor of a chain, or its lock, makes two of them safe.
 */
export function createChainActivities(deps: ChainActivityDeps) {
  return {
    /** Follows one chain. @returns its last position, as a sentence */
    async followChain({ mode, network, forMs }: FollowChainInput): Promise<string> {
      return inTurn(deps, { name: followerName(mode, network), forMs }, followLoop(deps, mode, network));
    },

    /** Runs every chain that has no node on the simulator. */
    async simulateChains({ forMs }: SimulateInput): Promise<string> {
      return inTurn(deps, { name: SIMULATOR, forMs }, simulateLoop(deps));
    },
  };
}

export type ChainActivities = ReturnType<typeof createChainActivities>;

/** The names of the loops, by which their latest run is known. */
export const SIMULATOR = 'simulator';
export const followerName = (mode: Mode, network: Network): string => `follower:${mode}:${network}`;

type SpeakingLoop = (signal: AbortSignal, say: (words: string) => void) => Promise<void>;

/** Follows a chain, compares its coins with the books and watches fees until the signal. @throws if it cannot start */
export function followLoop(deps: ChainActivityDeps, mode: Mode, network: Network): SpeakingLoop {
  return async (signal, say) => {
    const port = await openChain(deps.config, deps.db, mode, network, deps.nowMs);
    const sending = openSending(deps.config, deps.db, { mode, network }, deps.nowMs);
    const { db, nowMs, faultPoint } = deps;
    const tracking = { db, nowMs, faultPoint };
    try {
      const { applyInvoiceEvent, applyInvoiceEvents } = deps;
      const effects = { applyInvoiceEvent, applyStrayPayments, applyInvoiceEvents };
      const following = follow({ db: deps.db, effects, nowMs: deps.nowMs }, port, {
        signal,
        pollMs: deps.config.followerPollMs,
        dropAfterMs: port.simulated ? 0 : dropAfterMs,
        afterPoll: sending === null ? undefined : createTracker(tracking, { port, sending }),
        onPoll({ result: look, problem }) {
          const beside = problem === null ? '' : ` Payouts: ${problem}`;
          if (look) say(`Block ${look.height}; ${look.waiting} payments are waiting for their first block.${beside}`);
          else say(`Paused, retrying: ${problem}`);
        },
      });
      const everyMs = port.simulated ? feesEveryMs.simulated : feesEveryMs.node;
      const fees = watchFees({ db, nowMs }, port, { signal, everyMs });
      await Promise.all([following, guardCustody(deps, port, signal), fees]);
    } finally {
      await sending?.close();
      await port.close();
    }
  };
}

/** Runs all chains that are simulated until the signal. */
export function simulateLoop(deps: ChainActivityDeps): SpeakingLoop {
  const chains = (['sandbox', 'production'] as const).flatMap((mode) =>
    NETWORKS.filter((network) => isSimulated(deps.config, mode, network)).map((network) => ({ mode, network })),
  );
  return async (signal, say) => {
    const { db, nowMs } = deps;
    const simulator = { db, nowMs, blockSeconds: deps.config.sandboxBlockSeconds, chains };
    await simulate(simulator, { signal, onRound: () => say(`Simulating ${chains.length} chains.`) });
  };
}

/** Both loops end by the signal alone: neither throws. */
async function guardCustody(deps: ChainActivityDeps, port: ChainPort, signal: AbortSignal): Promise<void> {
  const holdings = openHoldings(deps.config, port);
  if (holdings === null) return;
  const { db, nowMs } = deps;
  try {
    await watchCustody(
      { db, nowMs, graceMs: custody.graceMs },
      { port, holdings },
      { signal, everyMs: custody.everyMs },
    );
  } finally {
    await holdings.close();
  }
}

interface Turn {
  readonly name: string;
  readonly forMs: number;
}

/** One turn of a loop. @returns its last words */
async function inTurn({ keptLoops }: ChainActivityDeps, { name, forMs }: Turn, loop: SpeakingLoop): Promise<string> {
  const { cancellationSignal } = Context.current();
  let words = 'Starting.';
  const spoken: Loop = (signal, say) =>
    loop(signal, (said) => {
      words = said;
      say(said);
    });
  const ending = await keptLoops.keep({ name, turnMs: forMs }, spoken).catch(async (error: unknown) => {
    // A node that is away at the start: not worth an attempt of its own each second.
    await pause(cancellationSignal, pauseAfterFailureMs);
    throw error;
  });
  if (ending === 'over') return words;
  const reason: unknown = cancellationSignal.reason;
  // A stopping worker does not end the loop: reported as a failure, another worker takes over at once.
  if (reason instanceof Error && reason.message === 'WORKER_SHUTDOWN') {
    throw ApplicationFailure.create({
      type: 'WorkerStops',
      message: 'This worker is stopping; the next one continues.',
      category: ApplicationFailureCategory.BENIGN,
    });
  }
  throw reason;
}
