import type { StaffId } from '../../domain/ids.ts';
import { randomToken, tokenHash } from '../people/random-tokens.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, prepared } from '../sql.ts';
import { type StaffMember, type StaffRow, staffColumns, staffMember } from './people.ts';

/** A session of the console ends after half an hour without a call, and after a working day at the latest. */
const ABSOLUTE_HOURS = 10;

/** Who is signed in, and how far. */
export interface StaffSession {
  readonly member: StaffMember;
  /** False: good for setting up the second factor, for nothing else. */
  readonly secondFactor: boolean;
}

/**
 * Signs in. The session that the browser had ends (hazard 61).
 * @returns the cookie, 256 random bits, of which only the hash is stored
 */
export async function startStaffSession(
  tx: Tx,
  session: {
    readonly staffId: StaffId;
    readonly secondFactor: boolean;
    readonly ip: string;
    readonly userAgent: string | undefined;
    readonly replaces: string | undefined;
  },
): Promise<string> {
  if (session.replaces !== undefined) await endStaffSession(tx, session.replaces);
  const cookie = randomToken();
  await execute(
    tx,
    `INSERT INTO staff_session (id_hash, staff_id, second_factor, ip, user_agent, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(hours => $6::int))`,
    [
      tokenHash(cookie),
      session.staffId,
      session.secondFactor,
      session.ip,
      session.userAgent?.slice(0, 500) ?? null,
      ABSOLUTE_HOURS,
    ],
  );
  await execute(tx, 'UPDATE staff_user SET last_login_at = now() WHERE id = $1', [session.staffId]);
  return cookie;
}

/** Whose session the cookie is; undefined when it is unknown, over, idle for too long, or the person is blocked. */
export async function findStaffSession(db: Db, cookie: string): Promise<StaffSession | undefined> {
  const hash = tokenHash(cookie);
  const row = await maybeOne<StaffRow & { second_factor: boolean; unrecorded: boolean }>(db, findStatement, [hash]);
  if (!row || row.blocked) return undefined;
  if (row.unrecorded) await execute(db, 'UPDATE staff_session SET last_seen_at = now() WHERE id_hash = $1', [hash]);
  return { member: staffMember(row), secondFactor: row.second_factor };
}

/** Signs this browser out. */
export async function endStaffSession(tx: Tx, cookie: string): Promise<void> {
  await execute(tx, 'DELETE FROM staff_session WHERE id_hash = $1', [tokenHash(cookie)]);
}

/** Signs the person out everywhere. */
export async function endStaffSessions(tx: Tx, staffId: StaffId): Promise<void> {
  await execute(tx, 'DELETE FROM staff_session WHERE staff_id = $1', [staffId]);
}

/** Removes sessions that are over. */
export async function deleteExpiredStaffSessions(db: Db): Promise<number> {
  return execute(db, 'DELETE FROM staff_session WHERE expires_at <= now()');
}

const findStatement = prepared(`
  SELECT ${staffColumns}, s.second_factor, s.last_seen_at < now() - interval '1 minute' AS unrecorded
  FROM staff_session s JOIN staff_user p ON p.id = s.staff_id
  WHERE s.id_hash = $1 AND s.expires_at > now() AND s.last_seen_at > now() - interval '30 minutes'`);
