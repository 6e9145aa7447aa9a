import { isLeaving } from './deletion.ts';

/**
 * SQL: whether payers may begin to pay at the shop of profile `p` and merchant `m`: it is open, and the merchant stays
 * and may work in its mode.
 */
export const takesPayments = `(p.closed_at IS NULL AND m.status <> 'blocked' AND NOT ${isLeaving}
  AND (p.mode = 'sandbox' OR (m.status = 'verified' AND m.invoices_restricted_at IS NULL)))`;

/** SQL: the name by which payers know the merchant. */
export const nameForPayers = 'coalesce(CASE WHEN p.show_company THEN m.company_name END, p.name)';
