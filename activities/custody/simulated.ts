import type { Chain } from '../../db/chain/cursor.ts';
import type { Amounts } from '../../db/custody/books.ts';
import { simulatedHoldings } from '../../db/simulator/holdings.ts';
import type { HoldingsPort } from './holdings.ts';

/** Reads balances from the simulator as if it were a node. */
export function simulatedHoldingsPort(chain: Chain, nowMs: () => number = Date.now): HoldingsPort {
  return {
    async holdings(db) {
      const requestedSinceMs = nowMs();
      return { amounts: await simulatedHoldings(db, chain), oldestAnswerMs: requestedSinceMs };
    },
    // One account of the simulator pays with everything that the gateway has.
    async ownHoldings(db) {
      const branch = chain.network === 'XRP' ? 0 : 1;
      return [{ branch, index: 0, amounts: aboveZero(await simulatedHoldings(db, chain)) }];
    },
    close: async () => {},
  };
}

/** An amount below zero, which only commands of a test can lead to, is on no address. */
function aboveZero(amounts: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([, minor]) => minor > 0n));
}
