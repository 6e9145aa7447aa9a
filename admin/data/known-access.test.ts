import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { resources } from '../resources.ts';
import { knowAccess } from './known-access.ts';

const list = (resource: string) => ['auth', 'canAccess', { action: 'list', enabled: true, resource }];

describe('what the session knows', () => {
  const client = knowAccess(new QueryClient(), { permissions: ['merchant_invoice_viewAny'] });

  it('says who is signed in and what they may do', () => {
    expect(client.getQueryData(['auth', 'checkAuth', {}])).toBe(true);
    expect(client.getQueryData(['auth', 'getPermissions', {}])).toEqual(['merchant_invoice_viewAny']);
  });

  it('lets a list be seen by those alone who may', () => {
    const names = resources.flatMap(({ collections = {} }) => Object.keys(collections));
    const seen = names.filter((name) => client.getQueryData(list(name)) === true);
    expect(seen).toContain('invoices');
    expect(seen).not.toContain('payouts');
    for (const name of names) expect(client.getQueryData(list(name)), name).toBeTypeOf('boolean');
  });
});
