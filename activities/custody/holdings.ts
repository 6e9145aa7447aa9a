import type { Db } from '../../db/core/sequelize.ts';
import type { Amounts } from '../../db/custody/books.ts';
import type { ChainPort } from '../chain/port.ts';

/** The coins on the gateway's addresses. */
export interface Holdings {
  /** Mined coins by gate; what waits in the mempool does not count. */
  readonly amounts: Amounts;
  /** When the oldest of the answers that they add up from was given. */
  readonly oldestAnswerMs: number;
}

/** Reads the coins on the gateway's addresses from a node. */
export interface HoldingsPort {
  /**
   * Reads everything that moves at the node's best block, and large numbers of unmoved coins in turns.
   * @throws ChainUnavailableError if the node is not reliable now
   */
  holdings(db: Db): Promise<Holdings>;
  close(): Promise<void>;
}

/** A chain with what it says of our coins. */
export interface CustodySources {
  readonly port: Pick<ChainPort, 'mode' | 'network' | 'tip' | 'transaction'>;
  readonly holdings: HoldingsPort;
}
