import type { RoomsOf } from '../resource.ts';
import type { cardOrders } from './index.ts';

export const rooms: RoomsOf<typeof cardOrders> = {
  'history/card': () => import('./show.tsx'),
};
