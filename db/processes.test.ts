import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { processes } from './processes.ts';

test('every process that is defined is in db/processes.ts', () => {
  const defined = globSync('db/**/*.ts')
    .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/= defineProcess<[^>]+>\(\{\s+name: '(\w+)'/g)])
    .map(([, name]) => name);
  expect(defined.sort()).toEqual(processes.map(({ name }) => name).sort());
});
