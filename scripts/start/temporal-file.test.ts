import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRunFolder } from '../testing/run-folder.ts';
import { temporalFileFor } from './temporal-file.ts';

let folder: ReturnType<typeof makeRunFolder>;
let file: string;

beforeEach(() => {
  folder = makeRunFolder();
  file = join(folder.path, 'temporal.sqlite');
});

afterEach(() => folder.remove());

test('a new folder takes any version, and keeps its file for others of the same line', () => {
  expect(temporalFileFor(folder.path, '1.32.0')).toEqual({ path: file, replaced: null });
  writeFileSync(file, 'state');
  expect(temporalFileFor(folder.path, '1.32.4')).toEqual({ path: file, replaced: null });
  expect(readFileSync(file, 'utf8')).toBe('state');
});

test.each(['1.29.1', '1.33.0'])('the file of server %s is set aside whole, once', (other) => {
  temporalFileFor(folder.path, other);
  for (const suffix of ['', '-wal']) writeFileSync(`${file}${suffix}`, `state${suffix}`);
  expect(temporalFileFor(folder.path, '1.32.0')).toEqual({ path: file, replaced: other });
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(`${file}.of-${other}`, 'utf8')).toBe('state');
  expect(readFileSync(`${file}.of-${other}-wal`, 'utf8')).toBe('state-wal');
  writeFileSync(file, 'new state');
  expect(temporalFileFor(folder.path, '1.32.0').replaced).toBeNull();
});

test('a file from before versions were recorded is set aside', () => {
  writeFileSync(file, 'state');
  expect(temporalFileFor(folder.path, '1.32.0').replaced).toBe('unknown');
});
