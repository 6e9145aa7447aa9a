import type { RoomsOf } from '../resource.ts';
import type { withdrawalMethods } from './index.ts';

export const rooms: RoomsOf<typeof withdrawalMethods> = {
  'withdrawals/method': () => import('./methods-page.tsx'),
};
