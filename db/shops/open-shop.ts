/**
 * SQL: whether the deletion of the merchant `m` was requested. Once it is done, the database itself refuses what is
 * new.
 */
export const isLeaving = '(m.deletion_requested_at IS NOT NULL AND m.deleted_at IS NULL)';

/** SQL: whether merchant `m` stays and may take payments in the mode of profile `p`. */
export const mayTakePayments = `(m.status <> 'blocked' AND NOT ${isLeaving}
  AND (p.mode = 'sandbox' OR (m.status = 'verified' AND m.invoices_restricted_at IS NULL)))`;

/** SQL: whether payers may begin to pay at the shop of profile `p` and merchant `m`, which is open. */
export const takesPayments = `(p.closed_at IS NULL AND ${mayTakePayments})`;

/** SQL: the name by which payers know the merchant. */
export const nameForPayers = 'coalesce(CASE WHEN p.show_company THEN m.company_name END, p.name)';

/** SQL: where payers write to, unless the shop shows nothing of its company. */
export const emailForPayers = 'CASE WHEN p.show_company THEN p.support_email END';
