import type { AppResource } from '../resource.ts';

export const withdrawalMethods = {
  paths: ['withdrawals/method'],
} as const satisfies AppResource;
