import { DomainError } from '../../domain/errors.ts';
import type { MerchantId, UserId } from '../../domain/ids.ts';
import { notifyLiveAfterCommit } from '../live.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, prepared, select } from '../sql.ts';
import { NOW } from '../table.ts';
import { randomToken, tokenHash } from './random-tokens.ts';
import { sessionsTable, usersTable } from './rows.ts';
import { type SignedInUser, signedInUser, type UserRow, userColumns } from './users.ts';

/** How long a session lasts that was not asked to be remembered. */
export const USUAL_MS = 12 * 3_600_000;

export interface NewSession {
  readonly userId: UserId;
  /** True keeps it for 30 days, else 12 hours. */
  readonly remember: boolean;
  readonly ip?: string;
  readonly userAgent?: string;
  readonly visitorId?: string;
  /** The cookie the browser had before: that session ends, because an id never survives a sign-in (hazard 61). */
  readonly replaces?: string;
}

/** Signs the user in. @returns the cookie, 256 random bits, of which only the hash is stored. */
export async function startSession(
  tx: Tx,
  session: NewSession,
): Promise<{ readonly cookie: string; readonly expiresAt: Date }> {
  if (session.replaces !== undefined) await endSession(tx, session.replaces);
  const cookie = randomToken();
  const expiresAt = new Date(Date.now() + (session.remember ? REMEMBERED_MS : USUAL_MS));
  await sessionsTable.create(tx, {
    idHash: tokenHash(cookie),
    userId: session.userId,
    visitorId: session.visitorId ?? null,
    ip: session.ip ?? null,
    userAgent: session.userAgent?.slice(0, 500) ?? null,
    expiresAt,
  });
  await usersTable.update(tx, { lastLoginAt: NOW }, { id: session.userId });
  return { cookie, expiresAt };
}

/**
 * Whose session the cookie is. Undefined when it is unknown, expired, two hours without a call unless it is remembered,
 * or when the user or merchant is blocked or being deleted.
 */
export async function findSession(
  db: Db,
  cookie: string,
): Promise<{ readonly user: SignedInUser; readonly expiresAt: Date } | undefined> {
  const hash = tokenHash(cookie);
  const row = await maybeOne<UserRow & { expires_at: Date; unrecorded: boolean }>(db, findStatement, [hash]);
  if (!row || row.blocked || row.merchant_status === 'blocked' || row.deletion_requested) return undefined;
  if (row.unrecorded) await execute(db, 'UPDATE session SET last_seen_at = now() WHERE id_hash = $1', [hash]);
  return { user: signedInUser(row), expiresAt: row.expires_at };
}

/** Which of these cookies are of sessions that still hold. Unlike {@link findSession} it is no use of the session. */
export async function stillSignedIn(db: Db, cookies: readonly string[]): Promise<ReadonlySet<string>> {
  const byHash = new Map(cookies.map((cookie) => [tokenHash(cookie).toString('hex'), cookie]));
  const rows = await select<{ id: string }>(
    db,
    `SELECT encode(s.id_hash, 'hex') AS id
     FROM session s JOIN app_user u ON u.id = s.user_id JOIN merchant m ON m.id = u.merchant_id
     WHERE s.id_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash) AND ${holds}
       AND ${admitted}`,
    [[...byHash.keys()]],
  );
  return new Set(rows.flatMap(({ id }) => byHash.get(id) ?? []));
}

/**
 * Keeps the session of the cookie from being ended until the transaction is over.
 * @throws DomainError `unauthenticated` if it has ended already
 */
export async function holdSession(tx: Tx, cookie: string | undefined): Promise<void> {
  const held = cookie === undefined ? undefined : await maybeOne(tx, holdStatement, [tokenHash(cookie)]);
  if (held === undefined) throw new DomainError('unauthenticated');
}

