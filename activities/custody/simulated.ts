import type { Chain } from '../../db/chain/cursor.ts';
import { simulatedHoldings } from '../../db/simulator/holdings.ts';
import type { HoldingsPort } from './holdings.ts';

/** Reads balances from the simulator as if it were a node. */
export function simulatedHoldingsPort(chain: Chain, nowMs: () => number = Date.now): HoldingsPort {
  return {
    async holdings(db) {
      const requestedSinceMs = nowMs();
      return { amounts: await simulatedHoldings(db, chain), oldestAnswerMs: requestedSinceMs };
    },
    close: async () => {},
  };
}
