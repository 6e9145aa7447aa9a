import { expect, test } from 'vitest';
import { profileOfCall } from './place.ts';

const shopId = '01990000-0000-7000-8000-000000000001';

test.each([
  'invoices',
  'invoices/x/done',
  'profile',
  'api-tokens/create',
  'history/events?page=2',
  'live',
  'charts/revenue?range=1W',
])('%s is of the shop', (path) => expect(profileOfCall({ mode: 'sandbox', shopId }, path)).toBe(`sandbox:${shopId}`));

test.each([
  'balances',
  'payouts',
  'profiles',
  'history/transactions',
  'withdrawals/create',
  'fees',
  'charts/balance?range=1W',
])('%s is of all shops together', (path) =>
  expect(profileOfCall({ mode: 'production', shopId }, path)).toBe('production'),
);

test('the first shop is named by the mode alone', () => {
  expect(profileOfCall({ mode: 'sandbox', shopId: null }, 'invoices')).toBe('sandbox');
});
