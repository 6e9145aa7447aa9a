import type { AppResource } from '../resource.ts';

/** A claim is a dialog over the list, in the history. */
export const claims = { collections: { claims: 'refund' } } as const satisfies AppResource;
