import { staffMay } from '../../domain/accounts/staff-permissions.ts';
import { DomainError } from '../../domain/errors.ts';
import type { StaffId } from '../../domain/ids.ts';
import type { TicketPriority } from '../../domain/support/ticket.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import type { Tx } from '../core/sequelize.ts';
import { NOW } from '../core/table.ts';
import type { StaffMember } from '../staff/people.ts';
import { staffTable } from '../staff/rows.ts';
import { sendTicketMail } from './mails.ts';
import { type TicketRow, ticketMessagesTable, ticketsTable } from './rows.ts';
import { change, lockTicket } from './state.ts';
import { closeTicket, isKnown } from './write.ts';

/** The staff member who acts on a ticket. */
export interface TicketAct extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly id: string;
  readonly member: StaffMember;
  readonly nowMs: number;
}

export interface StaffMessage extends TicketAct {
  /** Chosen by the console: a message that is sent twice is one. */
  readonly messageId: string;
  readonly text: string;
  /** How many messages the person had seen, so that nobody answers what somebody else has answered. */
  readonly seen: number;
}

/**
 * Answers the customer, by email too. A person who answers has the ticket, unless somebody had it.
 * @throws DomainError `not_found`; `changed_meanwhile` when there are further messages; `conflict` for spam
 */
export async function answerTicket(tx: Tx, act: StaffMessage & { readonly needsCustomer: boolean }): Promise<void> {
  const row = await lock(tx, act);
  if (!(await isFirst(tx, row, act))) return;
  const isTaken = await change(tx, row, { type: 'answered', needsCustomer: act.needsCustomer }, act.nowMs);
  if (!isTaken) throw refusedAsSpam();
  await store(tx, row, act, 'staff');
  if (row.assigneeId === null) await ticketsTable.update(tx, { assigneeId: act.member.id }, { id: row.id });
  await sendTicketMail(tx, { kind: 'answered', ticketId: row.id, subjectId: act.messageId });
  await record(tx, act, { row, action: 'ticket.answered' });
}

/** Keeps a note that staff alone see. @throws DomainError `not_found`, `changed_meanwhile` */
export async function addNote(tx: Tx, act: StaffMessage): Promise<void> {
  const row = await lock(tx, act);
  if (!(await isFirst(tx, row, act))) return;
  await store(tx, row, act, 'note');
  await record(tx, act, { row, action: 'ticket.noted' });
}

/**
 * Gives the ticket to a person who may answer it, or to nobody.
 * @throws DomainError `not_found`; `conflict` for a person who may not answer, or is blocked
 */
export async function assignTicket(tx: Tx, act: TicketAct & { readonly assigneeId: string | null }): Promise<void> {
  const row = await lock(tx, act);
  const { assigneeId } = act;
  const assignee =
    assigneeId === null ? null : await staffTable.findOne(tx, { id: assigneeId as StaffId, blockedAt: null });
  if (assignee !== null && (assignee === undefined || !staffMay(assignee.role, 'ticket_answer'))) {
    throw new DomainError('conflict', { message: 'This person may not answer tickets.' });
  }
  if (row.assigneeId === assigneeId) return;
  await ticketsTable.update(tx, { assigneeId: assignee?.id ?? null, updatedAt: NOW }, { id: row.id });
  await record(tx, act, { row, action: 'ticket.assigned', data: { to: assignee?.fullName ?? 'nobody' } });
}

/** @throws DomainError `not_found` */
export async function prioritizeTicket(tx: Tx, act: TicketAct & { readonly priority: TicketPriority }): Promise<void> {
  const row = await lock(tx, act);
  if (row.priority === act.priority) return;
  await ticketsTable.update(tx, { priority: act.priority, updatedAt: NOW }, { id: row.id });
  await record(tx, act, { row, action: 'ticket.prioritized', data: { to: act.priority } });
}

/** Closes the ticket; its customer is asked once how it was. @throws DomainError `not_found`; `conflict` for spam */
export async function closeByStaff(tx: Tx, act: TicketAct): Promise<void> {
  const row = await lock(tx, act);
  if (row.spamAt !== null) throw refusedAsSpam();
  if (await closeTicket(tx, row, act.nowMs)) await record(tx, act, { row, action: 'ticket.closed' });
}

/**
 * Closes the ticket with this reference without an email: what it asked was decided elsewhere, and its customer gets
 * to know that. A reply opens it again. Nothing for no such ticket, for one that is closed, and for one in which the
 * customer has asked more since: the decision does not answer that.
 */
export async function closeDecided(tx: Tx, reference: string, act: Omit<TicketAct, 'id' | 'member'>): Promise<void> {
  const row = await ticketsTable.findOne(tx, { reference }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) return;
  const messages = await ticketMessagesTable.count(tx, { ticketId: row.id, author: 'customer' });
  if (row.askedAt !== null && messages > 1) return;
  if (await change(tx, row, { type: 'closed' }, act.nowMs)) await record(tx, act, { row, action: 'ticket.closed' });
}

/** Moves the ticket to spam, or back. @throws DomainError `not_found` */
export async function markTicketSpam(tx: Tx, act: TicketAct & { readonly isSpam: boolean }): Promise<void> {
  const row = await lock(tx, act);
  if (!(await change(tx, row, { type: 'marked', isSpam: act.isSpam }, act.nowMs))) return;
  await record(tx, act, { row, action: act.isSpam ? 'ticket.marked_spam' : 'ticket.unmarked_spam' });
}

function refusedAsSpam(): DomainError {
  return new DomainError('conflict', { message: 'This ticket is spam. Move it back first.' });
}

async function lock(tx: Tx, { id, member }: TicketAct): Promise<TicketRow> {
  if (!staffMay(member.role, 'ticket_answer')) throw new DomainError('permission_denied');
  return lockTicket(tx, id);
}

/** False for a message that is there already. @throws DomainError `changed_meanwhile` */
async function isFirst(tx: Tx, row: TicketRow, { messageId, seen }: StaffMessage): Promise<boolean> {
  if (await isKnown(tx, row.id, messageId)) return false;
  if ((await ticketMessagesTable.count(tx, { ticketId: row.id })) !== seen) throw new DomainError('changed_meanwhile');
  return true;
}

async function store(
  tx: Tx,
  { id: ticketId }: TicketRow,
  { messageId: id, member, text }: StaffMessage,
  author: 'staff' | 'note',
): Promise<void> {
  await ticketMessagesTable.create(tx, { id, ticketId, author, staffId: member.id, name: member.fullName, text });
}

/** The audit log is kept longer than tickets are: it names the reference, and no person. */
async function record(
  tx: Tx,
  { actor, origin }: Pick<TicketAct, 'actor' | 'origin'>,
  { row, ...entry }: Pick<AuditEntry, 'action' | 'data'> & { readonly row: TicketRow },
): Promise<void> {
  const target = { kind: 'ticket', id: row.id, label: row.reference };
  await audit(tx, { chain: 'staff', actor, origin, target, ...entry });
}
