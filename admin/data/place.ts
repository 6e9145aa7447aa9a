import { type ShopPath, shopPath } from '../../domain/accounts/shop-path.ts';
import type { SpaUser } from './session.ts';

/** The mode and shop that the back office shows. */
export function placeOf({ active_profile_type: mode, active_shop_id: shopId }: SpaUser): ShopPath {
  return { mode, shopId };
}

/** `{profile}` of a call: of the shop where each has its own, else of the mode, whose money all shops share. */
export function profileOfCall(place: ShopPath, path: string): string {
  return OF_SHOPS.test(path) ? shopPath(place) : place.mode;
}

const OF_SHOPS = new RegExp(
  `^(${[
    'invoices',
    'refunds',
    'claims',
    'deposits',
    'addresses',
    'reports',
    'live',
    'history/events',
    'history/info',
    'dashboard',
    'charts/revenue',
    'profile',
    'api-tokens',
    'payment-links',
    'payment-requests',
    'webhooks',
    'invoice-recipients',
    'webhook-endpoints',
    'plugin-keys',
    'requests',
    'card-orders',
  ].join('|')})([/?]|$)`,
);
