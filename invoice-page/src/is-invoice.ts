import type { CustomerInvoice } from '../../contract/customer-invoice.ts';

/** True for an answer that carries an invoice; the server's schema vouches for the rest of it. */
export function isInvoice(value: unknown): value is CustomerInvoice {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'version' in value &&
    typeof value.version === 'number' &&
    'status' in value &&
    typeof value.status === 'string'
  );
}
