import type { RoomsOf } from '../resource.ts';
import type { invoices } from './index.ts';

export const rooms: RoomsOf<typeof invoices> = {
  'history/details': () => import('./show.tsx'),
  'history/create-invoice': () => import('./create.tsx'),
};
