import { describe, expect, test } from 'vitest';
import { createBatches } from './batches.ts';

/** Runs of batches that end when the test lets them. */
function held(fails: (items: readonly string[]) => boolean = () => false) {
  const runs: string[][] = [];
  const gate = Promise.withResolvers<void>();
  const batches = createBatches<string, string>({
    run: async (items) => {
      runs.push([...items]);
      if (runs.length === 1) await gate.promise;
      if (fails(items)) throw new Error(`no ${items.join()}`);
      return items.map((item) => (item === 'refused' ? new Error('refused') : item.toUpperCase()));
    },
    keysOf: (item) => [item.slice(0, 1)],
    max: 3,
    sizeOf: (item) => item.length,
  });
  return { runs, batches, go: () => gate.resolve() };
}

describe('work that arrives while a batch runs', () => {
  test('is the next batch together, each key once and no more than fits', async () => {
    const { runs, batches, go } = held();
    const all = ['a', 'b', 'b', 'cc', 'd'].map((item) => batches.add(item));
    go();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'B', 'CC', 'D']);
    expect(runs).toEqual([['a'], ['b', 'cc'], ['b', 'd']]);
  });

  test('has its own try where the batch fails, and an answer of its own', async () => {
    const { runs, batches, go } = held((items) => items.includes('b'));
    const all = ['a', 'b', 'c', 'refused'].map((item) => batches.add(item));
    const outcomes = Promise.allSettled(all);
    go();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(runs).toEqual([['a'], ['b', 'c'], ['b'], ['c'], ['refused']]);
  });
});
