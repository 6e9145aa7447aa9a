import type { AppResource } from '../resource.ts';

export const withdrawalMethods = {
  isOfPartners: true,
  paths: ['withdrawals/method'],
} as const satisfies AppResource;
