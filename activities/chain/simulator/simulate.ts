import { COMMANDS } from '../../../db/simulator/chain.ts';
import { pause } from '../../pause.ts';
import { runSimulator, type SimulatorDeps, startSimulator } from './engine.ts';
import { openSimulatorNews } from './news.ts';

const longestWaitMs = 1_000;

/** Runs the simulated chains until aborted. A database that fails is waited for. */
export async function simulate(
  deps: SimulatorDeps,
  { signal, onRound }: { readonly signal: AbortSignal; readonly onRound: () => void },
): Promise<void> {
  const news = openSimulatorNews(deps.db.url);
  let started = false;
  try {
    while (!signal.aborted) {
      try {
        if (!started) await startSimulator(deps);
        started = true;
        const dueMs = await runSimulator(deps);
        onRound();
        const untilDueMs = dueMs === null ? longestWaitMs : Math.max(0, dueMs - deps.nowMs());
        await news.next(signal, Math.min(longestWaitMs, untilDueMs), COMMANDS);
      } catch {
        onRound();
        await pause(signal, longestWaitMs);
      }
    }
  } finally {
    await news.close();
  }
}
