import { timingSafeEqual } from 'node:crypto';
import type { TokenPermission } from '../../domain/accounts/permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { type ApiTokenId, type MerchantId, newId, type ProfileId, type UserId } from '../../domain/ids.ts';
import type { MerchantStatus } from '../../domain/state/merchant.ts';
import { type ApiVersion, DEFAULT_VERSION, storedVersion } from '../../domain/versions/api-versions.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { ipAllowed, parseAllowedIps } from './ip-allow-list.ts';
import { apiTokensTable } from './rows.ts';

export interface NewApiToken {
  readonly profileId: ProfileId;
  readonly mode: Mode;
  readonly name: string;
  readonly permissions: readonly TokenPermission[];
  /** Addresses and CIDR ranges; none means anyone. */
  readonly allowedIps?: readonly string[];
  /** The person who makes it: they may not approve what it requests. Null for the product itself. */
  readonly createdBy: UserId | null;
}

/** The merchant's copy; the secret is shown this once. */
export interface IssuedApiToken {
  readonly id: ApiTokenId;
  readonly key: string;
  readonly secret: string;
}

/** The caller with an API token. */
export interface TokenBearer {
  readonly tokenId: ApiTokenId;
  readonly profileId: ProfileId;
  readonly merchantId: MerchantId;
  /** Null is the merchant's first shop. */
  readonly shopId: string | null;
  readonly mode: Mode;
  readonly permissions: readonly TokenPermission[];
  /** The version of calls that name none. */
  readonly apiVersion: ApiVersion;
}

/**
 * Creates an API token. The key's prefix shows the mode.
 * @throws DomainError `validation_failed` for an invalid allow-list entry
 */
export async function createApiToken(
  tx: Tx,
  { profileId, mode, name, permissions, allowedIps = [], createdBy }: NewApiToken,
): Promise<IssuedApiToken> {
  const issued = { id: newId<ApiTokenId>(), key: `${PREFIX[mode]}${randomToken()}`, secret: newSecret() };
  await apiTokensTable.create(tx, {
    id: issued.id,
    profileId,
    name,
    apiKey: issued.key,
    secretHash: tokenHash(issued.secret),
    permissions,
    allowedIps: parseAllowedIps(allowedIps),
    createdBy,
    apiVersion: DEFAULT_VERSION,
  });
  return issued;
}

/**
 * Gives the token a new secret; the old one stops at once. The token counts as new, and the person who renewed it as
 * its creator.
 * @throws DomainError `not_found`.
 */
export async function renewSecret(
  tx: Tx,
  token: { readonly id: ApiTokenId; readonly profileId: ProfileId; readonly by: UserId },
): Promise<string> {
  const secret = newSecret();
  const where = { id: token.id, profileId: token.profileId, revokedAt: null };
  const renewed = { secretHash: tokenHash(secret), secretRenewedBy: token.by, armedAt: NOW };
  if ((await apiTokensTable.update(tx, renewed, where)) === 0) throw new DomainError('not_found');
  return secret;
}

/** Ends the token for good; done again, it changes nothing. */
export async function revokeApiToken(
  tx: Tx,
  token: { readonly id: ApiTokenId; readonly profileId: ProfileId },
): Promise<void> {
  const where = { id: token.id, profileId: token.profileId, revokedAt: null };
  await apiTokensTable.update(tx, { revokedAt: NOW }, where);
}

/**
 * The bearer of the credentials. An unknown key and a wrong secret get the same answer.
 *
 * @param ip the address the request came from, by the trusted proxy setting, never straight from a header.
 * @throws DomainError `invalid_api_key`; with the right secret only `merchant_blocked`, `production_not_permitted` or
 *   `ip_not_allowed`.
 */
export async function authenticateToken(
  db: Db,
  credentials: { readonly key: string; readonly secret: string; readonly ip: string },
): Promise<TokenBearer> {
  const row = await maybeOne<TokenRow>(db, findStatement, [credentials.key]);
  const given = tokenHash(credentials.secret);
  if (!timingSafeEqual(given, row?.secret_hash ?? tokenHash(randomToken())) || !row)
    throw new DomainError('invalid_api_key');
  if (row.merchant_status === 'blocked') throw new DomainError('merchant_blocked');
  // A merchant whose verification was taken back is out of production, tokens included (spec §4).
  if (row.mode === 'production' && row.merchant_status !== 'verified')
    throw new DomainError('production_not_permitted');
  if (!ipAllowed(credentials.ip, row.allowed_ips)) throw new DomainError('ip_not_allowed');
  if (row.use_unrecorded) await execute(db, 'UPDATE api_token SET last_used_at = now() WHERE id = $1', [row.id]);
  return {
    tokenId: row.id,
    profileId: row.profile_id,
    merchantId: row.merchant_id,
    shopId: row.shop_id,
    mode: row.mode,
    permissions: row.permissions,
    apiVersion: storedVersion(row.api_version),
  };
}

const PREFIX: Record<Mode, string> = { sandbox: 'tg_test_', production: 'tg_live_' };

function newSecret(): string {
  return `tgs_${randomToken()}`;
}

interface TokenRow {
  id: ApiTokenId;
  profile_id: ProfileId;
  merchant_id: MerchantId;
  shop_id: string | null;
  mode: Mode;
  merchant_status: MerchantStatus;
  secret_hash: Buffer;
  permissions: TokenPermission[];
  allowed_ips: string[];
  api_version: string;
  use_unrecorded: boolean;
}

// Writing the last use once a minute keeps reads from being writes.
const findStatement = prepared(`
  SELECT t.id, t.profile_id, p.merchant_id, p.shop_id, p.mode, m.status AS merchant_status, t.secret_hash,
         t.permissions, t.allowed_ips, t.api_version,
         coalesce(t.last_used_at < now() - interval '1 minute', true) AS use_unrecorded
  FROM api_token t JOIN profile p ON p.id = t.profile_id JOIN merchant m ON m.id = p.merchant_id
  WHERE t.api_key = $1 AND t.revoked_at IS NULL`);
