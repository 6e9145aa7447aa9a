import type { Outgoing } from '../../db/outgoing/transactions.ts';
import type { Db } from '../../db/sequelize.ts';
import type { ChainPort } from '../chain/port.ts';
import type { SendingPort } from './port.ts';

export interface SendingDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** The workflow of the payout asked, and is answered with what the payout is then: it need not be told besides. */
  readonly askedByWorkflow?: boolean;
  /** Writes down that a node has the transaction, perhaps together with others. */
  readonly onSent?: (outgoing: Outgoing) => Promise<void>;
  /** Called at each step, by name, so that tests can die there. */
  readonly faultPoint?: (name: SendingFaultPoint) => void;
}

export type SendingFaultPoint = 'before_send' | 'after_send' | 'after_sent' | 'before_confirmed' | 'after_confirmed';

/** One chain, as it is looked at and as it is sent to. */
export interface Ways {
  readonly port: Pick<ChainPort, 'mode' | 'network' | 'transaction' | 'tip' | 'headerAt' | 'finalizedHeight'>;
  readonly sending: SendingPort;
}

/**
 * For this many blocks a confirmed transaction is looked after, and the chain has to show that something else has what
 * a transaction spends before that one is given up: reorganisations have been deeper than any threshold (hazard 2).
 */
export const WATCHED_BLOCKS = 120;
