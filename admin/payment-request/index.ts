import type { AppResource } from '../resource.ts';

export const paymentRequest = {
  collections: { 'payment-requests': 'invoice' },
  menu: { path: '/payment-request', label: 'nav.paymentRequest', icon: 'request' },
  // `new` is the form's address in 0.1.0, which people may have kept.
  paths: ['payment-request', 'payment-request/create-invoice', 'payment-request/new', 'payment-request/details'],
} as const satisfies AppResource;
