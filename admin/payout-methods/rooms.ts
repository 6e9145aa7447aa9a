import type { RoomsOf } from '../resource.ts';
import type { payoutMethods } from './index.ts';

export const rooms: RoomsOf<typeof payoutMethods> = {
  'payouts/method': () => import('./methods-page.tsx'),
};
