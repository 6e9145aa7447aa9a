import type { RoomsOf } from '../resource.ts';
import type { dashboard } from './index.ts';

export const rooms: RoomsOf<typeof dashboard> = {
  dashboard: () => import('./dashboard-page.tsx'),
};
