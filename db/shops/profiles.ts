import { randomBytes } from 'node:crypto';
import type { ShopPath } from '../../domain/accounts/shop-path.ts';
import { DomainError } from '../../domain/errors.ts';
import { type MerchantId, newId, type ProfileId } from '../../domain/ids.ts';
import type { Currency } from '../../domain/money/currencies.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared } from '../core/sql.ts';
import { fromNow } from '../core/table.ts';
import { type NewProfileRow, profilesTable } from './rows.ts';

/** The initial values of a new profile; everything else has the schema's default. */
export type NewProfile = Omit<NewProfileRow, 'id' | 'version' | 'createdAt' | KeyColumn>;

type KeyColumn = 'notificationKeySealed' | 'previousKeySealed' | 'previousKeyUntil';

/** Makes the merchant's profile of a mode, with a new notification key, which is returned in the clear. */
export async function createProfile(
  tx: Tx,
  box: SecretBox,
  profile: NewProfile,
): Promise<{ readonly id: ProfileId; readonly notificationKey: string }> {
  const id = newId<ProfileId>();
  const notificationKey = newNotificationKey();
  await profilesTable.create(tx, { id, ...profile, notificationKeySealed: box.seal(notificationKey, contextOf(id)) });
  return { id, notificationKey };
}

/** The gates a profile receives. */
export async function readProfileGates(db: Db, profileId: ProfileId): Promise<readonly string[]> {
  return (await one<{ gates: string[] }>(db, profileSql, [profileId])).gates;
}

/** The registered domain of a profile, which its payers may be sent back to. */
export async function readProfileDomain(on: Tx | Db, profileId: string): Promise<string | null> {
  return (await one<{ domain: string | null }>(on, profileSql, [profileId])).domain;
}

/** The settings of a profile that decide how a plugin's invoice is read. */
export interface OrderSettings {
  readonly gates: readonly string[];
  readonly domain: string | null;
  readonly currency: Currency;
}

export function readOrderSettings(db: Db, profileId: string): Promise<OrderSettings> {
  return one<OrderSettings>(db, profileSql, [profileId]);
}

/** The shop of a profile; null is its merchant's first. */
export async function readShopId(db: Db, profileId: string): Promise<string | null> {
  return (await one<{ shop: string | null }>(db, profileSql, [profileId])).shop;
}

/** The currency of a profile's invoices, in which its movements are valued. */
export async function readInvoiceCurrency(db: Db, profileId: string): Promise<Currency> {
  return (await one<{ currency: Currency }>(db, profileSql, [profileId])).currency;
}

/** The id of the profile of a merchant's shop in a mode. @throws DomainError `not_found`. */
export async function profileIdOf(on: Tx | Db, merchantId: MerchantId, { mode, shopId }: ShopPath): Promise<ProfileId> {
  const row = await maybeOne<{ id: ProfileId }>(on, profileIdStatement, [merchantId, mode, shopId]);
  if (!row) throw new DomainError('not_found');
  return row.id;
}

/**
 * The keys that sign a notification now: the current one first, and while the overlap lasts the one before it, so that
 * a merchant can change theirs without losing a notification. @throws DomainError `not_found`.
 */
export async function signingKeys(on: Tx | Db, box: SecretBox, profileId: ProfileId): Promise<string[]> {
  const row = await maybeOne<SealedKeys>(on, signingKeysStatement, [profileId]);
  if (!row) throw new DomainError('not_found');
  return openSigningKeys(box, profileId, row);
}

/** {@link signingKeys} out of a row that was read with {@link sealedKeyColumns}. */
export function openSigningKeys(box: SecretBox, profileId: ProfileId, { current, previous }: SealedKeys): string[] {
  const sealed = previous ? [current, previous] : [current];
  return sealed.map((each) => box.open(each, contextOf(profileId)));
}

export interface SealedKeys {
  readonly current: Buffer;
  /** While it still signs. */
  readonly previous: Buffer | null;
}

/** The columns of `profile` that hold the keys, for statements that read it for something else too. */
export const sealedKeyColumns = `notification_key_sealed AS current,
  CASE WHEN previous_key_until > now() THEN previous_key_sealed END AS previous`;

/** Gives the profile a new notification key; the old one signs beside it for the overlap. @returns the new key. */
export async function rotateNotificationKey(
  tx: Tx,
  box: SecretBox,
  profileId: ProfileId,
  overlapMs = DEFAULT_OVERLAP_MS,
): Promise<string> {
  const profile = await profilesTable.findOne(tx, { id: profileId }, { lock: tx.LOCK.UPDATE });
  if (!profile) throw new DomainError('not_found');
  const key = newNotificationKey();
  const keys = {
    previousKeySealed: profile.notificationKeySealed,
    previousKeyUntil: fromNow(overlapMs / 1000),
    notificationKeySealed: box.seal(key, contextOf(profileId)),
  };
  await profilesTable.update(tx, keys, { id: profileId });
  return key;
}

const DEFAULT_OVERLAP_MS = 24 * 3_600_000;

/** `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
export function newNotificationKey(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function contextOf(profileId: ProfileId): string {
  return `profile:${profileId}:notification_key`;
}

const profileSql = prepared(
  'SELECT gates, domain, invoice_currency AS currency, shop_id AS shop FROM profile WHERE id = $1',
);

const profileIdStatement = prepared(`
  SELECT id FROM profile WHERE merchant_id = $1 AND mode = $2 AND shop_id IS NOT DISTINCT FROM $3`);

const signingKeysStatement = prepared(`
  SELECT ${sealedKeyColumns} FROM profile WHERE id = $1`);
