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

test('it stays as it is for good: statements of years ago have it', () => {
  const id = '01990b3c-7a51-7c3e-9d42-8f0e6b1a2c3d';
  expect(endToEndIdOf(id)).toBe('TG06CGPF3TA5Y3X7A2HW76P6HC7M');
  expect(paymentIdOf('TG06CGPF3TA5Y3X7A2HW76P6HC7M')).toBe(id);
});

test('other IDs name no payment', () => {
  const id = endToEndIdOf(newId());
  for (const other of [`${id}0`, `X${id}`, id.toLowerCase(), `XX${id.slice(2)}`]) expect(paymentIdOf(other)).toBeNull();
  for (const other of ['', 'NOTPROVIDED', `TG${'A'.repeat(24)}`, `TG${'U'.repeat(26)}`, `TG${'Z'.repeat(26)}`])
    expect(paymentIdOf(other)).toBeNull();
});
