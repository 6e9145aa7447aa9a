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

/** The coins on one address of the gateway's own. */
export interface OwnHolding {
  /** Of its key: `m/…/<branch>/<index>`. */
  readonly branch: 0 | 1;
  readonly index: number;
  readonly amounts: Amounts;
}

/** Reads the coins on the gateway's addresses from a node. */
export interface HoldingsPort {
  /**
   * Reads everything that moves at the node's best block, and large numbers of unmoved coins in turns.
   * @throws ChainUnavailableError if the node is not reliable now
   */
  holdings(db: Db): Promise<Holdings>;
  /**
   * Reads the coins on addresses of the gateway's own, which no payer is given: what pays, and change. They can be
   * published without saying who paid whom.
   * @throws ChainUnavailableError if the node is not reliable now
   */
  ownHoldings(db: Db): Promise<readonly OwnHolding[]>;
  close(): Promise<void>;
}

/** A chain with what it says of our coins. */
export interface CustodySources {
  readonly port: Pick<ChainPort, 'mode' | 'network' | 'tip' | 'transaction'>;
  readonly holdings: HoldingsPort;
}
