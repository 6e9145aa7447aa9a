import type { Chain } from '../../db/chain/cursor.ts';
import { simulatedHoldings } from '../../db/simulator/holdings.ts';
import type { HoldingsPort } from './holdings.ts';

/** The simulator as a node that is asked for balances. */
export function simulatedHoldingsPort(chain: Chain): HoldingsPort {
  return {
    async holdings(db) {
      const askedSinceMs = Date.now();
      return { amounts: await simulatedHoldings(db, chain), askedSinceMs };
    },
    close: async () => {},
  };
}
