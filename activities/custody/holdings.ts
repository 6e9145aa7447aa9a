import type { Amounts } from '../../db/custody/books.ts';
import type { Db } from '../../db/sequelize.ts';
import type { ChainPort } from '../chain/port.ts';

/** What lies on addresses of ours. */
export interface Holdings {
  /** Mined coins by gate; what waits in the mempool does not count. */
  readonly amounts: Amounts;
  /** When the oldest of the answers that they add up from was given. */
  readonly askedSinceMs: number;
}

/** What the node of a network says that addresses of ours hold. */
export interface HoldingsPort {
  /**
   * At the node's best block for all that moves, by turns for what stands still where there is much of it.
   * @throws ChainUnavailableError when the node cannot be relied on now
   */
  holdings(db: Db): Promise<Holdings>;
  close(): Promise<void>;
}

/** A chain with what it says of our coins. */
export interface CustodySources {
  readonly port: Pick<ChainPort, 'mode' | 'network' | 'tip' | 'transaction'>;
  readonly holdings: HoldingsPort;
}
