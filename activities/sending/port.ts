import type { Outgoing } from '../../db/outgoing/transactions.ts';
import type { Mode, Network } from '../../domain/assets.ts';
import { ChainUnavailable } from '../chain/port.ts';

/** What a node says to bytes that are sent to it. */
export type SendAnswer =
  /** It has them now, or had them before: "already known", "already in block chain" (hazard 48). */
  | { readonly kind: 'accepted' }
  /**
   * What they spend is spent: by themselves in a block, or by another transaction. Only a look at the chain tells
   * (hazard 49).
   */
  | { readonly kind: 'conflict'; readonly words: string }
  /** It refuses these bytes for what they are. */
  | { readonly kind: 'refused'; readonly words: string };

/** The node answers, and takes these bytes not now but perhaps later; nothing is known of others. */
export class NotTakenNow extends Error {
  override readonly name = 'NotTakenNow';
}

/**
 * The node lacks blocks that one transaction may be in: nothing may be concluded of that one. The node is well
 * otherwise.
 */
export class HistoryGap extends ChainUnavailable {}

/**
 * The way out to one chain. Sending the same bytes again is harmless on every chain, so whoever is in doubt does it.
 *
 * Every method throws a `ChainUnavailable` when the node does not answer: the outcome is unknown, and nothing may be
 * concluded.
 */
export interface SendingPort {
  readonly mode: Mode;
  readonly network: Network;
  /** @throws NotTakenNow for what passes by itself or by lapsing */
  send(raw: string): Promise<SendAnswer>;
  /**
   * What a mined transaction of ours really cost, in minor units of the network's coin; null where only its own stored
   * fee tells, never for want of an answer.
   */
  paidFee(txid: string): Promise<bigint | null>;
  /**
   * True when these bytes can never be mined any more although nothing took their place: XRP’s last ledger or TRON’s
   * expiration has passed for good. Then, and only then, another transaction may be signed for the same payment.
   */
  hasLapsed(outgoing: Pick<Outgoing, 'txid' | 'raw' | 'referenceHeight' | 'spends'>): Promise<boolean>;
  /**
   * Which of the things that a transaction spends the best chain shows as spent, while it is not on that chain itself:
   * outpoints, or the number of its account. None where what is not mined lapses by itself.
   */
  takenFrom(outgoing: Pick<Outgoing, 'txid' | 'spends'>): Promise<readonly string[]>;
  close(): Promise<void>;
}
