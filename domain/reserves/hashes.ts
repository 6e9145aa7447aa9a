import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type GateId, MODES, type Mode } from '../assets/assets.ts';

/** The tree that a leaf belongs to: one for each mode, day and gate. */
export interface TreeContext {
  readonly mode: Mode;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly gateId: GateId;
}

/** A node of the tree: what its parent commits to. */
export interface TreeNode {
  readonly hash: Uint8Array;
  /** The sum that the merchants below it are owed, in minor units. */
  readonly sumMinor: bigint;
}

export interface Leaf {
  /** 32 random bytes of this leaf and day: without them, a hash says nothing about whose balance it is. */
  readonly salt: Uint8Array;
  readonly merchantId: string;
  readonly amountMinor: bigint;
}

export const HASH_BYTES = 32;

/**
 * No leaf reaches this amount, and no tree is deeper than {@link MAX_DEPTH}, so that no sum reaches 2^224 and 32 bytes
 * hold each of them: sums cannot overflow.
 */
export const LEAF_LIMIT = 2n ** 192n;
export const MAX_DEPTH = 32;

/**
 * The hash of a balance: tag, tree, salt, merchant, amount. The merchant is part of it, so that one leaf cannot be
 * shown to two merchants of equal balance; the tree is, so that a leaf proves nothing about another day, mode or asset.
 * @throws RangeError for an amount that is negative or too large, or a salt of another length
 */
export function leafNode(context: TreeContext, { salt, merchantId, amountMinor }: Leaf): TreeNode {
  if (amountMinor < 0n || amountMinor >= LEAF_LIMIT) throw new RangeError('a balance is out of range');
  if (salt.length !== HASH_BYTES) throw new RangeError('a salt has 32 bytes');
  const parts = [contextHash(context), salt, merchantHash(merchantId), sumBytes(amountMinor)];
  return { hash: tagged('leaf', ...parts), sumMinor: amountMinor };
}

/**
 * The parent of two nodes. Its hash commits to both hashes and to both sums: with their total alone, a liar could show
 * each merchant a sibling of another sum and keep the total small. The level is part of it, so that no inner node can
 * be shown as one of another depth.
 * @param level 1 for the parents of leaves
 * @throws RangeError for a sum that is negative or too large
 */
export function parentNode(level: number, left: TreeNode, right: TreeNode): TreeNode {
  const sides = [left, right].flatMap(({ hash, sumMinor }) => [hash, sumBytes(sumMinor)]);
  return { hash: tagged('node', Uint8Array.of(level), ...sides), sumMinor: left.sumMinor + right.sumMinor };
}

/** Bytes by number that nobody can guess without the seed: the same for the same seed, tree, purpose and number. */
export function secretBytes(
  seed: Uint8Array,
  context: TreeContext,
  purpose: 'salt' | 'place' | 'padding',
): (number: number) => Uint8Array {
  const key = hmac(sha256, seed, concatBytes(tag(purpose), contextHash(context)));
  return (number) => tagged('secret', key, numberBytes(number));
}

function contextHash({ mode, day, gateId }: TreeContext): Uint8Array {
  if (!MODES.includes(mode) || !DAY.test(day)) throw new RangeError('not a tree of reserves');
  return tagged('tree', utf8ToBytes(`${mode}/${day}/${gateId}`));
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function merchantHash(merchantId: string): Uint8Array {
  return tagged('merchant', utf8ToBytes(merchantId));
}

/** SHA-256 with a tag in front, which ends with a zero byte: no hash of one purpose is one of another. */
function tagged(purpose: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return sha256(concatBytes(tag(purpose), ...parts));
}

function tag(purpose: string): Uint8Array {
  return utf8ToBytes(`tidegate reserves 1 ${purpose}\0`);
}

function sumBytes(minor: bigint): Uint8Array {
  if (minor < 0n || minor >= SUM_LIMIT) throw new RangeError('a sum is out of range');
  const bytes = new Uint8Array(HASH_BYTES);
  let rest = minor;
  for (let at = HASH_BYTES - 1; rest > 0n; at -= 1) {
    bytes[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

const SUM_LIMIT = LEAF_LIMIT << BigInt(MAX_DEPTH);

function numberBytes(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}
