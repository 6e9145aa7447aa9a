import type { AppResource } from '../resource.ts';

export const account = {
  collections: { 'merchant/activities': 'merchant_merchant_activities' },
  isOfPartners: true,
  paths: ['account'],
} as const satisfies AppResource;
