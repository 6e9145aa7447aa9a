import { DomainError } from '../../domain/errors.ts';
import { newId, type StaffId } from '../../domain/ids.ts';
import type { StaffRole } from '../../domain/staff-permissions.ts';
import { passwordMatches } from '../people/passwords.ts';
import { randomToken, tokenHash } from '../people/random-tokens.ts';
import { normalEmail } from '../people/users.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, one, prepared } from '../sql.ts';

/** A person of the gateway's staff. */
export interface StaffMember {
  readonly id: StaffId;
  readonly email: string;
  readonly fullName: string;
  readonly role: StaffRole;
  readonly twoFactorEnabled: boolean;
}

/** How long the link of {@link newStaffLink} opens. */
export const LINK_HOURS = 48;

/** @throws DomainError `conflict` when the mail address is taken */
export async function addStaff(
  tx: Tx,
  person: { readonly email: string; readonly fullName: string; readonly role: StaffRole },
): Promise<StaffId> {
  const id = newId<StaffId>();
  const sql = `INSERT INTO staff_user (id, email, full_name, role) VALUES ($1, $2, $3, $4) ON CONFLICT (email) DO NOTHING`;
  const added = await execute(tx, sql, [id, normalEmail(person.email), person.fullName, person.role]);
  if (added === 0) throw new DomainError('conflict', { message: 'This email address is taken.' });
  return id;
}

/**
 * A link's token, good once and for {@link LINK_HOURS} hours, which sets a password and leads to a new second factor.
 * Links made before open no more, sessions end, and the second factor is forgotten: also the way back in for who lost
 * everything.
 */
export async function newStaffLink(tx: Tx, staffId: StaffId): Promise<string> {
  const token = randomToken();
  await endEverything(tx, staffId);
  await execute(
    tx,
    'INSERT INTO staff_link (token_hash, staff_id, expires_at) VALUES ($1, $2, now() + make_interval(hours => $3::int))',
    [tokenHash(token), staffId, LINK_HOURS],
  );
  return token;
}

/**
 * Forgets password, second factor, links, known browsers and sessions: whatever opened the console for this person
 * opens it no more.
 */
export async function endEverything(tx: Tx, staffId: StaffId): Promise<void> {
  await execute(tx, 'DELETE FROM staff_link WHERE staff_id = $1', [staffId]);
  await execute(tx, 'DELETE FROM staff_session WHERE staff_id = $1', [staffId]);
  await execute(tx, 'DELETE FROM staff_recovery_code WHERE staff_id = $1', [staffId]);
  await execute(tx, 'DELETE FROM staff_device WHERE staff_id = $1', [staffId]);
  await execute(
    tx,
    `UPDATE staff_user SET password_hash = NULL, totp_secret_sealed = NULL, totp_pending_sealed = NULL, totp_enabled_at = NULL,
       totp_last_step = NULL WHERE id = $1`,
    [staffId],
  );
}

/** Whose link it is; undefined when it was used, is too old, or never was. */
export async function staffOfLink(on: Db | Tx, token: string): Promise<StaffMember | undefined> {
  const row = await maybeOne<StaffRow>(on, ofLink, [tokenHash(token)]);
  return row && staffMember(row);
}

/**
 * Sets the password of the link's person and uses the link up. @throws DomainError `not_found` when it does not open
 */
export async function setStaffPassword(
  tx: Tx,
  { token, passwordHash }: { readonly token: string; readonly passwordHash: string },
): Promise<StaffMember> {
  const used = await maybeOne<{ staff_id: StaffId }>(
    tx,
    'UPDATE staff_link SET used_at = now() WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING staff_id',
    [tokenHash(token)],
  );
  if (used === undefined) throw new DomainError('not_found');
  await execute(tx, 'UPDATE staff_user SET password_hash = $2 WHERE id = $1', [used.staff_id, passwordHash]);
  return readStaff(tx, used.staff_id);
}

/**
 * Whose mail address and password these are. @throws DomainError `invalid_credentials`, after the same time for
 * whatever was wrong
 */
export async function checkStaffPassword(
  db: Db,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<StaffMember> {
  const row = await maybeOne<StaffRow & { password_hash: string | null }>(db, byEmail, [normalEmail(email)]);
  const matches = await passwordMatches(password, row?.password_hash ?? undefined);
  if (!row || !matches || row.blocked) throw new DomainError('invalid_credentials');
  return staffMember(row);
}

/** The person as of now. */
export async function readStaff(on: Db | Tx, id: StaffId): Promise<StaffMember> {
  return staffMember(await one<StaffRow>(on, byId, [id]));
}

/** By mail address, for the command. */
export async function findStaff(on: Db | Tx, email: string): Promise<StaffMember | undefined> {
  const row = await maybeOne<StaffRow>(on, byEmail, [normalEmail(email)]);
  return row && staffMember(row);
}

/** Takes the console away from a person, at once, or gives it back. */
export async function blockStaff(tx: Tx, id: StaffId, blocked: boolean): Promise<void> {
  await execute(tx, 'UPDATE staff_user SET blocked_at = CASE WHEN $2 THEN now() END WHERE id = $1', [id, blocked]);
  if (blocked) await execute(tx, 'DELETE FROM staff_session WHERE staff_id = $1', [id]);
}

/** The columns of {@link StaffRow}, for statements that join `staff_user p`. */
export const staffColumns = `p.id, p.email, p.full_name, p.role, p.totp_enabled_at IS NOT NULL AS two_factor,
  p.blocked_at IS NOT NULL AS blocked`;

export interface StaffRow {
  readonly id: StaffId;
  readonly email: string;
  readonly full_name: string;
  readonly role: StaffRole;
  readonly two_factor: boolean;
  readonly blocked: boolean;
}

export function staffMember(row: StaffRow): StaffMember {
  return {
    id: row.id,
    email: row.email,
    fullName: row.full_name,
    role: row.role,
    twoFactorEnabled: row.two_factor,
  };
}

const byEmail = prepared(`SELECT ${staffColumns}, p.password_hash FROM staff_user p WHERE p.email = $1`);
const byId = prepared(`SELECT ${staffColumns} FROM staff_user p WHERE p.id = $1`);
const ofLink = prepared(`
  SELECT ${staffColumns} FROM staff_link l JOIN staff_user p ON p.id = l.staff_id
  WHERE l.token_hash = $1 AND l.used_at IS NULL AND l.expires_at > now() AND p.blocked_at IS NULL`);
