import type { RoomsOf } from '../resource.ts';
import type { massPayouts } from './index.ts';

export const rooms: RoomsOf<typeof massPayouts> = {
  'payouts/mass-request-payout': () => import('./mass-request-page.tsx'),
};
