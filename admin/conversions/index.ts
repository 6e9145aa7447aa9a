import type { ResourceProps } from 'react-admin';

/** The page of a conversion is a dialog over the list, on the balance's tab. */
export const conversions: ResourceProps = { name: 'manual-conversions', recordRepresentation: 'id' };