/** Whether the session began within the last five minutes: its user has just proved who they are. */
export async function isFreshSession(db: Db, cookie: string): Promise<boolean> {
  const sql = `SELECT 1 AS fresh FROM session WHERE id_hash = $1 AND created_at > now() - interval '5 minutes'`;
  return (await maybeOne(db, sql, [tokenHash(cookie)])) !== undefined;
}

/** Signs this browser out. */
export async function endSession(tx: Tx, cookie: string): Promise<void> {
  await endThem(tx, 'id_hash = $1', [tokenHash(cookie)]);
}

/** Signs the user out everywhere, save in the browser with the cookie given. */
export async function endOtherSessions(tx: Tx, userId: UserId, keepCookie?: string): Promise<number> {
  const keep = keepCookie === undefined ? null : tokenHash(keepCookie);
  return endThem(tx, 'user_id = $1 AND id_hash IS DISTINCT FROM $2', [userId, keep]);
}

/** A session as its user sees it. The id is the stored hash in hex, which signs nobody in. */
export interface SessionInfo {
  readonly id: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly current: boolean;
}

/** The user's sessions, the last used one first. */
export async function listSessions(db: Db, userId: UserId, currentCookie: string): Promise<SessionInfo[]> {
  const rows = await select<{
    id: string;
    ip: string | null;
    user_agent: string | null;
    created_at: Date;
    last_seen_at: Date;
  }>(
    db,
    `SELECT encode(id_hash, 'hex') AS id, host(ip) AS ip, user_agent, created_at, last_seen_at
     FROM session WHERE user_id = $1 AND expires_at > now() ORDER BY last_seen_at DESC LIMIT 100`,
    [userId],
  );
  const current = tokenHash(currentCookie).toString('hex');
  return rows.map((row) => ({
    id: row.id,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    current: row.id === current,
  }));
}

/** Signs out one of the user's browsers, named by its {@link SessionInfo} id. */
export async function endSessionById(tx: Tx, userId: UserId, id: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(id)) return false;
  return (await endThem(tx, "user_id = $1 AND id_hash = decode($2, 'hex')", [userId, id])) > 0;
}

/** Signs everybody of a merchant out. */
export async function endSessionsOfMerchant(tx: Tx, merchantId: MerchantId): Promise<void> {
  await endThem(tx, 'user_id IN (SELECT id FROM app_user WHERE merchant_id = $1)', [merchantId]);
}

/** Ends sessions and tells open pages of their users, once it is committed. */
async function endThem(tx: Tx, which: string, bind: readonly unknown[]): Promise<number> {
  const ended = await select<{ user_id: UserId }>(tx, `DELETE FROM session WHERE ${which} RETURNING user_id`, bind);
  for (const user of new Set(ended.map(({ user_id }) => user_id))) notifyLiveAfterCommit(tx, { user });
  return ended.length;
}

/** Removes sessions that are over. */
export async function deleteExpiredSessions(db: Db): Promise<number> {
  return execute(db, 'DELETE FROM session WHERE expires_at <= now()');
}

const REMEMBERED_MS = 30 * 24 * 3_600_000;

const holds = `s.expires_at > now()
    AND (s.last_seen_at > now() - interval '2 hours' OR s.expires_at - s.created_at > interval '1 day')`;
const admitted = `u.blocked_at IS NULL AND m.status <> 'blocked' AND m.deletion_requested_at IS NULL`;

const findStatement = prepared(`
  SELECT ${userColumns}, s.expires_at, s.last_seen_at < now() - interval '1 minute' AS unrecorded
  FROM session s JOIN app_user u ON u.id = s.user_id JOIN merchant m ON m.id = u.merchant_id
  WHERE s.id_hash = $1 AND ${holds}`);

const holdStatement = prepared(`
  SELECT 1 AS held FROM session s JOIN app_user u ON u.id = s.user_id JOIN merchant m ON m.id = u.merchant_id
  WHERE s.id_hash = $1 AND ${holds} AND ${admitted} FOR KEY SHARE OF s`);
