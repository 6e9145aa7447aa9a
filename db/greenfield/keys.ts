import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { GreenfieldPermission } from '../../domain/greenfield/permissions.ts';
import { type MerchantId, newId, type ProfileId, type UserId } from '../../domain/ids.ts';
import type { MerchantStatus } from '../../domain/state/merchant.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { greenfieldKeysTable } from './rows.ts';

/** How many living keys a profile may have. */
const MAX_KEYS = 20;

/** The caller with a Greenfield key: one shop, one mode. */
export interface ShopKeyBearer {
  readonly keyId: string;
  readonly profileId: ProfileId;
  readonly merchantId: MerchantId;
  /** Null is the merchant's first shop. */
  readonly shopId: string | null;
  readonly mode: Mode;
  readonly label: string;
  readonly permissions: readonly GreenfieldPermission[];
}

export interface NewShopKey {
  readonly profileId: ProfileId;
  readonly label: string;
  readonly permissions: readonly GreenfieldPermission[];
  readonly createdBy: UserId | null;
}

/**
 * Creates a key for a shop plugin. It is returned this once and stored as a hash.
 * @throws DomainError `conflict` where the profile has as many keys as it may
 */
export async function createShopKey(
  tx: Tx,
  { profileId, label, permissions, createdBy }: NewShopKey,
): Promise<{ readonly id: string; readonly key: string }> {
  // Concurrent requests wait here, so that the count stays correct.
  await execute(tx, 'SELECT 1 FROM profile WHERE id = $1 FOR UPDATE', [profileId]);
  if ((await listShopKeys(tx, profileId)).length >= MAX_KEYS) {
    throw new DomainError('conflict', { message: `A shop can have ${MAX_KEYS} plugin keys. Delete one first.` });
  }
  const issued = { id: newId(), key: `tgb_${randomToken()}` };
  const keyHash = tokenHash(issued.key);
  await greenfieldKeysTable.create(tx, { id: issued.id, profileId, label, keyHash, permissions, createdBy });
  return issued;
}

export interface ShopKeyRow {
  readonly id: string;
  readonly label: string;
  readonly permissions: GreenfieldPermission[];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** The living keys of a profile, the newest first. */
export function listShopKeys(on: Db | Tx, profileId: ProfileId): Promise<readonly ShopKeyRow[]> {
  return select<ShopKeyRow>(on, listSql, [profileId, MAX_KEYS]);
}

/** Ends the key for good. @throws DomainError `not_found`, also for another profile's key */
export async function revokeShopKey(
  tx: Tx,
  key: { readonly id: string; readonly profileId: ProfileId },
): Promise<{ readonly label: string }> {
  const row = await greenfieldKeysTable.findOne(tx, { ...key, revokedAt: null }, { columns: ['label'] });
  if (row === undefined) throw new DomainError('not_found');
  await greenfieldKeysTable.update(tx, { revokedAt: NOW }, { ...key, revokedAt: null });
  return row;
}

/**
 * The bearer of a key. The lookup is by its hash, so nothing of the key can be found by timing.
 * @throws DomainError `invalid_api_key`, `merchant_blocked`, `production_not_permitted`
 */
export async function authenticateShopKey(db: Db, key: string): Promise<ShopKeyBearer> {
  const row = await maybeOne<KeyRow>(db, findSql, [tokenHash(key)]);
  if (row === undefined) throw new DomainError('invalid_api_key');
  if (row.merchant_status === 'blocked') throw new DomainError('merchant_blocked');
  // A merchant whose verification was taken back is out of production, keys included (spec §4).
  if (row.mode === 'production' && row.merchant_status !== 'verified') {
    throw new DomainError('production_not_permitted');
  }
  if (row.use_unrecorded) await execute(db, 'UPDATE greenfield_key SET last_used_at = now() WHERE id = $1', [row.id]);
  return {
    keyId: row.id,
    profileId: row.profile_id,
    merchantId: row.merchant_id,
    shopId: row.shop_id,
    mode: row.mode,
    label: row.label,
    permissions: row.permissions,
  };
}

interface KeyRow {
  id: string;
  profile_id: ProfileId;
  merchant_id: MerchantId;
  shop_id: string | null;
  mode: Mode;
  merchant_status: MerchantStatus;
  label: string;
  permissions: GreenfieldPermission[];
  use_unrecorded: boolean;
}

const findSql = prepared(`
  SELECT k.id, k.profile_id, p.merchant_id, p.shop_id, p.mode, m.status AS merchant_status, k.label, k.permissions,
    coalesce(k.last_used_at < now() - interval '1 minute', true) AS use_unrecorded
  FROM greenfield_key k JOIN profile p ON p.id = k.profile_id JOIN merchant m ON m.id = p.merchant_id
  WHERE k.key_hash = $1 AND k.revoked_at IS NULL`);

const listSql = prepared(`
  SELECT id, label, permissions, created_at, last_used_at FROM greenfield_key
  WHERE profile_id = $1 AND revoked_at IS NULL ORDER BY id DESC LIMIT $2`);
