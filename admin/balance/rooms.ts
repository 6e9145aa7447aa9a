import type { RoomsOf } from '../resource.ts';
import type { balance } from './index.ts';

export const rooms: RoomsOf<typeof balance> = {
  balance: () => import('./balance-page.tsx'),
};
