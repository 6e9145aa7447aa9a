import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { endToEndIdOf, paymentIdOf } from './end-to-end-id.ts';

test('a payment has one end-to-end ID for good, in at most 33 letters and digits, which names it', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(endToEndIdOf(id)).toMatch(/^TG[0-9A-Z]{26}$/);
      expect(paymentIdOf(endToEndIdOf(id))).toBe(id);
    }),
  );
  const id = newId();
  expect(endToEndIdOf(id)).toBe(endToEndIdOf(id));
});

test('other IDs name no payment', () => {
  for (const other of ['', 'NOTPROVIDED', `TG${'A'.repeat(24)}`, `TG${'U'.repeat(26)}`, `TG${'Z'.repeat(26)}`])
    expect(paymentIdOf(other)).toBeNull();
});
