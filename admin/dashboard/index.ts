import type { AppResource } from '../resource.ts';

export const dashboard = {
  menu: { path: '/dashboard', label: 'nav.dashboard', icon: 'dashboard' },
  paths: ['dashboard'],
} as const satisfies AppResource;
