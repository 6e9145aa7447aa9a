import { type StaffPermission, type StaffRole, staffMay } from '../../domain/accounts/staff-permissions.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId, type StaffId } from '../../domain/ids.ts';
import { passwordMatches } from '../accounts/passwords.ts';
import { normalEmail } from '../accounts/users.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, one, prepared } from '../core/sql.ts';
import { fromNow, NOW } from '../core/table.ts';
import { staffDevicesTable, staffLinksTable, staffRecoveryCodesTable, staffSessionsTable, staffTable } from './rows.ts';

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

/** Everybody who may do this now, by name. */
export async function listStaffWith(
  on: Db | Tx,
  permission: StaffPermission,
): Promise<readonly { readonly id: StaffId; readonly fullName: string }[]> {
  const all = await staffTable.find(on, { blockedAt: null }, { columns: ['id', 'fullName', 'role', 'totpEnabledAt'] });
  const able = all.filter(({ role, totpEnabledAt }) => totpEnabledAt !== null && staffMay(role, permission));
  return able.toSorted((one, other) => one.fullName.localeCompare(other.fullName));
}

/** @throws DomainError `conflict` when the email address is taken */
export async function addStaff(
  tx: Tx,
  person: { readonly email: string; readonly fullName: string; readonly role: StaffRole },
): Promise<StaffId> {
  const id = newId<StaffId>();
  const sql = `INSERT INTO staff_user (id, email, full_name, role) VALUES ($1, $2, $3, $4)
    ON CONFLICT (email) DO NOTHING`;
  const added = await execute(tx, sql, [id, normalEmail(person.email), person.fullName, person.role]);
  if (added === 0) throw new DomainError('conflict', { message: 'This email address is taken.' });
  return id;
}

/**
 * A link's token, good once and for {@link LINK_HOURS} hours, which sets a password and leads to a new second factor.
 * Earlier links stop working, sessions end, and the second factor is forgotten: also the way back in for a person who
 * lost everything.
 */
export async function newStaffLink(tx: Tx, staffId: StaffId): Promise<string> {
  const token = randomToken();
  await endEverything(tx, staffId);
  await staffLinksTable.create(tx, { tokenHash: tokenHash(token), staffId, expiresAt: fromNow(LINK_HOURS * 3600) });
  return token;
}

/**
 * Forgets password, second factor, links, known browsers and sessions: nothing opens the console for this person any
 * more.
 */
export async function endEverything(tx: Tx, staffId: StaffId): Promise<void> {
  for (const table of [staffLinksTable, staffSessionsTable, staffRecoveryCodesTable, staffDevicesTable]) {
    await table.destroy(tx, { staffId });
  }
  const nothing = { passwordHash: null, totpSecretSealed: null, totpPendingSealed: null, totpEnabledAt: null };
  await staffTable.update(tx, { ...nothing, totpLastStep: null }, { id: staffId });
}

/** The person of a link; undefined when the link was used, has expired or is unknown. */
export async function staffOfLink(on: Db | Tx, token: string): Promise<StaffMember | undefined> {
  const row = await maybeOne<StaffRow>(on, ofLink, [tokenHash(token)]);
  return row && staffMember(row);
}

/**
 * Sets the password of the link's person and uses the link up. @throws DomainError `not_found` for an invalid link
 */
export async function setStaffPassword(
  tx: Tx,
  { token, passwordHash }: { readonly token: string; readonly passwordHash: string },
): Promise<StaffMember> {
  const used = await maybeOne<{ staff_id: StaffId }>(
    tx,
    `UPDATE staff_link SET used_at = now()
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING staff_id`,
    [tokenHash(token)],
  );
  if (used === undefined) throw new DomainError('not_found');
  await staffTable.update(tx, { passwordHash }, { id: used.staff_id });
  return readStaff(tx, used.staff_id);
}

/**
 * The person with this email address and password. @throws DomainError `invalid_credentials`, after the same time for
 * every cause
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

/** By email address, for the command. */
export async function findStaff(on: Db | Tx, email: string): Promise<StaffMember | undefined> {
  const row = await maybeOne<StaffRow>(on, byEmail, [normalEmail(email)]);
  return row && staffMember(row);
}

/** Takes the console away from a person, at once, or gives it back. */
export async function blockStaff(tx: Tx, id: StaffId, blocked: boolean): Promise<void> {
  await staffTable.update(tx, { blockedAt: blocked ? NOW : null }, { id });
  if (blocked) await staffSessionsTable.destroy(tx, { staffId: id });
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
