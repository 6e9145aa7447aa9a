import {
  type ChainActivityDeps,
  followerName,
  followLoop,
  SIMULATOR,
  simulateLoop,
} from '../activities/followers/activities.ts';
import type { Loop } from '../activities/kept-loops.ts';
import { pause } from '../activities/pause.ts';
import { type RateActivityDeps, ratesLoop, ratesName } from '../activities/rates/activities.ts';
import { MODES, NETWORKS } from '../domain/assets/assets.ts';
import { type Config, isOpen, isSimulated } from '../settings/config.ts';
import { taskQueues } from '../workflows/messages.ts';

interface StandInDeps {
  readonly config: Config;
  readonly chain: ChainActivityDeps;
  readonly rates: RateActivityDeps;
  readonly serves: (queue: string) => boolean;
  readonly signal: AbortSignal;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Waits until Temporal answers. If that takes long, chains are followed and simulated and rates refreshed without it:
 * each loop goes on until a workflow's activity runs it, here or elsewhere. Two at once do no harm.
 */
export async function standIn<T>(connect: () => Promise<T>, deps: StandInDeps): Promise<T> {
  const answered = new AbortController();
  const starting = startLoops(deps, AbortSignal.any([answered.signal, deps.signal]));
  const connection = await connect().finally(() => answered.abort());
  await starting;
  return connection;
}

/** Temporal usually answers at once; then no loop is needed. */
const GRACE_MS = 3_000;

async function startLoops(deps: StandInDeps, answered: AbortSignal): Promise<void> {
  await pause(answered, GRACE_MS);
  for (const [name, loop] of loopsOf(deps)) {
    if (answered.aborted) return;
    await deps.chain.keptLoops.runAlone(name, persistent(loop, deps.onTrouble)).catch(deps.onTrouble);
  }
}

function loopsOf({ config, chain, rates, serves, onTrouble }: StandInDeps): [string, Loop][] {
  const chains = MODES.flatMap((mode) =>
    NETWORKS.filter((network) => isOpen(config, mode, network)).map((network) => ({ mode, network })),
  );
  const simulates = chains.some(({ mode, network }) => isSimulated(config, mode, network));
  const served = chains.filter(({ network }) => serves(taskQueues.chain(network)));
  return [
    ...served.map(({ mode, network }): [string, Loop] => [
      followerName(mode, network),
      followLoop(chain, mode, network),
    ]),
    ...(simulates && serves(taskQueues.simulator) ? [[SIMULATOR, simulateLoop(chain)] as [string, Loop]] : []),
    ...(serves(taskQueues.rates) ? MODES : []).map((mode): [string, Loop] => [
      ratesName(mode),
      ratesLoop(rates, mode, ({ failures }) => onTrouble(new Error(`Rates changed: ${JSON.stringify(failures)}`))),
    ]),
  ];
}

/** No workflow starts it again, so it starts again by itself, such as when its node was away. */
function persistent(loop: Loop, onTrouble: (error: unknown) => void): Loop {
  return async (signal, say) => {
    while (!signal.aborted) {
      try {
        await loop(signal, say);
      } catch (error) {
        onTrouble(error);
        await pause(signal, AGAIN_MS);
      }
    }
  };
}

const AGAIN_MS = 2_000;
