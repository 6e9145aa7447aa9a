import type { AppResource } from '../resource.ts';

export const paymentRequest = {
  collections: { 'payment-requests': 'invoice' },
  menu: { path: '/payment-request', label: 'nav.paymentRequest', icon: 'request' },
  paths: ['payment-request', 'payment-request/new', 'payment-request/details'],
} as const satisfies AppResource;
