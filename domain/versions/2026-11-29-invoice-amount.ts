import { renamedField, type VersionChange } from './change.ts';

/** Calls take `amount`; shops that read an invoice back met `price`, and sent that. */
export const invoiceAmount: VersionChange = {
  version: '2026-11-29',
  summary: 'An invoice shows its price as `amount`, the name that creating and changing it take. It was `price`.',
  objects: { Invoice: renamedField({ from: 'price', to: 'amount' }) },
  bodies: {},
};
