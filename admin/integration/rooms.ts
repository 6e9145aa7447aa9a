import type { RoomsOf } from '../resource.ts';
import type { integration } from './index.ts';

export const rooms: RoomsOf<typeof integration> = {
  integration: () => import('./integration-page.tsx'),
  'integration/profile': () => import('./integration-page.tsx'),
  'integration/api': () => import('./tokens/tokens-page.tsx'),
  'integration/api/create-new': () => import('./tokens/create-token-page.tsx'),
  'integration/api/edit-token/:id': () => import('./tokens/edit-token-page.tsx'),
};
