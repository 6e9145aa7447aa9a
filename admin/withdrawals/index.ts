import type { AppResource } from '../resource.ts';

export const withdrawals = {
  collections: { withdrawals: 'withdrawal' },
  isOfPartners: true,
  menu: { path: '/withdrawals', label: 'nav.withdrawals', icon: 'withdrawals' },
  paths: ['withdrawals', 'withdrawals/request', 'withdrawals/edit/method', 'withdrawals/details'],
} as const satisfies AppResource;
