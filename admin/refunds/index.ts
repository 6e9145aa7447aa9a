import type { AppResource } from '../resource.ts';

/** A refund has no page of its own: its invoice shows it. */
export const refunds = { collections: { refunds: 'refund' } } as const satisfies AppResource;
