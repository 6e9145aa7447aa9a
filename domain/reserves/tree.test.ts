import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { LEAF_LIMIT, leafNode, parentNode, secretBytes, type TreeContext } from './hashes.ts';
import { rootOf } from './inclusion.ts';
import { type Balance, buildTree, depthFor, LEAST_DEPTH } from './tree.ts';

const context: TreeContext = { mode: 'production', day: '2026-11-29', gateId: 'BTC' };
const seed = new Uint8Array(32).fill(1);
const merchants = (count: number, amountMinor = 5n): Balance[] =>
  Array.from({ length: count }, (_, at) => ({ merchantId: `m-${at}`, amountMinor }));
const hashOf = (node: { readonly hash: Uint8Array }) => bytesToHex(node.hash);

const balances = fc
  .uniqueArray(fc.uuid(), { minLength: 1, maxLength: 40 })
  .chain((ids) =>
    fc
      .array(fc.bigInt({ min: 0n, max: LEAF_LIMIT - 1n }), { minLength: ids.length, maxLength: ids.length })
      .map((amounts) => ids.map((merchantId, at): Balance => ({ merchantId, amountMinor: amounts[at] ?? 0n }))),
  );

test('the root is the sum of all balances, and each balance leads to it', () => {
  fc.assert(
    fc.property(balances, fc.uint8Array({ minLength: 32, maxLength: 32 }), (owed, random) => {
      const { root, depth, inclusions } = buildTree(context, random, owed);
      expect(root.sumMinor).toBe(owed.reduce((sum, { amountMinor }) => sum + amountMinor, 0n));
      expect(inclusions.map(({ merchantId }) => merchantId).sort()).toEqual(owed.map((each) => each.merchantId).sort());
      for (const inclusion of inclusions) {
        expect(inclusion.path).toHaveLength(depth);
        expect(rootOf(context, inclusion)).toEqual(root);
      }
    }),
    { numRuns: examples(20) },
  );
});

test('one unit more or less, another merchant, salt, place, day, mode or asset leads to another root', () => {
  const { root, inclusions } = buildTree(context, seed, [{ merchantId: 'm', amountMinor: 100n }, ...merchants(3)]);
  const [own] = inclusions;
  if (own === undefined) throw new Error('The merchant has a leaf.');
  const others = [
    rootOf(context, { ...own, amountMinor: 101n }),
    rootOf(context, { ...own, amountMinor: 99n }),
    rootOf(context, { ...own, merchantId: 'n' }),
    rootOf(context, { ...own, salt: new Uint8Array(32) }),
    rootOf(context, { ...own, place: own.place ^ 1 }),
    rootOf(context, { ...own, path: own.path.slice(1), place: own.place >> 1 }),
    rootOf({ ...context, day: '2026-11-28' }, own),
    rootOf({ ...context, mode: 'sandbox' }, own),
    rootOf({ ...context, gateId: 'LTC' }, own),
  ];
  expect(others.map(hashOf)).not.toContain(hashOf(root));
  expect(new Set(others.map(hashOf)).size).toBe(others.length);
});

test('a sum of one side cannot move to the other: a parent commits to both sums, not to their total alone', () => {
  const [left, right] = [leafNode(context, leaf('a', 3n)), leafNode(context, leaf('b', 4n))];
  const moved = parentNode(1, { ...left, sumMinor: 0n }, { ...right, sumMinor: 7n });
  expect(moved.sumMinor).toBe(parentNode(1, left, right).sumMinor);
  expect(hashOf(moved)).not.toBe(hashOf(parentNode(1, left, right)));
  expect(hashOf(parentNode(2, left, right))).not.toBe(hashOf(parentNode(1, left, right)));
  expect(hashOf(parentNode(1, right, left))).not.toBe(hashOf(parentNode(1, left, right)));
});

function leaf(merchantId: string, amountMinor: bigint) {
  return { salt: new Uint8Array(32), merchantId, amountMinor };
}

describe('amounts that would hide a debt are refused', () => {
  test('below zero, or too large for sums that cannot overflow', () => {
    for (const amountMinor of [-1n, LEAF_LIMIT]) {
      expect(() => buildTree(context, seed, [{ merchantId: 'm', amountMinor }])).toThrow('a balance is out of range');
    }
    const largest = { merchantId: 'm', amountMinor: LEAF_LIMIT - 1n };
    expect(buildTree(context, seed, [largest]).root.sumMinor).toBe(LEAF_LIMIT - 1n);
  });

  test('as the sum of a node of a path', () => {
    const node = leafNode(context, leaf('a', 1n));
    for (const sumMinor of [-1n, 2n ** 224n]) {
      expect(() => parentNode(1, node, { ...node, sumMinor })).toThrow('a sum is out of range');
      expect(() => parentNode(1, { ...node, sumMinor }, node)).toThrow('a sum is out of range');
    }
    expect(parentNode(1, node, { ...node, sumMinor: 2n ** 224n - 1n }).sumMinor).toBe(2n ** 224n);
  });
});

