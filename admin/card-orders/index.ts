import type { AppResource } from '../resource.ts';

/** The list is a tab of the history; a purchase has a page of its own. */
export const cardOrders = {
  collections: { 'card-orders': 'invoice' },
  paths: ['history/card'],
} as const satisfies AppResource;
