import type { AppResource } from '../resource.ts';

export const history = {
  collections: {
    'history/events': 'merchant_history_events',
    'history/transactions': 'merchant_history_transactions',
  },
  menu: { path: '/history', label: 'nav.history', icon: 'history' },
  paths: ['history'],
} as const satisfies AppResource;
