import { type StaffRole, staffMay } from '../../domain/accounts/staff-permissions.ts';
import { MODES, type Mode } from '../../domain/assets/assets.ts';
import { endToEndIdOf } from '../../domain/bank/end-to-end-id.ts';
import { missingVotes } from '../../domain/compliance/two-people.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import { isReleasedSql, requireCheckedRestores, restoredBoundary } from '../core/restored.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { lockUntilCommit, prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { euroReleased } from '../payouts/emergency-stop.ts';
import { react } from '../process/reactions.ts';
import type { StaffMember } from '../staff/people.ts';
import { releasesTable } from './rows.ts';

/** A euro payment that a backup shows as not at the bank: it goes there only by two people. */
export interface RestoredPayment {
  readonly id: string;
  readonly mode: Mode;
  readonly kind: 'withdrawal' | 'own';
  readonly amountMinor: bigint;
  readonly name: string;
  readonly iban: string;
  readonly createdAt: Date;
}

/** A request of one person, until another one of another role confirms it. */
export interface OpenRelease {
  readonly id: string;
  readonly mode: Mode;
  readonly payments: readonly string[];
  readonly note: string;
  readonly requestedBy: string;
  readonly requestedRole: StaffRole;
  readonly by: string;
  readonly at: Date;
  readonly isBlocked: boolean;
}

/**
 * All payments from before the last restore that are not released, the oldest first. A payment that the account was
 * debited for is not among them, even if only a notification says so: the bank made it.
 */
export async function listRestoredPayments(on: Tx | Db, mode: Mode): Promise<RestoredPayment[]> {
  const boundary = await restoredBoundary(on);
  if (boundary === null) return [];
  const rows = await select<Omit<RestoredPayment, 'amountMinor'> & { minor: string }>(on, listSql, [mode, boundary]);
  const debited = await debitedOf(
    on,
    mode,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => !debited.has(id)).map(({ minor, ...row }) => ({ ...row, amountMinor: BigInt(minor) }));
}

/** Which of these payments a debit names. */
async function debitedOf(on: Tx | Db, mode: Mode, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const named = new Map(ids.map((id) => [endToEndIdOf(id), id]));
  const found = await select<{ reference: string }>(on, debitedSql, [mode, [...named.keys()]]);
  return new Set(found.flatMap(({ reference }) => named.get(reference) ?? []));
}

/** The payments that wait for a second person, in all modes. */
export async function openReleases(on: Tx | Db): Promise<OpenRelease[]> {
  return select<OpenRelease>(on, openSql, [MODES]);
}

interface Deciding extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly member: StaffMember;
}

/**
 * Requests that payments from before the restore go to the bank. It replaces an open request of the mode.
 * @throws DomainError `permission_denied`; `restore_unchecked`; `conflict` for a payment that does not wait for it
 */
export async function requestRelease(
  tx: Tx,
  { mode, payments, note }: { readonly mode: Mode; readonly payments: readonly string[]; readonly note: string },
  { member, actor, origin }: Deciding,
): Promise<string> {
  requireOperator(member);
  await requireCheckedRestores(tx, 'euro');
  await lockUntilCommit(tx, `restored-release:${mode}`);
  const waiting = new Map((await listRestoredPayments(tx, mode)).map((payment) => [payment.id, payment]));
  const chosen = [...new Set(payments)].flatMap((id) => waiting.get(id) ?? []);
  if (chosen.length === 0 || chosen.length < new Set(payments).size)
    throw new DomainError('conflict', { message: CHANGED });
  await releasesTable.destroy(tx, { mode, confirmedAt: null });
  const id = newId();
  const ids = chosen.map((payment) => payment.id);
  await releasesTable.create(tx, { id, mode, payments: ids, note, requestedBy: member.id, requestedRole: member.role });
  await audit(tx, entryOf({ actor, origin, id, mode, chosen, action: 'bank.release_requested', note }));
  return id;
}

/**
 * Confirms a request of another person of another role: exactly its payments may go into a file, if everything else
 * about them still allows it.
 * @throws DomainError `permission_denied`; `restore_unchecked`; `conflict` when it is not open, or needs somebody else
 */
