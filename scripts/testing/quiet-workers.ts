import { DefaultLogger, Runtime } from '@temporalio/worker';

let isQuiet = false;

/**
 * Workers tell each step of their lives; a test that fails says enough. To be called before the first connection of a
 * worker. The SDK has one runtime in a process, and test files share theirs.
 */
export function quietWorkers(): void {
  if (isQuiet) return;
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  isQuiet = true;
}
