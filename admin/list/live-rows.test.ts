import { expect, it } from 'vitest';
import { isStaleAfter } from '../data/live-queries.ts';
import { mayBelong, replaceRows } from './live-rows.ts';

it('counts what has just come into being, not an invoice of another page whose payer chose a coin', () => {
  expect(mayBelong({ id: 'a', status: 'new', version: 1 }, undefined)).toBe(true);
  expect(mayBelong({ id: 'a', status: 'pending', version: 1 }, undefined)).toBe(true);
  expect(mayBelong({ id: 'a', status: 'pending', version: 2 }, undefined)).toBe(false);
  expect(mayBelong({ id: 'a', status: 'done', version: 7 }, undefined)).toBe(false);
});

it('counts a purchase by card when it is placed: lists have no drafts', () => {
  expect(mayBelong({ id: 'a', status: 'placing', version: 3 }, undefined)).toBe(true);
  expect(mayBelong({ id: 'a', status: 'payment', version: 4 }, undefined)).toBe(false);
});

it('counts what takes on a status that the list is narrowed to, and nothing else', () => {
  expect(mayBelong({ id: 'a', status: 'invalid', version: 5 }, ['invalid', 'overpaid'])).toBe(true);
  expect(mayBelong({ id: 'a', status: 'new', version: 1 }, ['invalid', 'overpaid'])).toBe(false);
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

it('a change of an invoice makes the page of a payment request stale, whose status follows from it', () => {
  expect(isStaleAfter(['payment-requests', 'getOne', { id: 'r' }], 'invoice', 'a')).toBe(true);
  expect(isStaleAfter(['payment-requests', 'getList', {}], 'invoice', 'a')).toBe(false);
  expect(isStaleAfter(['payment-requests', 'getOne', { id: 'r' }], 'payout', 'a')).toBe(false);
});
