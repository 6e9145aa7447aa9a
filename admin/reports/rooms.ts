import type { RoomsOf } from '../resource.ts';
import type { reports } from './index.ts';

export const rooms: RoomsOf<typeof reports> = {
  'download/transaction-activity/:report': () => import('./download-page.tsx'),
};
