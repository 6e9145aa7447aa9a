import type { AppResource } from '../resource.ts';

/** The page of a conversion is a dialog over the list, on the balance's tab. */
export const conversions = {
  collections: { 'manual-conversions': 'merchant_manualConversion_run' },
} as const satisfies AppResource;