test('a merchant has one leaf, seeds and salts are long enough, and a tree belongs to a day', () => {
  expect(() => buildTree(context, seed, [...merchants(1), ...merchants(1)])).toThrow('listed twice');
  expect(() => buildTree(context, new Uint8Array(31), [])).toThrow('a seed has 32 bytes');
  expect(() => leafNode(context, { ...leaf('a', 1n), salt: new Uint8Array(31) })).toThrow('a salt has 32 bytes');
  for (const day of ['2026-11-9', 'x2026-11-29', '2026-11-29x']) {
    expect(() => buildTree({ ...context, day }, seed, [])).toThrow('not a tree of reserves');
  }
  const mode = 'other' as TreeContext['mode'];
  expect(() => buildTree({ ...context, mode }, seed, [])).toThrow('not a tree of reserves');
});

test('two merchants of one balance have different leaves', () => {
  const { inclusions } = buildTree(context, seed, merchants(2));
  const [one, other] = inclusions.map((each) => hashOf(leafNode(context, each)));
  expect(one).not.toBe(other);
});

test('the depth says no more about the number of merchants than its step', () => {
  const depthOf = (count: number) => buildTree(context, seed, merchants(count)).depth;
  expect([0, 1, 2, 512].map(depthOf)).toEqual([LEAST_DEPTH, LEAST_DEPTH, LEAST_DEPTH, LEAST_DEPTH]);
  expect([513, 600].map(depthOf)).toEqual([14, 14]);
  expect(depthFor(2 ** 29)).toBe(30);
  expect(() => depthFor(2 ** 29 + 1)).toThrow('too many balances for one tree');
});

test('places are by chance: those of another day and seed differ, and they fill both halves', () => {
  const placesOf = (of: TreeContext, random: Uint8Array) =>
    buildTree(of, random, merchants(64)).inclusions.map(({ place }) => place);
  const places = placesOf(context, seed);
  expect(new Set(places).size).toBe(64);
  expect(places.some((place) => place < 512) && places.some((place) => place >= 512)).toBe(true);
  expect(placesOf(context, seed)).toEqual(places);
  expect(placesOf({ ...context, day: '2026-11-28' }, seed)).not.toEqual(places);
  expect(placesOf(context, new Uint8Array(32).fill(2))).not.toEqual(places);
});

test('a free place looks like any other, and its sum is nothing', () => {
  const { root } = buildTree(context, seed, []);
  expect(root.sumMinor).toBe(0n);
  expect(hashOf(root)).not.toBe(hashOf(buildTree({ ...context, day: '2026-11-28' }, seed, []).root));
  const purposes = ['salt', 'place', 'padding'] as const;
  const made = purposes.flatMap((purpose) => [0, 1].map((number) => secretBytes(seed, context, purpose)(number)));
  expect(new Set(made.map(bytesToHex)).size).toBe(6);
});

test('a path that is too long, or a place beside it, leads nowhere', () => {
  const [own] = buildTree(context, seed, merchants(1)).inclusions;
  if (own === undefined) throw new Error('The merchant has a leaf.');
  for (const place of [-1, 0.5, 1024]) {
    expect(() => rootOf(context, { ...own, place })).toThrow('a place is outside of the tree');
  }
  const path = Array.from({ length: 33 }, () => leafNode(context, leaf('a', 0n)));
  expect(() => rootOf(context, { ...own, place: 0, path })).toThrow('a place is outside of the tree');
  expect(rootOf(context, { ...own, place: 0, path: path.slice(1) }).sumMinor).toBe(5n);
});

/** Fixed for ever: a proof that somebody keeps must verify in ten years. */
test('hashes are as they were published', () => {
  const twoBytes = leafNode(context, leaf('m', 0x0102n));
  expect(hashOf(twoBytes)).toMatchInlineSnapshot(`"54c5d10e66f5aa394bf502c6385b6ed47b405b83a1779521b20ee9caa2b2cd81"`);
  expect(hashOf(leafNode(context, leaf('m', 1n)))).toMatchInlineSnapshot(
    `"9f61570e561dbfadf4e43e3cdd84b2f0c6722d23407bbd136ec73c16edce203f"`,
  );
  expect(hashOf(buildTree(context, seed, merchants(3)).root)).toMatchInlineSnapshot(
    `"cd638b2a2a789f00aa68019423bb705b5f7ce6f41c47eeb11d2b27dc4d508945"`,
  );
});
