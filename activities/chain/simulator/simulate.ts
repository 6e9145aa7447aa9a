import type { Chain } from '../../../db/chain/cursor.ts';
import { commandsOf } from '../../../db/simulator/chain.ts';
import { pause } from '../../pause.ts';
import { runSimulatedChain, type SimulatorDeps, startSimulator } from './engine.ts';
import { openSimulatorNews } from './news.ts';

/** Commands and due times wake a chain before; what only the database's clock decides is found by then. */
const longestWaitMs = 30_000;
const pauseAfterFailureMs = 1_000;

interface Running {
  readonly signal: AbortSignal;
  readonly onRound: () => void;
}

/** Runs the simulated chains independently of each other until aborted. Waits while the database is down. */
export async function simulate(deps: SimulatorDeps, running: Running): Promise<void> {
  const { signal, onRound } = running;
  let isStarted = false;
  while (!signal.aborted && !isStarted) {
    isStarted = await startSimulator(deps).then(
      () => true,
      () => false,
    );
    onRound();
    if (!isStarted) await pause(signal, pauseAfterFailureMs);
  }
  await Promise.all(deps.chains.map((chain) => simulateChain(deps, chain, running)));
}

async function simulateChain(deps: SimulatorDeps, chain: Chain, { signal, onRound }: Running): Promise<void> {
  const news = openSimulatorNews(deps.db.url);
  try {
    while (!signal.aborted) {
      try {
        const dueMs = await runSimulatedChain(deps, chain);
        onRound();
        const untilDueMs = dueMs === null ? longestWaitMs : Math.max(0, dueMs - deps.nowMs());
        await news.next(signal, Math.min(longestWaitMs, untilDueMs), commandsOf(chain));
      } catch {
        onRound();
        await pause(signal, pauseAfterFailureMs);
      }
    }
  } finally {
    await news.close();
  }
}
