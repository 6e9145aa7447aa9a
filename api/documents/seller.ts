import type { Db } from '../../db/core/sequelize.ts';
import { type CustomerFacts, readCustomerFacts } from '../../db/invoices/customer-context.ts';
import { readProfileLogo } from '../../db/shops/logos.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';

/** The seller on an invoice, as its documents name them. */
export interface Seller extends Pick<CustomerFacts, 'name' | 'address' | 'phone' | 'supportEmail'> {
  /** PNG. */
  readonly logo: Uint8Array | null;
}

export async function readSeller(db: Db, record: InvoiceRecord): Promise<Seller> {
  const [facts, png] = await Promise.all([readCustomerFacts(db, record), readProfileLogo(db, record.profileId)]);
  return { ...facts, logo: png ?? null };
}
