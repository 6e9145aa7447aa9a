import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { BUDGETS, cheapest } from './budgets.ts';
import type { Measured, Work } from './count-work.ts';
import { LIVES, openPaths, type PathName, type Paths } from './paths.ts';

let database: TestDatabase;
let paths: Paths;
const measured = new Map<PathName, Measured>();
beforeAll(async () => {
  database = await createTestDatabase();
  paths = await openPaths(database.url);
  const lives = new Map<PathName, Measured[]>();
  for (let life = 0; life < LIVES; life += 1)
    for (const [name, work] of await paths.live()) lives.set(name, [...(lives.get(name) ?? []), work]);
  for (const [name, each] of lives) measured.set(name, cheapest(each));
});
afterAll(async () => {
  await paths.close();
  await database.drop();
});

/** The measured steps that are wrong beside their budgets, in words. */
function differences(isWrong: (found: number, budget: number) => boolean): string[] {
  return Object.entries(BUDGETS).flatMap(([name, budget]) => {
    const work = measured.get(name as PathName);
    if (work === undefined) return [`${name} was not measured`];
    const kinds: readonly (keyof Work)[] = ['statements', 'roundTrips', 'rows', 'tables'];
    return kinds
      .filter((kind) => isWrong(work[kind], budget[kind]))
      .map((kind) => `${name}: ${work[kind]} ${kind}, ${budget[kind]} in its budget`);
  });
}

test('no step asks more of the database than its budget allows', () => {
  expect(differences((found, budget) => found > budget)).toEqual([]);
});

test('no budget is larger than its step needs, so that the next change for the worse is seen', () => {
  expect(differences((found, budget) => found < budget - 1)).toEqual([]);
});

test('every step that is measured has a budget', () => {
  expect([...measured.keys()].filter((name) => !(name in BUDGETS))).toEqual([]);
});
