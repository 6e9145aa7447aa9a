import { expect, it } from 'vitest';
import { fingerprint } from './visitor-id.ts';

it('makes the same SHA-256 of the same browser, and another of another', () => {
  expect(fingerprint(['agent', 8])).toMatch(/^[0-9a-f]{64}$/);
  expect(fingerprint(['agent', 8])).toBe(fingerprint(['agent', 8]));
  expect(fingerprint(['agent', 4])).not.toBe(fingerprint(['agent', 8]));
  expect(fingerprint(['a', 'b,c'])).not.toBe(fingerprint(['a,b', 'c']));
});
