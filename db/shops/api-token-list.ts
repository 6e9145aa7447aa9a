import { addsPower, powerPermissions, type TokenPermission } from '../../domain/accounts/permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ApiTokenId, ProfileId } from '../../domain/ids.ts';
import type { ApiVersion } from '../../domain/versions/api-versions.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, select } from '../core/sql.ts';
import { isLooserList, parseAllowedIps } from './ip-allow-list.ts';

export interface ApiTokenRow {
  readonly id: ApiTokenId;
  readonly name: string;
  readonly mode: Mode;
  readonly api_key: string;
  readonly permissions: TokenPermission[];
  readonly allowed_ips: string[];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly api_version: string;
  readonly version: number;
}

interface OfProfile {
  readonly id: ApiTokenId;
  readonly profileId: ProfileId;
}

/** The living tokens of a profile, the newest first, and how many there are. */
export async function listApiTokens(
  on: Db | Tx,
  query: { readonly profileId: ProfileId; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly ApiTokenRow[]; readonly total: number }> {
  const rows = await select<ApiTokenRow & { total: string }>(
    on,
    `SELECT ${COLUMNS}, count(*) OVER () AS total ${FROM} ORDER BY t.id DESC LIMIT $2 OFFSET $3`,
    [query.profileId, query.limit, query.offset],
  );
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

/** One living token. @throws DomainError `not_found`, also for another profile's and one that was deleted */
export async function readApiToken(on: Db | Tx, { id, profileId }: OfProfile): Promise<ApiTokenRow> {
  const row = await maybeOne<ApiTokenRow>(on, `SELECT ${COLUMNS} ${FROM} AND t.id = $2`, [profileId, id]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

export interface ApiTokenChange extends OfProfile {
  readonly version: number;
  readonly name: string;
  readonly permissions: readonly TokenPermission[];
  readonly allowedIps: readonly string[];
  /** Left out, it stays as it is. */
  readonly apiVersion?: ApiVersion | undefined;
}

/**
 * Changes name, permissions and addresses; a token that may move more money by it counts as new. Calls under way
 * are not stopped, those from a second later on are checked again.
 * @returns the token before
 * @throws DomainError `not_found`, `changed_meanwhile`, `validation_failed` for an entry that is no address
 */
export async function updateApiToken(tx: Tx, change: ApiTokenChange): Promise<ApiTokenRow> {
  const { id, profileId, version, name, permissions } = change;
  const before = await readApiToken(tx, { id, profileId });
  const allowedIps = parseAllowedIps(change.allowedIps);
  const updated = await execute(
    tx,
    `UPDATE api_token SET name = $4, permissions = $5, allowed_ips = $6, version = version + 1,
       armed_at = CASE WHEN $7 THEN now() ELSE armed_at END, api_version = coalesce($8, api_version)
     WHERE id = $1 AND profile_id = $2 AND version = $3 AND revoked_at IS NULL`,
    [
      id,
      profileId,
      version,
      name,
      [...permissions],
      allowedIps,
      gainsPower(before, { permissions, allowedIps }),
      change.apiVersion ?? null,
    ],
  );
  if (updated === 0) throw new DomainError('changed_meanwhile');
  return before;
}

/** Whether a change lets a token move money or events that it could not move before, or from where it could not. */
export function gainsPower(
  before: Pick<ApiTokenRow, 'permissions' | 'allowed_ips'>,
  after: { readonly permissions: readonly TokenPermission[]; readonly allowedIps: readonly string[] },
): boolean {
  const moves = powerPermissions(after.permissions);
  if (moves.some((each) => addsPower(each, before.permissions))) return true;
  return moves.length > 0 && isLooserList(before.allowed_ips, after.allowedIps);
}

/** How many tokens a profile may have: a limit on everything. */
const MAX_TOKENS = 50;

const COLUMNS =
  't.id, t.name, p.mode, t.api_key, t.permissions, t.allowed_ips, t.created_at, t.last_used_at, t.api_version, t.version';
const FROM = 'FROM api_token t JOIN profile p ON p.id = t.profile_id WHERE t.profile_id = $1 AND t.revoked_at IS NULL';

/** @throws DomainError `conflict` where the profile has as many tokens as it may */
export async function requireTokenLimit(tx: Tx, profileId: ProfileId): Promise<void> {
  // Concurrent requests wait here, so that the count stays correct.
  await execute(tx, 'SELECT 1 FROM profile WHERE id = $1 FOR UPDATE', [profileId]);
  const { total } = await listApiTokens(tx, { profileId, limit: 1, offset: 0 });
  if (total < MAX_TOKENS) return;
  throw new DomainError('conflict', { message: `A profile can have ${MAX_TOKENS} API tokens. Delete one first.` });
}
