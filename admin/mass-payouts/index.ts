import type { AppResource } from '../resource.ts';

/** Listed on a tab of the payouts. */
export const massPayouts = {
  collections: { 'mass-payouts': 'massPayout' },
  paths: ['payouts/mass-request-payout'],
} as const satisfies AppResource;
