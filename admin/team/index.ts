import type { AppResource } from '../resource.ts';

/** Cards on a tab of the account. */
export const team = {
  collections: { invitations: 'user', audit: 'merchant_merchant_activities' },
} as const satisfies AppResource;
