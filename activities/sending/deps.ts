import type { Db } from '../../db/core/sequelize.ts';
import type { Outgoing } from '../../db/sending/transactions.ts';
import type { ChainPort } from '../chain/port.ts';
import type { SendingPort } from './port.ts';

export interface SendingDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** The payout's own workflow calls and gets the payout's new state as the answer, so it needs no notification. */
  readonly isCalledByWorkflow?: boolean;
  /** Records that a node has the transaction; a caller may batch several. */
  readonly onSent?: (outgoing: Outgoing) => Promise<void>;
  /** Called at each step, by name, so that tests can crash there. */
  readonly faultPoint?: (name: SendingFaultPoint) => void;
}

export type SendingFaultPoint = 'before_send' | 'after_send' | 'after_sent' | 'before_confirmed' | 'after_confirmed';

/** Reading from one chain and sending to it. */
export interface ChainAccess {
  readonly port: Pick<ChainPort, 'mode' | 'network' | 'transaction' | 'tip' | 'headerAt' | 'finalizedHeight'>;
  readonly sending: SendingPort;
}

/**
 * A confirmed transaction is tracked for this many blocks. A conflicting one is failed only after somebody else's spend
 * is this deep: reorganizations have been deeper than any confirmation threshold (hazard 2).
 */
export const WATCHED_BLOCKS = 120;
