import type { ResourceProps } from 'react-admin';

/** Its page is `/withdrawals/details?id=…`. */
export const withdrawals: ResourceProps = { name: 'withdrawals', recordRepresentation: 'id' };
