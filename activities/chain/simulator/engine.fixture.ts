import { runSimulatedChain, type SimulatorDeps } from './engine.ts';

/** Does what is due on every chain. */
export async function runSimulator(deps: SimulatorDeps): Promise<void> {
  for (const chain of deps.chains) await runSimulatedChain(deps, chain);
}
