import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES } from './variables.ts';

/** Their names are put together where they are read. */
const COMPOSED = [/^(AMQP|TEMPORAL)_TLS_[A-Z_]+$/, /^EXCHANGE_[A-Z]+_[A-Z]+$/];

test('every variable that is described is read by the code', () => {
  const code = globSync('{settings,scripts,api,temporal}/**/*.ts')
    .filter((path) => !/\.(test|fixture)\.ts$|\/variables\.ts$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const unread = Object.keys(VARIABLES).filter(
    (name) => !code.includes(`'${name}'`) && !COMPOSED.some((pattern) => pattern.test(name)),
  );
  expect(unread).toEqual([]);
});
