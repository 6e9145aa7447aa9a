import type { RoomsOf } from '../resource.ts';
import type { partnerProgram } from './index.ts';

export const rooms: RoomsOf<typeof partnerProgram> = {
  'partner-program': () => import('./partner-page.tsx'),
};
