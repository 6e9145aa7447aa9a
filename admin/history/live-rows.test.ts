import { expect, it } from 'vitest';
import { isStaleAfter } from '../data/live-queries.ts';
import { isNew, replaceRows } from './live-rows.ts';

it('counts only invoices that have just come into being', () => {
  expect(isNew({ status: 'new' })).toBe(true);
  expect(isNew({ status: 'pending' })).toBe(true);
  expect(isNew({ status: 'done' })).toBe(false);
});

it('replaces rows in place and adds none', () => {
  const rows = [
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
  ];
  const fresh = new Map([
    ['b', { id: 'b', n: 2 }],
    ['c', { id: 'c', n: 2 }],
  ]);
  expect(replaceRows(rows, fresh)).toEqual([
    { id: 'a', n: 1 },
    { id: 'b', n: 2 },
  ]);
  expect(replaceRows(undefined, fresh)).toEqual([]);
});

it('a change of an invoice makes its page, the balances and the counts stale, and no list that is being read', () => {
  expect(isStaleAfter(['invoices', 'getOne', { id: 'a' }], 'invoice', 'a')).toBe(true);
  expect(isStaleAfter(['invoices', 'getOne', { id: 'b' }], 'invoice', 'a')).toBe(false);
  expect(isStaleAfter(['balances'], 'invoice', 'a')).toBe(true);
  expect(isStaleAfter(['invoices', 'getList', { meta: undefined }], 'invoice', 'a')).toBe(true);
  expect(isStaleAfter(['invoices', 'getList', { meta: { still: true } }], 'invoice', 'a')).toBe(false);
});
