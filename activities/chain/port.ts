import type { FeeOffer, Movement } from '../../db/chain/movement.ts';
import type { GateCost } from '../../db/payouts/network-fees.ts';
import type { ChainKind, Mode, Network } from '../../domain/assets/assets.ts';

/** A block by its place and name. */
export interface BlockRef {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timeMs: number;
}

export interface ChainTransaction {
  readonly txid: string;
  /** Its payments; never amounts of zero. */
  readonly movements: readonly Movement[];
  /**
   * The inputs that it uses up: outpoints `txid:n`, or `sender:nonce` (TRON: `sender:txid`). Two transactions that
   * share one exclude each other.
   */
  readonly spends: readonly string[];
  /** True when the chain took the transaction in and it had no effect. */
  readonly failed: boolean;
  /** When the node itself first saw it in its mempool; null where it does not say. */
  readonly seenAtMs: number | null;
  /** Its offer while it waits; missing where the node does not say, and on chains without a fee market. */
  readonly fee?: FeeOffer;
}

export interface ChainBlock extends BlockRef {
  readonly transactions: readonly ChainTransaction[];
  /**
   * Why the node made no traces of it (ETH), where it made none: coins that contracts sent are missing from the
   * transactions.
   */
  readonly untraced?: string;
}

export interface MempoolQuery {
  /** Transactions the caller has dealt with and need not be described again. */
  readonly known: ReadonlySet<string>;
  /** Transactions the caller wants to know about: are they still waiting? */
  readonly watched: readonly string[];
}

export interface MempoolSnapshot {
  /** Waiting transactions that are not known. */
  readonly transactions: readonly ChainTransaction[];
  /** Those of the watched ones that are still waiting. */
  readonly waiting: ReadonlySet<string>;
  /** False if there are more new ones than one read describes; the next read returns them. */
  readonly complete: boolean;
}

/** A transaction as the node knows it now. */
export interface FoundTransaction extends ChainTransaction {
  /** Null while it waits in the mempool. */
  readonly block: BlockRef | null;
}

/**
 * A chain as the gateway sees it. Adapters keep no state about money, so everything can be read again. Every method
 * throws a {@link ChainUnavailableError} if the node does not answer, answers nonsense, or is not in sync: the caller
 * then keeps what it knows and asks again later (hazard 10).
 */
export interface ChainPort {
  readonly mode: Mode;
  readonly network: Network;
  readonly simulated: boolean;
  /** The chain that the node says it follows. */
  identify(): Promise<ChainIdentity>;
  tip(): Promise<BlockRef>;
  /** The highest block that can no longer be reorganised; null where the chain knows no such thing. */
  finalizedHeight(): Promise<number | null>;
  /** The block at this height on the node's best chain; null above the tip. */
  blockAt(height: number): Promise<ChainBlock | null>;
  /** The name of the block at this height without its contents; null above the tip. */
  headerAt(height: number): Promise<BlockRef | null>;
  mempool(question: MempoolQuery): Promise<MempoolSnapshot>;
  transaction(txid: string): Promise<FoundTransaction | null>;
  /**
   * Asks whether the node makes traces now; blocks are read with them from then on. Absent where a chain needs none.
   */
  makesTraces?(): Promise<boolean>;
  /** The maximum cost of one payment of each gate of the network under its present conditions. */
  gateCosts(): Promise<readonly GateCost[]>;
  /**
   * Only of chains whose news always arrive by {@link wait}: milliseconds between two reads while no payment waits for
   * its first block, and nothing that we sent is unconfirmed.
   */
  readonly quietPollMs?: number;
  /** Resolves when something may be new, at the latest after `ms`, or when aborted. */
  wait(signal: AbortSignal, ms: number): Promise<void>;
  close(): Promise<void>;
}

export interface ChainIdentity {
  readonly chain: ChainKind;
  /** For messages, e.g. `litecoin regtest` or `chain id 31337`. */
  readonly name: string;
}

/** The node did not answer, answered nonsense, or is behind. Nothing may be concluded; ask again. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';
}
