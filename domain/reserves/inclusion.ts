import { leafNode, MAX_DEPTH, parentNode, type TreeContext, type TreeNode } from './hashes.ts';
import type { Inclusion } from './tree.ts';

/**
 * The root that an inclusion leads to. It is proven when hash, sum and depth are those of the signed statement.
 * @throws RangeError for amounts out of range, or a place that the path does not lead to
 */
export function rootOf(context: TreeContext, inclusion: Inclusion): TreeNode {
  const { place, path } = inclusion;
  if (path.length > MAX_DEPTH || !Number.isSafeInteger(place) || place < 0 || place >= 2 ** path.length)
    throw new RangeError('a place is outside of the tree');
  return path.reduce(
    (node, sibling, height) => {
      const isRight = Math.floor(place / 2 ** height) % 2 === 1;
      return isRight ? parentNode(height + 1, sibling, node) : parentNode(height + 1, node, sibling);
    },
    leafNode(context, inclusion),
  );
}
