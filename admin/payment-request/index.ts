import type { AppResource } from '../resource.ts';

export const paymentRequest = {
  menu: { path: '/payment-request', label: 'nav.paymentRequest', icon: 'request' },
  paths: ['payment-request'],
} as const satisfies AppResource;
