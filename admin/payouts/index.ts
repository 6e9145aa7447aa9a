import type { AppResource } from '../resource.ts';

export const payouts = {
  collections: { payouts: 'payout', 'address-book': 'payout' },
  menu: { path: '/payouts', label: 'nav.payouts', icon: 'payouts' },
  paths: ['payouts', 'payouts/request-payout', 'payouts/details'],
} as const satisfies AppResource;
