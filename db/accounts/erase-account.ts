import { Op } from 'sequelize';
import type { AccountMail } from '../../domain/accounts/account-mail.ts';
import { OWNER_ROLES } from '../../domain/accounts/permissions.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { react } from '../process/reactions.ts';
import { rotateNotificationKey } from '../shops/profiles.ts';
import { merchantsTable, profilesTable } from '../shops/rows.ts';
import { sendAccountMail } from './mails.ts';
import { accountErased } from './moments.ts';
import { usersTable } from './rows.ts';
import type { AccountSecrets } from './secrets.ts';
import { endSessionsOfMerchant } from './sessions.ts';

/**
 * Removes what signs in and what names people. Data that the law obliges to keep stays: the ledger, invoices, payouts,
 * the verification and the audit log. The admins are mailed. There is no way back: the caller has locked the merchant
 * and checked that nothing is open.
 */
export async function eraseAccount(tx: Tx, secrets: AccountSecrets, merchantId: MerchantId): Promise<void> {
  await mailAdmins(tx, secrets, merchantId, { kind: 'account_deleted', values: {} });
  for (const sql of ERASURES) await execute(tx, sql, [merchantId]);
  await endSessionsOfMerchant(tx, merchantId);
  const owned = await profilesTable.find(tx, { merchantId }, { columns: ['id'] });
  for (const { id } of owned) await rotateNotificationKey(tx, secrets.box, id, 0);
  await execute(tx, profileSql, [merchantId]);
  await react(tx, accountErased, [{ merchantId }]);
  await execute(tx, peopleSql, [merchantId]);
  await merchantsTable.update(tx, { deletedAt: NOW, contactHandle: null }, { id: merchantId });
}

type DeletionMail = Extract<AccountMail, { kind: 'deletion_requested' | 'deletion_withdrawn' | 'account_deleted' }>;

/** Mails everybody who could have requested the deletion. */
export async function mailAdmins(
  tx: Tx,
  { box }: AccountSecrets,
  merchantId: MerchantId,
  mail: DeletionMail,
): Promise<void> {
  const admins = await usersTable.find(
    tx,
    { merchantId, role: { [Op.in]: [...OWNER_ROLES] }, removedAt: null, blockedAt: null },
    { ...ORDER_OF_JOINING, columns: ['email', 'language'] },
  );
  for (const { email: to, language } of admins) await sendAccountMail(tx, box, { to, language, ...mail });
}

const ORDER_OF_JOINING = {
  order: [
    ['createdAt', 'ASC'],
    ['id', 'ASC'],
  ],
} as const;

const people = 'SELECT id FROM app_user WHERE merchant_id = $1';
const profiles = 'SELECT id FROM profile WHERE merchant_id = $1';
const emails = 'SELECT email FROM app_user WHERE merchant_id = $1';

// Visitors are deleted first: the rows that link them to the merchant's people follow.
const ERASURES: readonly string[] = [
  `DELETE FROM visitor v USING (
     SELECT visitor_id FROM session WHERE user_id IN (${people})
     UNION SELECT visitor_id FROM known_device WHERE user_id IN (${people})
   ) AS ours
   WHERE v.id = ours.visitor_id
     AND NOT EXISTS (SELECT FROM session WHERE visitor_id = v.id AND user_id NOT IN (${people}))
     AND NOT EXISTS (SELECT FROM known_device WHERE visitor_id = v.id AND user_id NOT IN (${people}))`,
  `DELETE FROM recovery_code WHERE user_id IN (${people})`,
  `DELETE FROM known_device WHERE user_id IN (${people})`,
  `DELETE FROM verification_code WHERE user_id IN (${people}) OR email IN (${emails})`,
  `DELETE FROM account_application WHERE email IN (${emails})`,
  `DELETE FROM newsletter_subscriber WHERE email IN (${emails})`,
  // Tickets of payers are between them and support.
  `DELETE FROM ticket_attachment WHERE user_id IN (${people})`,
  "DELETE FROM ticket WHERE merchant_id = $1 AND source = 'back_office'",
  'DELETE FROM invitation WHERE merchant_id = $1',
  'DELETE FROM activity WHERE merchant_id = $1',
  `UPDATE api_token SET revoked_at = coalesce(revoked_at, now()), api_key = 'deleted ' || id, secret_hash = '',
     name = 'Deleted token', allowed_ips = '{}'
   WHERE profile_id IN (${profiles})`,
  `DELETE FROM logo WHERE profile_id IN (${profiles})`,
  `DELETE FROM webhook_endpoint WHERE profile_id IN (${profiles})`,
  `DELETE FROM greenfield_key WHERE profile_id IN (${profiles})`,
  `UPDATE greenfield_invoice SET metadata = '{}', checkout = '{}' WHERE profile_id IN (${profiles})`,
  `UPDATE greenfield_pull_payment SET name = '', description = '', archived_at = coalesce(archived_at, now())
   WHERE profile_id IN (${profiles})`,
  `UPDATE webhook_attempt SET answer = NULL
   WHERE event_id IN (SELECT event_id FROM webhook_delivery WHERE profile_id IN (${profiles}))`,
  `UPDATE webhook_delivery SET url = '', next_attempt_at = NULL,
     status = CASE WHEN status = 'delivered' THEN status ELSE 'failed' END
   WHERE profile_id IN (${profiles})`,
  'UPDATE invoice SET notification_url = NULL WHERE merchant_id = $1 AND notification_url IS NOT NULL',
  'UPDATE claim SET email = NULL WHERE merchant_id = $1 AND claimed_by IS NOT NULL AND email IS NOT NULL',
  `UPDATE payment_link SET active = false, success_url = NULL WHERE profile_id IN (${profiles})`,
  // A recipient of a request who never made an invoice is in no record that the law requires.
  `DELETE FROM payment_request r WHERE profile_id IN (${profiles})
     AND NOT EXISTS (SELECT FROM payment_request_invoice x WHERE x.request_id = r.id)`,
  `UPDATE payment_request SET canceled_at = coalesce(canceled_at, now()), success_url = NULL,
     published = coalesce(published, 'canceled')
   WHERE profile_id IN (${profiles})`,
  `DELETE FROM payout_address WHERE profile_id IN (${profiles})`,
  `DELETE FROM api_request WHERE profile_id IN (${profiles})`,
  `DELETE FROM idempotency_key WHERE scope LIKE $1::text || ':%'`,
];

const profileSql = `
  UPDATE profile SET logo_url = NULL, support_email = NULL, company_phone = NULL, notification_url = NULL,
    previous_key_sealed = NULL, previous_key_until = NULL, email_events = '{}', newer_email_events = '{}',
    version = version + 1
  WHERE merchant_id = $1`;

// Records point to the row. The replacement of the address has a space, so no form takes it for an address.
const peopleSql = `
  UPDATE app_user SET email = 'removed ' || id, full_name = 'Former member ' || right(id::text, 6), password_hash = '',
    totp_secret_sealed = NULL, totp_pending_sealed = NULL, totp_enabled_at = NULL, totp_last_step = NULL,
    country = NULL, email_verified_at = NULL, last_login_at = NULL, mail_subscription = false, notify_sign_in = false,
    product_updates = false, blocked_at = coalesce(blocked_at, now()), removed_at = coalesce(removed_at, now())
  WHERE merchant_id = $1`;
