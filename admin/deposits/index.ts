import type { ResourceProps } from 'react-admin';

/** Its page is `/balance?tab=deposits&id=…`. */
export const deposits: ResourceProps = { name: 'deposits', recordRepresentation: 'id' };

/** Addresses of customers; each is a dialog over the list. */
export const addresses: ResourceProps = { name: 'addresses', recordRepresentation: 'reference' };
