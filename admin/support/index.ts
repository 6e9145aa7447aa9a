import type { AppResource } from '../resource.ts';

/** Reached by the menu of the account, and by mails about tickets. */
export const support = {
  collections: { tickets: 'merchant_ticket_viewAny' },
  isOfPartners: true,
  paths: ['tickets', 'tickets/new', 'tickets/:id'],
} as const satisfies AppResource;
