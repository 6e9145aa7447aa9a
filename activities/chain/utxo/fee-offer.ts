import type { FeeOffer } from '../../../db/chain/movement.ts';
import type { UtxoNetwork } from '../../../domain/assets/assets.ts';

/** The answer of Core's `getmempoolentry`; Bitcoin Cash Node calls the size `size`. btcd and bchd do not have it. */
export interface MempoolEntry {
  readonly time?: number;
  readonly vsize?: unknown;
  readonly size?: unknown;
  /** In whole coins. */
  readonly fees?: { readonly base?: unknown; readonly ancestor?: unknown };
  /** With the waiting transactions that it spends from. */
  readonly ancestorsize?: unknown;
  readonly 'bip125-replaceable'?: unknown;
}

const MINOR_PER_COIN = 1e8;

/**
 * The offer of a waiting transaction, as miners see it: with the transactions that it spends from, if those offer less.
 * Undefined if the node does not say it.
 */
export function offerOf(network: UtxoNetwork, entry: MempoolEntry): FeeOffer | undefined {
  const own = priced(entry.fees?.base, entry.vsize ?? entry.size);
  if (own === undefined) return undefined;
  const all = priced(entry.fees?.ancestor, entry.ancestorsize);
  const isHeldBack = all !== undefined && all.feeMinor * own.units < own.feeMinor * all.units;
  // Bitcoin Cash keeps what it saw first.
  const isReplaceable = network !== 'BCH' && entry['bip125-replaceable'] === true;
  return { ...(isHeldBack ? all : own), isReplaceable };
}

function priced(coins: unknown, size: unknown): { readonly feeMinor: bigint; readonly units: bigint } | undefined {
  if (typeof coins !== 'number' || !Number.isFinite(coins) || coins < 0) return undefined;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size <= 0) return undefined;
  return { feeMinor: BigInt(Math.round(coins * MINOR_PER_COIN)), units: BigInt(size) };
}
