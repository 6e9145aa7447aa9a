import type { AppResource } from '../resource.ts';

/** Schedules of payouts and of withdrawals, each listed on a tab of theirs. */
export const payoutMethods = {
  collections: { 'payment-methods': 'paymentMethod' },
  paths: ['payouts/method'],
} as const satisfies AppResource;
