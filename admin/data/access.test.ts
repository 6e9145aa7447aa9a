import { expect, it } from 'vitest';
import { permissionsOf } from '../../domain/permissions.ts';
import { permissionFor } from './access.ts';

it('every collection that react-admin lists or shows has a permission that exists', () => {
  const known: readonly string[] = permissionsOf('admin');
  for (const [resource, action] of [
    ['invoices', 'list'],
    ['invoices', 'show'],
    ['refunds', 'list'],
    ['payouts', 'list'],
    ['mass-payouts', 'list'],
    ['payment-methods', 'list'],
    ['address-book', 'list'],
    ['api-tokens', 'list'],
    ['users', 'list'],
    ['invitations', 'list'],
    ['audit', 'list'],
    ['merchant/activities', 'list'],
    ['history/events', 'list'],
    ['history/transactions', 'list'],
  ] as const)
    expect(known, resource).toContain(permissionFor(resource, action));
});

it('reads a permission from its two parts', () => {
  expect(permissionFor('invoice', 'done')).toBe('merchant_invoice_done');
  expect(permissionFor('user', 'reset_2fa')).toBe('merchant_user_reset_2fa');
});
