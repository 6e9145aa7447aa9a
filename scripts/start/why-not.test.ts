import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRunFolder } from '../testing/run-folder.ts';
import { whyNot } from './why-not.ts';

let folder: ReturnType<typeof makeRunFolder>;
beforeEach(() => {
  folder = makeRunFolder();
});
afterEach(() => folder.remove());

test.each([
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  new Error('Postgres ended with code 1. Its last output:\nFATAL: could not write: No space left on device'),
])('a full disk says how much is left and what to do: %s', (error) => {
  expect(whyNot(error, join(folder.path, 'not', 'yet'))).toMatch(
    /^The disk is full: \d+ MB are left for .*not.yet\. Free some space, or choose a folder on another disk with DATA_DIR\.$/,
  );
});

test('a folder that cannot be written says so', () => {
  const file = join(folder.path, 'file');
  writeFileSync(file, '');
  let error: unknown;
  try {
    mkdirSync(join(file, 'data'));
  } catch (thrown) {
    error = thrown;
  }
  expect(whyNot(error, join(file, 'data'))).toMatch(/^The data folder .*data cannot be written .* with DATA_DIR\.$/);
});

test('other errors keep their words', () => {
  expect(whyNot(new Error('Port 80 is taken.'), folder.path)).toBe('Port 80 is taken.');
});
