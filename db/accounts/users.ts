import { markedForDeletion } from '../../domain/accounts/account-rules.ts';
import {
  isOfShops,
  type Role,
  roleMay,
  type TeamRole,
  type UserPermission,
} from '../../domain/accounts/permissions.ts';
import type { ShopPath } from '../../domain/accounts/shop-path.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { type MerchantId, newId, type UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { versionsToAccept } from '../../domain/legal/documents.ts';
import type { MerchantStatus } from '../../domain/state/merchant.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { recordAcceptance } from './legal-acceptances.ts';
import { passwordMatches } from './passwords.ts';
import { usersTable } from './rows.ts';

/** A user with what every screen needs of the merchant. */
export interface SignedInUser {
  readonly id: UserId;
  readonly email: string;
  readonly fullName: string;
  /** Their role now: viewer, while {@link roleAfterTwoFactor} waits. */
  readonly role: Role;
  /** The role that was given by somebody with 2FA on, while this person has it off; else null. */
  readonly roleAfterTwoFactor: TeamRole | null;
  readonly activeMode: Mode;
  /** The shop that the back office shows, one that they may work in; null is the first. */
  readonly activeShopId: string | null;
  /** The only shops that they may work in, the first by the merchant's id; null where they may in all. */
  readonly onlyShops: readonly string[] | null;
  /** Of mails to this person. */
  readonly language: Language;
  readonly twoFactorEnabled: boolean;
  /** Somebody proved to read this mailbox: codes can be sent there. */
  readonly emailVerified: boolean;
  /** The newest version of each legal document that they accepted. */
  readonly acceptedVersions: Readonly<Partial<Record<string, string>>>;
  readonly subscriptions: { readonly mail: boolean; readonly signIn: boolean; readonly productUpdates: boolean };
  readonly merchant: {
    readonly id: MerchantId;
    readonly status: MerchantStatus;
    readonly companyName: string | null;
    readonly deletionRequested: boolean;
    /** There is more than the first. */
    readonly hasShops: boolean;
  };
}

export interface NewUser {
  readonly merchantId: MerchantId;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
}

/**
 * With a hash made before: hashing takes a while, and a transaction should not wait for it. Made by the operator, who
 * has agreed on the legal documents with its person.
 * @throws DomainError `conflict` when the email address is taken.
 */
export async function createUserWithHash(tx: Tx, user: NewUser, passwordHash: string): Promise<UserId> {
  const id = newId<UserId>();
  const created = await execute(
    tx,
    `INSERT INTO app_user (id, merchant_id, email, full_name, password_hash, role) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (email) DO NOTHING`,
    [id, user.merchantId, normalEmail(user.email), user.fullName, passwordHash, user.role],
  );
  if (created === 0) throw new DomainError('conflict', { message: 'This email address is taken.' });
  await recordAcceptance(tx, id, versionsToAccept(undefined));
  return id;
}

/**
 * The user with this email address and password.
 *
 * @throws DomainError `invalid_credentials`, after the same time, for a wrong password, an unknown address and a
 *   blocked user (hazard 62);
 *   `merchant_blocked` only to who knows the password.
 */
export async function checkPassword(
  db: Db,
  login: { readonly email: string; readonly password: string },
): Promise<SignedInUser> {
  const row = await maybeOne<UserRow & { password_hash: string }>(db, byEmail, [normalEmail(login.email)]);
  const matches = await passwordMatches(login.password, row?.password_hash);
  if (!row || !matches || row.blocked) throw new DomainError('invalid_credentials');
  if (row.merchant_status === 'blocked') throw new DomainError('merchant_blocked');
  if (row.deletion_requested) {
    throw markedForDeletion();
  }
  return signedInUser(row);
}

/** Whether this is the password of the user, who is signed in already. */
export async function isPasswordOf(db: Db, userId: UserId, password: string): Promise<boolean> {
  const user = await usersTable.findOne(db, { id: userId }, { columns: ['passwordHash'] });
  return passwordMatches(password, user?.passwordHash);
}

/** The user as of now. @throws DomainError `unauthenticated` when there is none any more. */
export async function readUser(on: Db | Tx, userId: UserId): Promise<SignedInUser> {
  const row = await maybeOne<UserRow>(on, byId, [userId]);
  if (!row) throw new DomainError('unauthenticated');
  return signedInUser(row);
}

/**
 * Whether sign-up is complete: before the email address and the company are known, every permission is withheld (spec
 * §4).
 */
export function isComplete({ merchant }: SignedInUser): boolean {
  return merchant.status !== 'new' && merchant.companyName !== null;
}

/**
 * Whether the person may do this. A person who may work in some shops only has no part in what the shops have together:
 * balance, and outgoing money except refunds.
 */
export function userMay({ role, onlyShops }: SignedInUser, permission: UserPermission): boolean {
  return roleMay(role, permission) && (onlyShops === null || isOfShops(permission));
}

/** Whether the person may work in the shop; null is the first. */
export function mayWorkIn({ onlyShops, merchant }: SignedInUser, shopId: string | null): boolean {
  return onlyShops === null || onlyShops.includes(shopId ?? merchant.id);
}

/** Sets which mode of which shop the back office shows. */
export async function setActiveProfile(tx: Tx, userId: UserId, { mode, shopId }: ShopPath): Promise<void> {
  await usersTable.update(tx, { activeMode: mode, activeShopId: shopId }, { id: userId });
}

