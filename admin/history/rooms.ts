import type { RoomsOf } from '../resource.ts';
import type { history } from './index.ts';

export const rooms: RoomsOf<typeof history> = {
  history: () => import('./history-page.tsx'),
};
