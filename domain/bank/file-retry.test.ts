import { expect, it } from 'vitest';
import { canTearUp, retryOf } from './file-retry.ts';

const createdAtMs = Date.UTC(2026, 10, 24, 10);
const now = (minutes: number) => createdAtMs + minutes * 60_000;

it('a refused file of the bank can be read again, others cannot', () => {
  expect(retryOf({ direction: 'in', state: 'refused', createdAtMs }, now(0))).toBe('read');
  for (const state of ['stored', 'waiting', 'processed'] as const)
    expect(retryOf({ direction: 'in', state, createdAtMs }, now(60))).toBeNull();
});

it('a file of ours can be sent again only where its delivery has no known outcome', () => {
  expect(retryOf({ direction: 'out', state: 'sending', createdAtMs }, now(9))).toBeNull();
  expect(retryOf({ direction: 'out', state: 'sending', createdAtMs }, now(10))).toBeNull();
  expect(retryOf({ direction: 'out', state: 'sending', createdAtMs }, now(11))).toBe('send');
  for (const state of ['written', 'sent', 'answered'] as const)
    expect(retryOf({ direction: 'out', state, createdAtMs }, now(60))).toBeNull();
});

it('only a file of payments that did not leave can be torn up', () => {
  const file = { direction: 'out', state: 'written', kind: 'pain.001' } as const;
  expect(canTearUp(file)).toBe(true);
  for (const state of ['sending', 'sent', 'answered', 'refused']) expect(canTearUp({ ...file, state })).toBe(false);
  expect(canTearUp({ ...file, kind: 'camt.055' })).toBe(false);
  expect(canTearUp({ ...file, direction: 'in' })).toBe(false);
});
