import type { RoomsOf } from '../resource.ts';
import type { payouts } from './index.ts';

export const rooms: RoomsOf<typeof payouts> = {
  payouts: () => import('./payouts-page.tsx'),
  'payouts/request-payout': () => import('./request/request-payout-page.tsx'),
  'payouts/details': () => import('./details/payout-page.tsx'),
};
