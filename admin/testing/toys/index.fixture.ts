import type { AppResource } from '../../resource.ts';

/** The folder of a resource as small as it can be, for the test of what registering it does. */
export const toys = {
  collections: { toys: 'deposit', 'toys/broken': 'merchant_deposit_export' },
  menu: { path: '/toys', label: 'nav.balance', icon: 'balance' },
  paths: ['toys', 'toys/old', 'toys/:id'],
} as const satisfies AppResource;
