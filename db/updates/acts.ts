import { type StaffPermission, staffMay } from '../../domain/accounts/staff-permissions.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId, type StaffId } from '../../domain/ids.ts';
import { missingToApprove, updateStatus } from '../../domain/updates/update.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { NOW } from '../core/table.ts';
import type { StaffMember } from '../staff/people.ts';
import { updateStart } from './restart.ts';
import { type UpdateRow, updatesTable } from './rows.ts';

/** The staff member who acts on an update. */
export interface UpdateAct extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly member: StaffMember;
}

interface UpdateText {
  readonly subject: string;
  readonly body: string;
}

/** The outbox topic of an update's test to the person who wrote it. */
export const UPDATE_TEST = 'mail.update_test';

/** With its text, as it was then. */
export interface UpdateTest extends UpdateText {
  readonly to: string;
}

/** @returns the id of the draft */
export async function writeUpdate(tx: Tx, act: UpdateAct, { subject, body }: UpdateText): Promise<string> {
  requireMay(act, 'update_write');
  const id = newId();
  const row = await updatesTable.create(tx, { id, subject, body, writtenBy: act.member.id });
  await record(tx, act, row, 'update.written');
  return id;
}

/**
 * Changes the text of a draft; tests of the earlier text count no more.
 * @throws DomainError `not_found`; `changed_meanwhile` when somebody changed it since; `conflict` for what is no draft
 */
export async function changeUpdate(
  tx: Tx,
  act: UpdateAct,
  { id, version, subject, body }: UpdateText & { readonly id: string; readonly version: number },
): Promise<void> {
  const row = await draft(tx, act, { id, permission: 'update_write' });
  if (row.version !== version) throw new DomainError('changed_meanwhile');
  const changed = { subject, body, version: version + 1, writtenBy: act.member.id, testedAt: null, updatedAt: NOW };
  await updatesTable.update(tx, changed, { id });
  await record(tx, act, { ...row, subject }, 'update.changed');
}

/** @throws DomainError as {@link changeUpdate} */
export async function discardUpdate(tx: Tx, act: UpdateAct, id: string): Promise<void> {
  const row = await draft(tx, act, { id, permission: 'update_write' });
  await updatesTable.update(tx, { discardedAt: NOW, updatedAt: NOW }, { id });
  await record(tx, act, row, 'update.discarded');
}

/** Mails the present text to the person. @throws DomainError as {@link changeUpdate} */
export async function testUpdate(tx: Tx, act: UpdateAct & { readonly email: string }, id: string): Promise<void> {
  const row = await draft(tx, act, { id, permission: 'update_write' });
  await updatesTable.update(tx, { testedAt: NOW, updatedAt: NOW }, { id });
  const payload: UpdateTest = { to: act.email, subject: row.subject, body: row.body };
  await enqueue(tx, [{ topic: UPDATE_TEST, payload }]);
  await record(tx, act, row, 'update.tested');
}

/**
 * Approves exactly this text for sending, which begins at once.
 * @throws DomainError `not_found`; `changed_meanwhile` for another version; `conflict` in words for one's own text, or
 *   one that was not tested
 */
export async function approveUpdate(
  tx: Tx,
  act: UpdateAct,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const row = await lock(tx, act, { id, permission: 'update_send' });
  if (row.version !== version) throw new DomainError('changed_meanwhile');
  const missing = missingToApprove(row, act.member.id);
  if (missing !== null) throw new DomainError('conflict', { message: missing });
  const approvedBy = act.member.id as StaffId;
  await updatesTable.update(tx, { approvedBy, approvedAt: NOW, updatedAt: NOW }, { id });
  await enqueue(tx, [updateStart(row)]);
  await record(tx, act, row, 'update.approved');
}

/** Stops the sending: what no mail server has yet stays. @throws DomainError `not_found`, `conflict` */
export async function stopUpdate(tx: Tx, act: UpdateAct, id: string): Promise<void> {
  const row = await lock(tx, act, { id, permission: 'update_send' });
  const status = updateStatus(row);
  if (status === 'stopped') return;
  // The last mails may still wait for their mail server when everyone is in the list.
  if (status !== 'sending' && status !== 'sent') {
    throw new DomainError('conflict', { message: 'This update is not being sent.' });
  }
  await updatesTable.update(tx, { stoppedAt: NOW, finishedAt: null, updatedAt: NOW }, { id });
  await record(tx, act, row, 'update.stopped');
}

interface Requested {
  readonly id: string;
  readonly permission: StaffPermission;
}

async function draft(tx: Tx, act: UpdateAct, requested: Requested): Promise<UpdateRow> {
  const row = await lock(tx, act, requested);
  if (updateStatus(row) === 'draft') return row;
  throw new DomainError('conflict', { message: 'This update is not a draft any more.' });
}

async function lock(tx: Tx, act: UpdateAct, { id, permission }: Requested): Promise<UpdateRow> {
  requireMay(act, permission);
  const row = await updatesTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

function requireMay({ member }: UpdateAct, permission: StaffPermission): void {
  if (!staffMay(member.role, permission)) throw new DomainError('permission_denied');
}

async function record(
  tx: Tx,
  { actor, origin }: UpdateAct,
  { id, subject }: Pick<UpdateRow, 'id' | 'subject'>,
  action: AuditEntry['action'],
): Promise<void> {
  await audit(tx, { chain: 'staff', actor, origin, action, target: { kind: 'update', id, label: subject } });
}
