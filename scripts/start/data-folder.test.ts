import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { takeDataFolder, writeWhole } from './data-folder.ts';

const parent = mkdtempSync(join(tmpdir(), 'data-folder-'));
afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('everything in the data folder is for its user alone, what an older run left there, too', async () => {
  const path = join(parent, 'data');
  mkdirSync(join(path, 'logs'), { recursive: true, mode: 0o755 });
  mkdirSync(join(path, 'front-ends', 'assets'), { recursive: true, mode: 0o755 });
  const old = [
    join(path, 'temporal.sqlite'),
    join(path, 'logs', 'api.log'),
    join(path, 'front-ends', 'assets', 'a.js'),
  ];
  for (const file of old) writeFileSync(file, 'x', { mode: 0o644 });
  const folder = await takeDataFolder(path, { port: 1 });
  if ('pid' in folder) throw new Error('The folder was taken.');
  // As root others may pass through to Postgres's own folder, never read.
  expect(modeOf(path) & ~0o011).toBe(0o700);
  expect(modeOf(join(path, 'logs'))).toBe(0o700);
  expect(modeOf(join(path, 'front-ends', 'assets'))).toBe(0o700);
  expect(old.map(modeOf)).toEqual([0o600, 0o600, 0o600]);
  writeWhole(folder.file('demo-invoices-made'), 'now');
  expect(['lock.json', 'processes.json', 'demo-invoices-made'].map((name) => modeOf(join(path, name)))).toEqual([
    0o600, 0o600, 0o600,
  ]);
  folder.release();
});
