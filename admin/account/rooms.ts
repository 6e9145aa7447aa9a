import type { RoomsOf } from '../resource.ts';
import type { account } from './index.ts';

export const rooms: RoomsOf<typeof account> = {
  account: () => import('./account-page.tsx'),
};
