import { DomainError } from '../../domain/errors.ts';
import { isUuid } from '../../domain/ids.ts';
import { canEnterPayerEmail } from '../../domain/invoices/payer-email.ts';
import { createKeyedHash } from '../core/keyed-hash.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import { lockInvoice } from './read.ts';
import { payerEmailsTable } from './rows.ts';

export interface EnteredEmail {
  readonly invoiceId: string;
  readonly email: string;
  readonly nowMs: number;
}

/**
 * Stores the address for the mail about an invoice's outcome, in place of an earlier one.
 * @throws DomainError `not_found`, `conflict` if the shop gave an address, the invoice has its outcome, or the address
 *   that may lead to a refund was fixed by a payment
 */
export async function enterPayerEmail(tx: Tx, { invoiceId, email, nowMs }: EnteredEmail): Promise<void> {
  const { row, payments } = await lockInvoice(tx, invoiceId);
  const { status, customer, profileId: profile, version } = row;
  const stored = await payerEmailsTable.findOne(tx, { invoiceId });
  // The same again, because the answer to the first call was lost.
  if (stored?.email === email) return;
  const facts = { status, hasShopEmail: customer.email !== undefined, hasPayments: payments.length > 0 };
  const entered = stored === undefined ? null : { isBeforePayment: stored.beforePayment };
  if (!canEnterPayerEmail({ ...facts, entered })) {
    throw new DomainError('conflict', { message: 'The email address of this invoice cannot be entered now.' });
  }
  await execute(tx, enterSql, [invoiceId, email, !facts.hasPayments, new Date(nowMs)]);
  notifyLiveAfterCommit(tx, { invoice: invoiceId, profile, status, version });
}

/** Forgets the address; a mail that is on its way already still arrives. */
export async function removePayerEmail(on: Db | Tx, invoiceId: string): Promise<void> {
  await payerEmailsTable.destroy(on, { invoiceId });
}

/**
 * Forgets addresses when their time is over: the invoice had its outcome long before.
 * @returns how many are gone; ask again until it is none
 */
export function purgePayerEmails(
  db: Db,
  { months, nowMs }: { readonly months: number; readonly nowMs: number },
): Promise<number> {
  return execute(db, purgeSql, [new Date(nowMs), months]);
}

const purgeSql = prepared(`
  DELETE FROM payer_email WHERE invoice_id IN (
    SELECT invoice_id FROM payer_email WHERE entered_at < $1::timestamptz - make_interval(months => $2) LIMIT 500)`);
const enterSql = prepared(`
  INSERT INTO payer_email (invoice_id, email, before_payment, entered_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (invoice_id) DO UPDATE SET email = excluded.email, before_payment = excluded.before_payment,
    entered_at = excluded.entered_at`);

/** Links of such mails, by which their reader removes the address. They need no table: a key vouches for them. */
export interface PayerEmailLinks {
  removeUrl(invoiceId: string): string;
  /** Whether the token was made for this invoice. */
  isOf(invoiceId: string, token: string): boolean;
}

/** @param encryptionKey 32 bytes, the product's */
export function createPayerEmailLinks(encryptionKey: Uint8Array, publicUrl: string): PayerEmailLinks {
  const hash = createKeyedHash(encryptionKey, 'tidegate payer email links');
  return {
    removeUrl: (invoiceId) =>
      `${publicUrl}/invoice/${invoiceId}/email?token=${hash.of(invoiceId).toString('base64url')}`,
    isOf: (invoiceId, token) => isUuid(invoiceId) && hash.isOf(invoiceId, Buffer.from(token, 'base64url')),
  };
}
