import type { Amounts } from '../../db/custody/books.ts';
import type { Db } from '../../db/sequelize.ts';
import type { ChainPort } from '../chain/port.ts';

/** What the node of a network says that addresses of ours hold. */
export interface HoldingsPort {
  /**
   * Mined coins by gate at the node's best block; what waits in the mempool does not count.
   * @throws ChainUnavailable when the node cannot be relied on now
   */
  holdings(db: Db): Promise<Amounts>;
  close(): Promise<void>;
}

/** A chain with what it says of our coins. */
export interface CustodyWays {
  readonly port: Pick<ChainPort, 'mode' | 'network' | 'tip' | 'transaction'>;
  readonly holdings: HoldingsPort;
}