export type SubscriptionType = 'login_attempt' | 'product_updates';

/** The main switch of optional emails. Codes and warnings are sent regardless. */
export async function setMailSubscription(tx: Tx, userId: UserId, enabled: boolean): Promise<void> {
  await usersTable.update(tx, { mailSubscription: enabled }, { id: userId });
  if (!enabled) await execute(tx, stopNewsletterSql, [userId]);
}

/** @throws DomainError `conflict` when a type is switched on while the main switch is off (spec §8) */
export async function setSubscription(
  tx: Tx,
  userId: UserId,
  { type, enabled }: { readonly type: SubscriptionType; readonly enabled: boolean },
): Promise<void> {
  const value = type === 'login_attempt' ? { notifySignIn: enabled } : { productUpdates: enabled };
  const where = enabled ? { id: userId, mailSubscription: true } : { id: userId };
  const changed = await usersTable.update(tx, value, where);
  if (changed === 0) throw new DomainError('conflict', { message: 'First enable mail subscription notification' });
  if (type === 'product_updates' && !enabled) await execute(tx, stopNewsletterSql, [userId]);
}

/** A user who refused product updates gets none by a subscription on the public pages either. */
const stopNewsletterSql = prepared(`
  UPDATE newsletter_subscriber SET unsubscribed_at = now()
  WHERE email = (SELECT email FROM app_user WHERE id = $1) AND unsubscribed_at IS NULL`);

const waitsForTwoFactor = `(u.two_fa_required AND u.totp_enabled_at IS NULL AND u.role IN ('admin', 'support'))`;

/** The columns of {@link UserRow}, for statements that join `app_user u` and `merchant m`. */
export const userColumns = `u.id, u.email, u.full_name, u.active_mode, u.active_shop_id,
  (SELECT array_agg(w.shop_id ORDER BY w.shop_id) FROM member_shop w
   WHERE w.user_id = u.id AND u.role <> 'admin') AS only_shops,
  CASE WHEN ${waitsForTwoFactor} THEN 'viewer' ELSE u.role END AS role,
  CASE WHEN ${waitsForTwoFactor} THEN u.role END AS role_after_two_factor, u.blocked_at IS NOT NULL AS blocked,
  u.language, u.totp_enabled_at IS NOT NULL AS two_factor, u.email_verified_at IS NOT NULL AS email_verified,
  u.mail_subscription, u.notify_sign_in, u.product_updates,
  (SELECT jsonb_object_agg(a.document, a.version) FROM (
     SELECT document, max(version) AS version FROM legal_acceptance WHERE user_id = u.id GROUP BY document
   ) a) AS accepted_versions,
  m.id AS merchant_id, m.status AS merchant_status, m.company_name,
  m.deletion_requested_at IS NOT NULL AS deletion_requested,
  EXISTS (SELECT FROM profile s WHERE s.merchant_id = m.id AND s.shop_id IS NOT NULL) AS has_shops`;

export interface UserRow {
  id: UserId;
  email: string;
  full_name: string;
  role: Role;
  role_after_two_factor: TeamRole | null;
  active_mode: Mode;
  active_shop_id: string | null;
  only_shops: string[] | null;
  blocked: boolean;
  merchant_id: MerchantId;
  merchant_status: MerchantStatus;
  company_name: string | null;
  deletion_requested: boolean;
  has_shops: boolean;
  language: Language;
  two_factor: boolean;
  accepted_versions: Record<string, string> | null;
  email_verified: boolean;
  mail_subscription: boolean;
  notify_sign_in: boolean;
  product_updates: boolean;
}

export function signedInUser(row: UserRow): SignedInUser {
  return {
    id: row.id,
    email: row.email,
    fullName: row.full_name,
    role: row.role,
    roleAfterTwoFactor: row.role_after_two_factor,
    activeMode: row.active_mode,
    activeShopId: shownShop(row),
    onlyShops: row.only_shops,
    language: row.language,
    twoFactorEnabled: row.two_factor,
    emailVerified: row.email_verified,
    acceptedVersions: row.accepted_versions ?? {},
    subscriptions: { mail: row.mail_subscription, signIn: row.notify_sign_in, productUpdates: row.product_updates },
    merchant: {
      id: row.merchant_id,
      status: row.merchant_status,
      companyName: row.company_name,
      deletionRequested: row.deletion_requested,
      hasShops: row.has_shops,
    },
  };
}

/** The shop that was chosen last; where they may not work in it (any more), the first that they may work in. */
function shownShop({ active_shop_id: chosen, only_shops: only, merchant_id: firstShop }: UserRow): string | null {
  if (only === null || only.includes(chosen ?? firstShop)) return chosen;
  const shown = only.find((id) => id === firstShop) ?? only[0] ?? null;
  return shown === firstShop ? null : shown;
}

/** Email addresses are compared without regard to case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

const byEmail = prepared(`
  SELECT ${userColumns}, u.password_hash FROM app_user u JOIN merchant m ON m.id = u.merchant_id WHERE u.email = $1`);

const byId = prepared(`
  SELECT ${userColumns} FROM app_user u JOIN merchant m ON m.id = u.merchant_id WHERE u.id = $1`);
