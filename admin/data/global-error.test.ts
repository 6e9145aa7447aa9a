import { describe, expect, it } from 'vitest';
import { OUTDATED_LINK, setsGlobalError } from './global-error.ts';

describe('the error that replaces the page (spec §8)', () => {
  it('comes for every forbidden call, save an outdated link', () => {
    expect(setsGlobalError(403, 'You do not have permission to perform this action', false)).toBe(true);
    expect(setsGlobalError(403, OUTDATED_LINK, true)).toBe(false);
  });

  it('comes for what the page itself could not be read from', () => {
    for (const status of [404, 410, 500, 503]) {
      expect(setsGlobalError(status, '', true), String(status)).toBe(true);
      expect(setsGlobalError(status, '', false), String(status)).toBe(false);
    }
  });

  it('never comes for wrong data', () => {
    expect(setsGlobalError(422, '', true)).toBe(false);
  });
});
