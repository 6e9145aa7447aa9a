import type { AppResource } from '../resource.ts';

export const balance = {
  menu: { path: '/balance', label: 'nav.balance', icon: 'balance' },
  paths: ['balance'],
} as const satisfies AppResource;
