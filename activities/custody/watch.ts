import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { pause } from '../pause.ts';
import { type CustodyDeps, checkCustody } from './check.ts';
import type { CustodySources } from './holdings.ts';

export interface WatchCustodyOptions {
  readonly signal: AbortSignal;
  /** Milliseconds from one comparison to the next. */
  readonly everyMs: number;
}

/** Chain and books do not change between blocks, so a comparison that was disturbed is repeated soon. */
const RETRY_MS = 2_000;
const ALERT_AFTER_MS = 3_600_000;

/**
 * Compares a network's coins with the books until aborted. Failures are retried; after an hour, operators are alerted.
 */
export async function watchCustody(
  deps: CustodyDeps,
  ways: CustodySources,
  options: WatchCustodyOptions,
): Promise<void> {
  const { mode, network } = ways.port;
  const unchecked = { kind: 'custody_unchecked', subject: `${mode}:${network}` } as const;
  let lastMs = deps.nowMs();
  let problem = 'chain and books did not stand still long enough';
  while (!options.signal.aborted) {
    let found = false;
    try {
      found = (await checkCustody(deps, ways)) !== null;
      if (found) {
        lastMs = deps.nowMs();
        await resolveAlert(deps.db, unchecked);
      }
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    if (!found && deps.nowMs() - lastMs > ALERT_AFTER_MS) {
      const message = `Coins on ${network} (${mode}) have not been compared with the books for an hour: ${problem}`;
      // The database itself may be what fails; the next round tries again.
      await raiseAlert(deps.db, { ...unchecked, message }).catch(() => false);
    }
    await pause(options.signal, found ? options.everyMs : RETRY_MS);
  }
}
