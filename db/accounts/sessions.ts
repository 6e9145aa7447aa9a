import { Op } from 'sequelize';
import { DomainError } from '../../domain/errors.ts';
import type { MerchantId, UserId } from '../../domain/ids.ts';
import { SESSION_DAYS, SESSION_HOURS } from '../../domain/legal/retention.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, one, prepared, select } from '../core/sql.ts';
import { fromNow, NOW } from '../core/table.ts';
import { sessionsTable } from './rows.ts';
import { type SignedInUser, signedInUser, type UserRow, userColumns } from './users.ts';

/** How long a session lasts without "remember me". */
export const USUAL_MS = SESSION_HOURS * 3_600_000;

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
  const { expires_at: expiresAt } = await one<{ expires_at: Date }>(tx, startStatement, [
    tokenHash(cookie),
    session.userId,
    session.visitorId ?? null,
    session.ip ?? null,
    session.userAgent?.slice(0, 500) ?? null,
    (session.remember ? REMEMBERED_MS : USUAL_MS) / 1000,
  ]);
  return { cookie, expiresAt };
}

/**
 * The session of a cookie. Undefined when it is unknown, expired, two hours without a call unless it is remembered, or
 * when the user or merchant is blocked or being deleted.
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

/** Which of these cookies are of open sessions. Unlike {@link findSession} it does not count as use of the session. */
export async function stillSignedIn(db: Db, cookies: readonly string[]): Promise<ReadonlySet<string>> {
  const byHash = new Map(cookies.map((cookie) => [tokenHash(cookie).toString('hex'), cookie]));
  const rows = await select<{ id: string }>(
    db,
    `SELECT encode(s.id_hash, 'hex') AS id
     FROM session s JOIN app_user u ON u.id = s.user_id JOIN merchant m ON m.id = u.merchant_id
     WHERE s.id_hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash) AND ${isOpen}
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
  const fresh = { idHash: tokenHash(cookie), createdAt: { [Op.gt]: fromNow(-300) } };
  return (await sessionsTable.findOne(db, fresh, { columns: ['userId'] })) !== undefined;
}

/** Signs this browser out. */
export async function endSession(tx: Tx, cookie: string): Promise<void> {
  await endSessions(tx, 'id_hash = $1', [tokenHash(cookie)]);
}

/** Signs the user out everywhere except in the browser with the given cookie. */
export async function endOtherSessions(tx: Tx, userId: UserId, keepCookie?: string): Promise<number> {
  const keep = keepCookie === undefined ? null : tokenHash(keepCookie);
  return endSessions(tx, 'user_id = $1 AND id_hash IS DISTINCT FROM $2', [userId, keep]);
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
  const open = { userId, expiresAt: { [Op.gt]: NOW } };
  const sessions = await sessionsTable.find(db, open, { order: [['lastSeenAt', 'DESC']], limit: 100 });
  const current = tokenHash(currentCookie);
  return sessions.map(({ idHash, ip, userAgent, createdAt, lastSeenAt }) => ({
    id: idHash.toString('hex'),
    ip,
    userAgent,
    createdAt,
    lastSeenAt,
    current: idHash.equals(current),
  }));
}

/** Signs out one of the user's browsers, named by its {@link SessionInfo} id. */
export async function endSessionById(tx: Tx, userId: UserId, id: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(id)) return false;
  return (await endSessions(tx, "user_id = $1 AND id_hash = decode($2, 'hex')", [userId, id])) > 0;
}

/** Signs everybody of a merchant out. */
export async function endSessionsOfMerchant(tx: Tx, merchantId: MerchantId): Promise<void> {
  await endSessions(tx, 'user_id IN (SELECT id FROM app_user WHERE merchant_id = $1)', [merchantId]);
}

/** Ends sessions and notifies open pages of their users, once it is committed. */
async function endSessions(tx: Tx, which: string, bind: readonly unknown[]): Promise<number> {
  const ended = await select<{ user_id: UserId }>(tx, `DELETE FROM session WHERE ${which} RETURNING user_id`, bind);
  for (const user of new Set(ended.map(({ user_id }) => user_id))) notifyLiveAfterCommit(tx, { user });
  return ended.length;
}

/** Removes expired sessions. */
export async function deleteExpiredSessions(db: Db): Promise<number> {
  return sessionsTable.destroy(db, { expiresAt: { [Op.lte]: NOW } });
}

const REMEMBERED_MS = SESSION_DAYS * 24 * 3_600_000;

const isOpen = `s.expires_at > now()
    AND (s.last_seen_at > now() - interval '2 hours' OR s.expires_at - s.created_at > interval '1 day')`;
const admitted = `u.blocked_at IS NULL AND m.status <> 'blocked' AND m.deletion_requested_at IS NULL`;

const startStatement = prepared(`
  WITH signed_in AS (UPDATE app_user SET last_login_at = now() WHERE id = $2)
  INSERT INTO session (id_hash, user_id, visitor_id, ip, user_agent, expires_at)
  VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
  RETURNING expires_at`);

const findStatement = prepared(`
  SELECT ${userColumns}, s.expires_at, s.last_seen_at < now() - interval '1 minute' AS unrecorded
  FROM session s JOIN app_user u ON u.id = s.user_id JOIN merchant m ON m.id = u.merchant_id
  WHERE s.id_hash = $1 AND ${isOpen}`);

const holdStatement = prepared(`
  SELECT 1 AS held FROM session s JOIN app_user u ON u.id = s.user_id JOIN merchant m ON m.id = u.merchant_id
  WHERE s.id_hash = $1 AND ${isOpen} AND ${admitted} FOR KEY SHARE OF s`);
