import { staffMay } from '../../domain/accounts/staff-permissions.ts';
import { DomainError } from '../../domain/errors.ts';
import type { StaffId } from '../../domain/ids.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import type { Tx } from '../core/sequelize.ts';
import { NOW } from '../core/table.ts';
import type { StaffMember } from '../staff/people.ts';
import { staffTable } from '../staff/rows.ts';
import { sendContactMail } from './mails.ts';
import { type ContactMessageRow, contactAnswersTable, contactMessagesTable } from './rows.ts';

/** The staff member who acts on a message. */
export interface ContactAct extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly id: string;
  readonly member: StaffMember;
}

/**
 * Gives the message to a person of the staff who may answer it, or to nobody.
 * @throws DomainError `not_found`; `conflict` for a person who may not answer, or is blocked
 */
export async function assignContact(tx: Tx, act: ContactAct & { readonly assigneeId: string | null }): Promise<void> {
  const row = await lock(tx, act);
  const { assigneeId } = act;
  const assignee =
    assigneeId === null ? null : await staffTable.findOne(tx, { id: assigneeId as StaffId, blockedAt: null });
  if (assignee !== null && (assignee === undefined || !staffMay(assignee.role, 'contact_answer'))) {
    throw new DomainError('conflict', { message: 'This person may not answer messages.' });
  }
  if (row.assigneeId === assigneeId) return;
  await contactMessagesTable.update(tx, { assigneeId: assignee?.id ?? null, updatedAt: NOW }, { id: row.id });
  const to = assignee?.fullName ?? 'nobody';
  await record(tx, act, { row, action: 'contact.assigned', data: { to } });
}

/** Moves the message to spam, or back. @throws DomainError `not_found` */
export async function markSpam(tx: Tx, act: ContactAct & { readonly isSpam: boolean }): Promise<void> {
  const row = await lock(tx, act);
  if ((row.spamAt !== null) === act.isSpam) return;
  await contactMessagesTable.update(tx, { spamAt: act.isSpam ? NOW : null, updatedAt: NOW }, { id: row.id });
  await record(tx, act, { row, action: act.isSpam ? 'contact.marked_spam' : 'contact.unmarked_spam' });
}

export interface Answering extends ContactAct {
  /** Chosen by the console: an answer that is sent twice goes out once. */
  readonly answerId: string;
  readonly text: string;
  /** How many answers the person had seen. */
  readonly seen: number;
}

/**
 * Answers by email. A person who has answered has the message, unless somebody had it.
 * @throws DomainError `not_found`; `changed_meanwhile` when somebody else has answered since; `conflict` for spam
 */
export async function answerContact(tx: Tx, act: Answering): Promise<void> {
  const row = await lock(tx, act);
  const { answerId, member, text, seen } = act;
  const answers = await contactAnswersTable.find(tx, { messageId: row.id }, { columns: ['id'] });
  if (answers.some(({ id }) => id === answerId)) return;
  if (answers.length !== seen) throw new DomainError('changed_meanwhile');
  if (row.spamAt !== null) throw new DomainError('conflict', { message: 'This message is spam. Move it back first.' });
  const answer = { id: answerId, messageId: row.id, staffId: member.id, staffName: member.fullName, text };
  await contactAnswersTable.create(tx, answer);
  const assigneeId = row.assigneeId ?? member.id;
  await contactMessagesTable.update(tx, { answeredAt: NOW, assigneeId, updatedAt: NOW }, { id: row.id });
  await sendContactMail(tx, { messageId: row.id, answerId });
  await record(tx, act, { row, action: 'contact.answered' });
}

/** The message, until the end of the transaction. @throws DomainError `permission_denied`, `not_found` */
async function lock(tx: Tx, { id, member }: ContactAct): Promise<ContactMessageRow> {
  if (!staffMay(member.role, 'contact_answer')) throw new DomainError('permission_denied');
  const row = await contactMessagesTable.findOne(tx, { id }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** The audit log is kept longer than messages are: it names the reference, and no person. */
async function record(
  tx: Tx,
  { actor, origin }: ContactAct,
  { row, ...entry }: Pick<AuditEntry, 'action' | 'data'> & { readonly row: ContactMessageRow },
): Promise<void> {
  const target = { kind: 'contact', id: row.id, label: row.reference };
  await audit(tx, { chain: 'staff', actor, origin, target, ...entry });
}
