import type { AppResource } from '../resource.ts';

export const invoices = {
  collections: { invoices: 'invoice' },
  paths: ['history/details', 'history/create-invoice'],
} as const satisfies AppResource;
