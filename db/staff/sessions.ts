import { Op } from 'sequelize';
import type { StaffId } from '../../domain/ids.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { fromNow, NOW } from '../core/table.ts';
import { type StaffMember, type StaffRow, staffColumns, staffMember } from './people.ts';
import { staffSessionsTable, staffTable } from './rows.ts';

/** A session of the console ends after half an hour without a call, and after a working day at the latest. */
const ABSOLUTE_HOURS = 10;

/** The signed-in person, and the passed factors. */
export interface StaffSession {
  readonly member: StaffMember;
  /** False: good for setting up the second factor, for nothing else. */
  readonly secondFactor: boolean;
}

/**
 * Signs in. The browser's earlier session ends (hazard 61).
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
  await staffSessionsTable.create(tx, {
    idHash: tokenHash(cookie),
    staffId: session.staffId,
    secondFactor: session.secondFactor,
    ip: session.ip,
    userAgent: session.userAgent?.slice(0, 500) ?? null,
    expiresAt: fromNow(ABSOLUTE_HOURS * 3600),
  });
  await staffTable.update(tx, { lastLoginAt: NOW }, { id: session.staffId });
  return cookie;
}

/** The session of a cookie; undefined when it is unknown, expired, idle for too long, or its person is blocked. */
export async function findStaffSession(db: Db, cookie: string): Promise<StaffSession | undefined> {
  const hash = tokenHash(cookie);
  const row = await maybeOne<StaffRow & { second_factor: boolean; unrecorded: boolean }>(db, findStatement, [hash]);
  if (!row || row.blocked) return undefined;
  if (row.unrecorded) await execute(db, 'UPDATE staff_session SET last_seen_at = now() WHERE id_hash = $1', [hash]);
  return { member: staffMember(row), secondFactor: row.second_factor };
}

/** Signs this browser out. */
export async function endStaffSession(tx: Tx, cookie: string): Promise<void> {
  await staffSessionsTable.destroy(tx, { idHash: tokenHash(cookie) });
}

/** Signs the person out everywhere. */
export async function endStaffSessions(tx: Tx, staffId: StaffId): Promise<void> {
  await staffSessionsTable.destroy(tx, { staffId });
}

/** Removes expired sessions. */
export async function deleteExpiredStaffSessions(db: Db): Promise<number> {
  return staffSessionsTable.destroy(db, { expiresAt: { [Op.lte]: NOW } });
}

const findStatement = prepared(`
  SELECT ${staffColumns}, s.second_factor, s.last_seen_at < now() - interval '1 minute' AS unrecorded
  FROM staff_session s JOIN staff_user p ON p.id = s.staff_id
  WHERE s.id_hash = $1 AND s.expires_at > now() AND s.last_seen_at > now() - interval '30 minutes'`);
