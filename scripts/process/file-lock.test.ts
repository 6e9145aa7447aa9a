import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tryLock, withFileLock } from './file-lock.ts';

let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidegate-lock-'));
  lock = join(folder, 'lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('of two who want the lock at once, one works after the other', async () => {
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    steps.push(`${name} out`);
  };
  await Promise.all([withFileLock(lock, work('a')), withFileLock(lock, work('b'))]);
  expect(steps).toEqual(['a in', 'a out', 'b in', 'b out']);
});

test('the lock is given back when the work fails', async () => {
  await expect(withFileLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(tryLock(lock)).toBeUndefined();
});

test('a lock says who holds it and what it left there', () => {
  expect(tryLock(lock, { port: 8080 })).toBeUndefined();
  expect(tryLock(lock)).toMatchObject({ pid: process.pid, port: 8080 });
});

test('a lock whose holder died, or was replaced by another process of that number, is taken over', () => {
  writeFileSync(lock, JSON.stringify({ pid: process.pid, startedAt: 'before the last restart' }));
  expect(tryLock(lock)).toBeUndefined();
  expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ pid: process.pid });
});

test('a lock that was cut off while it was written is taken over', () => {
  writeFileSync(lock, '{"pid": 1');
  expect(tryLock(lock)).toBeUndefined();
});
