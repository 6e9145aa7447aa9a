import type { RoomsOf } from '../resource.ts';
import type { support } from './index.ts';

export const rooms: RoomsOf<typeof support> = {
  tickets: () => import('./tickets-page.tsx'),
  'tickets/new': () => import('./new-ticket-page.tsx'),
  'tickets/:id': () => import('./ticket-page.tsx'),
};