export async function confirmRelease(tx: Tx, id: string, { member, actor, origin }: Deciding): Promise<void> {
  requireOperator(member);
  await requireCheckedRestores(tx, 'euro');
  const open = (await openReleases(tx)).find((each) => each.id === id);
  if (open === undefined) throw new DomainError('conflict', { message: CHANGED });
  const { mode, note, requestedBy, requestedRole, isBlocked } = open;
  await lockUntilCommit(tx, `restored-release:${mode}`);
  const votes = [
    { staffId: requestedBy, role: requestedRole, isBlocked },
    { staffId: member.id, role: member.role },
  ];
  const missing = missingVotes(votes, { verb: 'release payments from before the restore', mlroBecause: null });
  if (missing !== null) throw new DomainError('conflict', { message: missing });
  if ((await debitedOf(tx, mode, open.payments)).size > 0) throw new DomainError('conflict', { message: CHANGED });
  const moved = await releasesTable.update(tx, { confirmedBy: member.id, confirmedAt: NOW }, { id, confirmedAt: null });
  if (moved === 0) throw new DomainError('conflict', { message: CHANGED });
  const waiting = (await listAll(tx, mode)).filter((payment) => open.payments.includes(payment.id));
  await audit(tx, entryOf({ actor, origin, id, mode, chosen: waiting, action: 'bank.release_confirmed', note }));
  await react(tx, euroReleased, [{ modes: [mode] }]);
}

const CHANGED = 'These payments are not what waits any more. Review what waits now.';

function requireOperator({ role }: StaffMember): void {
  if (!staffMay(role, 'bank_operate')) throw new DomainError('permission_denied');
}

async function listAll(tx: Tx, mode: Mode): Promise<RestoredPayment[]> {
  const boundary = await restoredBoundary(tx);
  const rows = await select<Omit<RestoredPayment, 'amountMinor'> & { minor: string }>(tx, allSql, [mode, boundary]);
  return rows.map(({ minor, ...row }) => ({ ...row, amountMinor: BigInt(minor) }));
}

interface Released extends Pick<AuditEntry, 'actor' | 'origin' | 'action'> {
  readonly id: string;
  readonly mode: Mode;
  readonly chosen: readonly RestoredPayment[];
  readonly note: string;
}

function entryOf({ actor, origin, action, id, mode, chosen, note }: Released): AuditEntry {
  const total = chosen.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const label = `${chosen.length} payments of ${formatAmount(total, 2)} EUR (${mode})`;
  return { chain: 'staff', actor, origin, action, target: { kind: 'release', id, label }, data: { note } };
}

/** Of withdrawals, also those that no payment was made for yet; own payments; none that is in a file. */
const waitingSql = (more: string) => `
  SELECT * FROM (
    SELECT w.id, w.mode, 'withdrawal' AS kind, w.net_minor::text AS minor, w.account_name AS name, w.iban,
      w.created_at AS "createdAt"
    FROM withdrawal w WHERE w.mode = $1 AND w.id < $2 AND w.status IN ('new', 'pending', 'queue')
      AND w.bank_stage <> 'in_file'
    UNION ALL
    SELECT p.id, p.mode, 'own', p.amount_minor::text, p.creditor_name, p.creditor_iban, p.created_at
    FROM bank_payment p WHERE p.mode = $1 AND p.id < $2 AND p.status = 'waiting'
      AND NOT EXISTS (SELECT FROM withdrawal w WHERE w.id = p.id)) AS t
  WHERE true ${more} ORDER BY id`;
const debitedSql = prepared(`
  SELECT e.end_to_end_id AS reference FROM bank_entry e
  WHERE e.mode = $1 AND e.end_to_end_id = ANY($2::text[]) AND e.direction = 'debit' AND e.ended_at IS NULL
    AND NOT e.denied`);
const listSql = prepared(waitingSql(`AND NOT ${isReleasedSql('t.id')}`));
const allSql = prepared(waitingSql(''));
const openSql = prepared(`
  SELECT r.id, r.mode, r.payments, r.note, r.requested_by AS "requestedBy", r.requested_role AS "requestedRole",
    s.full_name AS by, r.requested_at AS at, ${isBlockedSql('s.id')} AS "isBlocked"
  FROM restored_release r JOIN staff_user s ON s.id = r.requested_by
  WHERE r.mode = ANY($1::text[]) AND r.confirmed_at IS NULL ORDER BY r.requested_at`);
