import type { RoomsOf } from '../resource.ts';
import type { paymentRequest } from './index.ts';

export const rooms: RoomsOf<typeof paymentRequest> = {
  'payment-request': () => import('./list-page.tsx'),
  'payment-request/create-invoice': () => import('./new-page.tsx'),
  'payment-request/new': () => import('./new-page.tsx'),
  'payment-request/details': () => import('./details/request-page.tsx'),
};
