import type { ResourceProps } from 'react-admin';

/** A refund has no page of its own: its invoice shows it. */
export const refunds: ResourceProps = { name: 'refunds', recordRepresentation: 'address' };
