import { expect, test } from 'vitest';
import { AGREEMENT_VERSION, agreementUrl } from './agreement.ts';
import { MIN_SETTLED_MINOR, monthOf } from './settlement.ts';

test('a month is one of UTC, to its last millisecond', () => {
  expect(monthOf(Date.UTC(2026, 11, 1) - 1)).toBe('2026-11');
  expect(monthOf(Date.UTC(2026, 11, 1))).toBe('2026-12');
});

test('ten euro are settled, and less waits', () => expect(MIN_SETTLED_MINOR).toBe(1_000n));

test('the token of an agreement is in the fragment, which no server sees', () => {
  const url = new URL(agreementUrl('https://pay.example', 'secret'));
  expect([url.origin, url.pathname, url.search, url.hash]).toEqual([
    'https://pay.example',
    '/auth/partner',
    '',
    '#token=secret',
  ]);
  expect(AGREEMENT_VERSION).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});
