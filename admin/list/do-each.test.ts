import { describe, expect, it } from 'vitest';
import { doEach, type Outcome } from './do-each.ts';

describe('doing one thing to each of several', () => {
  it('goes on after a refusal, in order, one at a time', async () => {
    const refusal = new Error('Too late.');
    let running = 0;
    const outcomes = await doEach(['a', 'b', 'c'], async (item) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      if (item === 'b') throw refusal;
    });
    expect(outcomes).toEqual([
      { item: 'a', error: null },
      { item: 'b', error: refusal },
      { item: 'c', error: null },
    ]);
  });

  it('tells each outcome as it comes', async () => {
    const told: Outcome<number>[] = [];
    const all = await doEach(
      [1, 2],
      () => Promise.resolve(),
      (outcome) => told.push(outcome),
    );
    expect(told).toEqual(all);
  });
});
