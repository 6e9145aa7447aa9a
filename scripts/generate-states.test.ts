import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statesDocument } from './generate-states.ts';

test('docs/states.md says what the tables decide, word for word', () => {
  const path = join(import.meta.dirname, '..', 'docs', 'states.md');
  expect(statesDocument().trimEnd()).toBe(readFileSync(path, 'utf8').trimEnd());
});
