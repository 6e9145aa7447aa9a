import { expect, it } from 'vitest';
import { retryOf } from './file-acts.ts';

const created_at = '2026-11-24T10:00:00.000Z';
const now = (minutes: number) => Date.parse(created_at) + minutes * 60_000;

it('a refused file of the bank can be read again, others cannot', () => {
  expect(retryOf({ direction: 'in', state: 'refused', created_at }, now(0))).toBe('read');
  for (const state of ['stored', 'waiting', 'processed'] as const)
    expect(retryOf({ direction: 'in', state, created_at }, now(60))).toBeNull();
});

it('a file of ours can be sent again only where its delivery has no known outcome', () => {
  expect(retryOf({ direction: 'out', state: 'sending', created_at }, now(9))).toBeNull();
  expect(retryOf({ direction: 'out', state: 'sending', created_at }, now(11))).toBe('send');
  for (const state of ['written', 'sent', 'answered'] as const)
    expect(retryOf({ direction: 'out', state, created_at }, now(60))).toBeNull();
});
