import { expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { resources } from '../resources.ts';
import { permissionFor } from './access.ts';

const collections = resources.flatMap((resource) => Object.keys(resource.collections ?? {}));

it.each(collections)('the permission that lists %s exists', (name) => {
  expect(permissionsOf('admin')).toContain(permissionFor(name, 'list'));
});

it('each collection is of one folder', () => {
  expect(new Set(collections).size).toBe(collections.length);
});

it.each([
  ['invoices', 'show', 'merchant_invoice_view'],
  ['api-tokens', 'edit', 'merchant_apiToken_update'],
  ['history/events', 'list', 'merchant_history_events'],
  ['invoice', 'done', 'merchant_invoice_done'],
  ['user', 'reset_2fa', 'merchant_user_reset_2fa'],
])('%s, %s needs %s', (name, action, permission) => {
  expect(permissionFor(name, action)).toBe(permission);
});
