import type { RoomsOf } from '../resource.ts';
import type { fees } from './index.ts';

export const rooms: RoomsOf<typeof fees> = {
  fees: () => import('./fees-page.tsx'),
};
