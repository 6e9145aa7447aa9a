import { type StaffRole, staffMay } from '../../domain/accounts/staff-permissions.ts';
import { missingVotes } from '../../domain/compliance/two-people.ts';
import { DomainError } from '../../domain/errors.ts';
import type { StaffId } from '../../domain/ids.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { withBlocks } from '../core/blocked-staff.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { endContradiction } from './contradictions.ts';
import { moveBankFile } from './files.ts';
import { lockBank } from './lock.ts';
import {
  type BankEntryRow,
  bankEntriesTable,
  type ContradictionChoice,
  type ContradictionRow,
  contradictionsTable,
} from './rows.ts';

/** An open contradiction, and the first entries that the refused statement denies. */
export interface OpenContradiction {
  readonly row: ContradictionRow;
  readonly denied: readonly BankEntryRow[];
  readonly deniedCount: number;
  /** The person who requests a decision. */
  readonly by: string | null;
}

/** The newest first. */
export async function listContradictions(on: Tx | Db, limit: number): Promise<OpenContradiction[]> {
  const found = await select<{ by: string | null; count: number }>(on, openSql, [limit]);
  const open: OpenContradiction[] = [];
  for (const { by, count: deniedCount, ...raw } of found) {
    const row = contradictionsTable.read(raw) as ContradictionRow;
    const order = { order: [['createdAt', 'ASC'] as const, ['id', 'ASC'] as const], limit };
    open.push({ row, denied: await bankEntriesTable.find(on, { doubtedBy: row.id }, order), deniedCount, by });
  }
  return open;
}

interface Deciding extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly member: { readonly id: StaffId; readonly role: StaffRole };
}

export interface ContradictionVote {
  readonly id: string;
  /** The statement that is right. */
  readonly choice: ContradictionChoice;
  readonly note: string;
}

/**
 * Requests which of two statements is right, after the bank was asked. Nothing moves. It replaces an open request.
 * @throws DomainError `permission_denied`, `not_found`, `conflict` once it is decided
 */
export async function requestChoice(tx: Tx, { id, choice, note }: ContradictionVote, act: Deciding): Promise<void> {
  const { member, actor, origin } = act;
  const row = await lockOpen(tx, id, act);
  const requested = { requestedBy: member.id, requestedRole: member.role, requestedAt: NOW };
  await contradictionsTable.update(tx, { choice, note, ...requested }, { id });
  await audit(tx, entryOf(row, { actor, origin, action: 'bank.contradiction_requested', choice, note }));
}

/**
 * Confirms the request of another person of another role. The refused statement is read again and booked in the next
 * round, if it still differs in exactly this; or what is booked stays, and its euro go on.
 * @throws DomainError `permission_denied`, `not_found`, `conflict` if another choice is requested now, or somebody else
 *   must confirm it
 */
export async function confirmChoice(
  tx: Tx,
  { id, choice }: Omit<ContradictionVote, 'note'>,
  act: Deciding,
): Promise<void> {
  const { member, actor, origin } = act;
  const row = await lockOpen(tx, id, act);
  const { fileId, note, requestedBy, requestedRole } = row;
  if (row.choice !== choice || note === null || requestedBy === null || requestedRole === null)
    throw new DomainError('conflict', { message: CHANGED });
  const votes = await withBlocks(tx, [
    { staffId: requestedBy, role: requestedRole },
    { staffId: member.id, role: member.role },
  ]);
  const missing = missingVotes(votes, { verb: 'say which statement is right', mlroBecause: null });
  if (missing !== null) throw new DomainError('conflict', { message: missing });
  await contradictionsTable.update(tx, { confirmedBy: member.id, confirmedAt: NOW }, { id });
  if (choice === 'refused') {
    await moveBankFile(tx, { id: fileId, from: ['refused'] }, { state: 'stored', problem: null });
  } else {
    await endContradiction(tx, row);
    const problem = `Two people have decided that what is booked is right: ${note}`;
    await moveBankFile(tx, { id: fileId, from: ['refused', 'stored'] }, { state: 'refused', problem });
  }
  await audit(tx, entryOf(row, { actor, origin, action: 'bank.contradiction_confirmed', choice, note }));
}

const CHANGED = 'The two statements differ in something else now, or another decision is requested. Review it again.';

/** Under the lock of the bank, so that no round notes another contradiction of the file meanwhile. */
async function lockOpen(tx: Tx, id: string, { member: { role } }: Deciding): Promise<ContradictionRow> {
  if (!staffMay(role, 'bank_operate')) throw new DomainError('permission_denied');
  const found = await contradictionsTable.findOne(tx, { id });
  if (found === undefined) throw new DomainError('not_found');
  await lockBank(tx, found.mode);
  const row = await contradictionsTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
  if (row === undefined || row.endedAt !== null || row.confirmedAt !== null)
    throw new DomainError('conflict', { message: CHANGED });
  return row;
}

function entryOf(
  { id, statementId, closingDay, mode }: ContradictionRow,
  { choice, note, ...entry }: Pick<AuditEntry, 'actor' | 'origin' | 'action'> & Omit<ContradictionVote, 'id'>,
): AuditEntry {
  const label = `${statementId} of ${closingDay} (${mode})`;
  const right = choice === 'refused' ? 'it is right' : 'what is booked is right';
  return { ...entry, chain: 'staff', target: { kind: 'bank_statement', id, label }, data: { right, note } };
}

const openSql = prepared(`
  SELECT ${contradictionsTable.selected('x')}, s.full_name AS by,
    (SELECT count(*)::int FROM bank_entry e WHERE e.doubted_by = x.id) AS count
  FROM bank_contradiction x LEFT JOIN staff_user s ON s.id = x.requested_by
  WHERE x.ended_at IS NULL ORDER BY x.found_at DESC, x.id DESC LIMIT $1`);
