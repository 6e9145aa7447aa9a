import { expect, test } from 'vitest';
import { createRollingQuery, FULL_ROUND_QUERIES, type QueriedItem } from './rolling.ts';

/** A chain whose coins are worth what the test says, and a record of what was asked. */
function rig() {
  const worth = new Map<string, bigint>();
  const requested: string[][] = [];
  let nowMs = 0;
  const rolling = createRollingQuery<bigint>(
    async (keys) => {
      requested.push([...keys]);
      return keys.map((key) => worth.get(key) ?? 0n);
    },
    () => nowMs,
  );
  return {
    worth,
    async look(things: readonly QueriedItem[]) {
      requested.length = 0;
      nowMs += 15_000;
      const { answers, oldestAnswerMs } = await rolling.query(things);
      const sum = answers.reduce((all, each) => all + each, 0n);
      return { sum, ageMs: nowMs - oldestAnswerMs, asked: requested.flat() };
    },
  };
}

const still = (key: string, changedMs = 0): QueriedItem => ({ key, moving: false, changedAt: new Date(changedMs) });
const moving = (key: string): QueriedItem => ({ ...still(key), moving: true });
const many = (count: number) => Array.from({ length: count }, (_, at) => still(`coin ${at}`));

test('a few are asked about at each look', async () => {
  const { worth, look } = rig();
  const coins = many(1_000);
  await look(coins);
  worth.set('coin 7', 5n);
  expect(await look(coins)).toMatchObject({ sum: 5n, ageMs: 0 });
});

test('of many idle entries only a share is queried, the oldest answers first, and all of them within one round', async () => {
  const { worth, look } = rig();
  const coins = many(41_000);
  for (const { key } of coins) worth.set(key, 1n);
  expect((await look(coins)).asked).toHaveLength(41_000);
  const seen = new Set<string>();
  for (let round = 0; round < FULL_ROUND_QUERIES; round += 1) {
    const { asked, sum } = await look(coins);
    expect(asked).toHaveLength(41_000 / FULL_ROUND_QUERIES);
    expect(sum).toBe(41_000n);
    for (const key of asked) seen.add(key);
  }
  expect(seen.size).toBe(41_000);
  // Stolen coins are missed by the end of the next round.
  worth.set('coin 40999', 0n);
  let missed = 0;
  for (let round = 0; round < FULL_ROUND_QUERIES; round += 1) missed = Number((await look(coins)).sum) - 41_000;
  expect(missed).toBe(-1);
  expect((await look(coins)).ageMs).toBeLessThanOrEqual(FULL_ROUND_QUERIES * 15_000);
});

test('what is new, moves, has moved until now, or changed is asked about at once', async () => {
  const { look } = rig();
  const coins = many(41_000);
  await look(coins);
  const isRequested = async (things: readonly QueriedItem[]) => (await look(things)).asked.includes('coin 40000');
  const others = coins.filter(({ key }) => key !== 'coin 40000');
  expect(await isRequested(coins)).toBe(false);
  expect(await isRequested([...others, moving('coin 40000')])).toBe(true);
  expect(await isRequested(coins)).toBe(true);
  expect(await isRequested(coins)).toBe(false);
  expect(await isRequested([...others, still('coin 40000', 1)])).toBe(true);
  expect(await isRequested([...others, still('coin 40000', 1)])).toBe(false);
  expect(await isRequested(others)).toBe(false);
  expect(await isRequested(coins)).toBe(true);
});

test('what is ours no longer does not count', async () => {
  const { worth, look } = rig();
  worth.set('a', 2n);
  worth.set('b', 3n);
  expect((await look([still('a'), still('b')])).sum).toBe(5n);
  expect((await look([still('b')])).sum).toBe(3n);
  expect((await look([])).sum).toBe(0n);
});

test('answers that came before a node went away are kept', async () => {
  let [down, count] = [true, 0];
  const rolling = createRollingQuery<bigint>(async (keys) => {
    if (down && count >= 2_000) throw new Error('away');
    count += keys.length;
    return keys.map(() => 1n);
  });
  const coins = many(5_000);
  await expect(rolling.query(coins)).rejects.toThrow('away');
  down = false;
  expect((await rolling.query(coins)).answers).toHaveLength(5_000);
  // A thousand of those that were known were asked about again.
  expect(count).toBe(6_000);
});
