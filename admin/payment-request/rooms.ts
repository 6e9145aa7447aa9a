import type { RoomsOf } from '../resource.ts';
import type { paymentRequest } from './index.ts';

export const rooms: RoomsOf<typeof paymentRequest> = {
  'payment-request': () => import('./payment-requests-page.tsx'),
};
