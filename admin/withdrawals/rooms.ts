import type { RoomsOf } from '../resource.ts';
import type { withdrawals } from './index.ts';

export const rooms: RoomsOf<typeof withdrawals> = {
  withdrawals: () => import('./withdrawals-page.tsx'),
  'withdrawals/request': () => import('./request/request-page.tsx'),
  'withdrawals/edit/method': '/withdrawals/request',
  'withdrawals/details': () => import('./details/withdrawal-page.tsx'),
};
