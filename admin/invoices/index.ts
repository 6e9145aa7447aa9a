import type { AppResource } from '../resource.ts';

export const invoices = {
  collections: { invoices: 'invoice' },
  paths: ['history/details', 'payment-request/create-invoice'],
} as const satisfies AppResource;
