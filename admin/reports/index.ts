import type { AppResource } from '../resource.ts';

export const reports = {
  paths: ['download/transaction-activity/:report'],
} as const satisfies AppResource;
