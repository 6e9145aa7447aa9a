import type { Outgoing } from '../../db/sending/transactions.ts';
import type { Mode, Network } from '../../domain/assets/assets.ts';
import { ChainUnavailableError } from '../chain/port.ts';

/** A node's answer to a transaction that was sent to it. */
export type SendAnswer =
  /** The node has the transaction, now or from before: "already known", "already in block chain" (hazard 48). */
  | { readonly kind: 'accepted' }
  /**
   * Its inputs or nonce are used, by this transaction in a block or by another one. Only the chain shows which (hazard
   * 49).
   */
  | { readonly kind: 'conflict'; readonly words: string }
  /** The node considers this transaction invalid. */
  | { readonly kind: 'refused'; readonly words: string };

/** The node works but does not accept this transaction now; it may accept it later, and others now. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
}

/** The node lacks blocks that a transaction may be in, so nothing can be concluded about that one. */
export class HistoryGapError extends ChainUnavailableError {}

/** Inputs (outpoints, or the account's nonce) that a transaction cannot spend on the present best chain. */
export interface LostInputs {
  /** Other transactions on the chain have used them. */
  readonly spentByOthers: readonly string[];
  /** The transaction that made them is not on the chain: a reorganization removed it, for now or for good. */
  readonly originUnmined: readonly string[];
}

export const NO_INPUT_LOST: LostInputs = { spentByOthers: [], originUnmined: [] };

/**
 * Sends transactions to one chain. Sending the same bytes again is harmless on every chain, so do it when in doubt.
 * Every method throws a `ChainUnavailableError` if the node does not answer: the outcome is then unknown.
 */
export interface SendingPort {
  readonly mode: Mode;
  readonly network: Network;
  /** @throws RetryLaterError for a temporary refusal, or one that ends when the transaction expires */
  send(raw: string): Promise<SendAnswer>;
  /**
   * The real cost of a mined transaction in minor units of the network's coin. Null if it always equals the stored fee;
   * throws if the node does not answer.
   */
  paidFee(txid: string): Promise<bigint | null>;
  /**
   * True if the transaction can never be mined although nothing replaced it: XRP’s last ledger or TRON’s expiration has
   * passed. Only then may another transaction be signed for the same payment.
   */
  hasExpired(outgoing: Pick<Outgoing, 'txid' | 'raw' | 'referenceHeight' | 'spends'>): Promise<boolean>;
  /** Nothing is lost on chains where unmined transactions expire, and of a transaction that is on the best chain. */
  findLostInputs(outgoing: Pick<Outgoing, 'txid' | 'spends'>): Promise<LostInputs>;
  close(): Promise<void>;
}
