import {
  HASH_BYTES,
  type Leaf,
  leafNode,
  MAX_DEPTH,
  parentNode,
  secretBytes,
  type TreeContext,
  type TreeNode,
} from './hashes.ts';

/** The amount that a merchant is owed at the moment of the tree. */
export interface Balance {
  readonly merchantId: string;
  readonly amountMinor: bigint;
}

/** Everything that leads from a merchant's balance to the root. */
export interface Inclusion extends Leaf {
  /** The place of the leaf; its bits say on which side each node of the path is. */
  readonly place: number;
  /** The sibling at each level, the leaf's own first. */
  readonly path: readonly TreeNode[];
}

export interface ReserveTree {
  readonly depth: number;
  readonly root: TreeNode;
  /** By merchant, in no order that says anything. */
  readonly inclusions: readonly Inclusion[];
}

/**
 * The Merkle-sum tree of the balances of one gate. At most half of its places are taken, by chance, and the depth grows
 * in steps of {@link DEPTH_STEP}, so that neither depth nor place says how many merchants there are, or who is older.
 * The same input always gives the same tree.
 *
 * @param seed 32 secret random bytes of this day, from which salts, places and padding are made
 * @throws RangeError for a balance that is negative or too large, a merchant that is listed twice, or a weak seed
 */
export function buildTree(context: TreeContext, seed: Uint8Array, balances: readonly Balance[]): ReserveTree {
  if (seed.length !== HASH_BYTES) throw new RangeError('a seed has 32 bytes');
  if (new Set(balances.map(({ merchantId }) => merchantId)).size < balances.length)
    throw new RangeError('a merchant is listed twice');
  const depth = depthFor(balances.length);
  const places = chosenPlaces(context, seed, { count: balances.length, depth });
  const saltOf = secretBytes(seed, context, 'salt');
  const placed = balances.flatMap((balance, at) => {
    const place = places[at];
    return place === undefined ? [] : [{ ...balance, place, salt: saltOf(place) }];
  });
  const taken = new Map(placed.map((leaf) => [leaf.place, leafNode(context, leaf)]));
  const paddingOf = secretBytes(seed, context, 'padding');
  const leaves = Array.from(
    { length: 2 ** depth },
    (_, place): TreeNode => taken.get(place) ?? { hash: paddingOf(place), sumMinor: 0n },
  );
  const levels = levelsAbove(leaves);
  const root = levels.at(-1)?.[0];
  if (root === undefined) throw new Error('A tree has a root.');
  return { depth, root, inclusions: placed.map((leaf) => ({ ...leaf, path: pathOf(levels, leaf.place) })) };
}

/** Levels from the leaves up to the root. */
function levelsAbove(leaves: readonly TreeNode[]): (readonly TreeNode[])[] {
  const levels: (readonly TreeNode[])[] = [leaves];
  for (let below = leaves; below.length > 1; ) {
    const level: TreeNode[] = [];
    for (let at = 0; at < below.length; at += 2) {
      level.push(parentNode(levels.length, nodeAt(below, at), nodeAt(below, at + 1)));
    }
    levels.push(level);
    below = level;
  }
  return levels;
}

function pathOf(levels: readonly (readonly TreeNode[])[], place: number): TreeNode[] {
  return levels.slice(0, -1).map((level, height) => nodeAt(level, Math.floor(place / 2 ** height) ^ 1));
}

function nodeAt(level: readonly TreeNode[], at: number): TreeNode {
  const node = level[at];
  if (node === undefined) throw new RangeError('a place is outside of the tree');
  return node;
}

export const LEAST_DEPTH = 10;
export const DEPTH_STEP = 4;

/**
 * The smallest step at which at least half of the places stay free.
 * @throws RangeError for more balances than the deepest tree has places for
 */
export function depthFor(count: number): number {
  let depth = LEAST_DEPTH;
  while (2 ** depth < 2 * count) depth += DEPTH_STEP;
  if (depth > MAX_DEPTH) throw new RangeError('too many balances for one tree');
  return depth;
}

/** Different places by chance; with half of them free, few draws are in vain. */
function chosenPlaces(
  context: TreeContext,
  seed: Uint8Array,
  { count, depth }: { readonly count: number; readonly depth: number },
): number[] {
  const chosen = new Set<number>();
  const drawBytes = secretBytes(seed, context, 'place');
  for (let number = 0; chosen.size < count; number += 1) {
    const bytes = drawBytes(number);
    const drawn = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
    // A power of two divides all that 32 bits can be, so that every place is as likely as any other.
    chosen.add(drawn % 2 ** depth);
  }
  return [...chosen];
}
