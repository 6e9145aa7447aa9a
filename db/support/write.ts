import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ContactKind } from '../../domain/forms/contact.ts';
import { type MerchantId, newId, type UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import {
  firstPriority,
  MAX_THREAD,
  mayRate,
  NEW_TICKET,
  type TicketObject,
  type TicketRating,
  type TicketSource,
} from '../../domain/support/ticket.ts';
import { tooLate } from '../../domain/support/written.ts';
import type { Tx } from '../core/sequelize.ts';
import { newShortCode } from '../core/short-code.ts';
import { lockUntilCommit, maybeOne, prepared } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { attach } from './attachments.ts';
import { sendTicketMail } from './mails.ts';
import { type TicketRow, ticketMessagesTable, ticketsTable } from './rows.ts';
import { change, columnsOf, stateOf } from './state.ts';

/** A message of a customer. Its id is chosen by the page, so that a message sent twice is one. */
export interface CustomerMessage {
  readonly id: string;
  readonly text: string;
  readonly attachments?: readonly string[];
  /** The email that it came by. */
  readonly mail?: { readonly id: string | null; readonly hash: Buffer };
}

export interface SiteForm {
  readonly topic: ContactKind;
  /** Of the form, which its page shows. */
  readonly reference: string;
  readonly details: Readonly<Record<string, string>>;
  readonly wasProven: boolean;
}

export interface NewTicket {
  readonly source: TicketSource;
  readonly merchantId: MerchantId | null;
  readonly userId: UserId | null;
  readonly about: { readonly kind: TicketObject; readonly id: string; readonly mode: Mode } | null;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly subject: string;
  /** Further parts of a form of the public pages. */
  readonly form?: SiteForm;
  readonly message: CustomerMessage;
  readonly nowMs: number;
}

/**
 * Opens a ticket with its first message. Sent twice, it is one.
 * @throws DomainError `conflict` for the id of a message that somebody else wrote, or of another ticket
 */
export async function openTicket(
  tx: Tx,
  ticket: NewTicket,
): Promise<{ readonly row: TicketRow; readonly isNew: boolean }> {
  const { source, merchantId, userId, about, name, language, subject, form, message, nowMs } = ticket;
  await lockUntilCommit(tx, `ticket:${message.id}`);
  const known = await maybeOne<{ ticket_id: string }>(tx, knownSql, [message.id]);
  const email = ticket.email.toLowerCase();
  if (known !== undefined) {
    const row = await ticketsTable.findOne(tx, { id: known.ticket_id });
    if (row?.userId !== userId || row.email !== email || row.source !== source) throw new DomainError('conflict');
    return { row, isNew: false };
  }
  const row = await ticketsTable.create(tx, {
    id: newId(),
    reference: form?.reference ?? `T-${newShortCode()}`,
    source,
    merchantId,
    userId,
    mode: about?.mode ?? null,
    aboutKind: about?.kind ?? null,
    aboutId: about?.id ?? null,
    name,
    email,
    language,
    subject,
    priority: firstPriority(about?.kind ?? null),
    topic: form?.topic ?? null,
    details: form?.details ?? {},
    wasProven: form?.wasProven ?? null,
    ...columnsOf({ ...NEW_TICKET, waitingSinceMs: nowMs }, nowMs),
  });
  await store(tx, row, message);
  await sendTicketMail(tx, { kind: 'received', ticketId: row.id, subjectId: message.id });
  return { row, isNew: true };
}

/**
 * Adds a message of the customer to a locked ticket, which waits for support then. Sent twice, it is one.
 * @throws DomainError `conflict` for one that was closed too long ago or is too long
 */
export async function addReply(
  tx: Tx,
  row: TicketRow,
  message: CustomerMessage & { readonly nowMs: number },
): Promise<void> {
  if (await isKnown(tx, row.id, message.id)) return;
  if ((await ticketMessagesTable.count(tx, { ticketId: row.id })) >= MAX_THREAD) {
    throw new DomainError('conflict', { message: 'This ticket has many messages. Please write a new one.' });
  }
  if (!(await change(tx, row, { type: 'asked' }, message.nowMs))) throw tooLate();
  await store(tx, row, message);
  await sendTicketMail(tx, { kind: 'received', ticketId: row.id, subjectId: message.id });
}

/** Whether the ticket has this message. @throws DomainError `conflict` for the id of a message of another ticket */
export async function isKnown(tx: Tx, ticketId: string, messageId: string): Promise<boolean> {
  const known = await maybeOne<{ ticket_id: string }>(tx, knownSql, [messageId]);
  if (known !== undefined && known.ticket_id !== ticketId) throw new DomainError('conflict');
  return known !== undefined;
}

/** Closes a locked ticket; one that is closed stays as it is. @returns whether it was open */
export async function closeTicket(tx: Tx, row: TicketRow, nowMs: number): Promise<boolean> {
  const wasOpen = await change(tx, row, { type: 'closed' }, nowMs);
  if (wasOpen && row.answeredAt !== null && row.rating === null) {
    await sendTicketMail(tx, { kind: 'closed', ticketId: row.id, subjectId: String(nowMs) });
  }
  return wasOpen;
}

/**
 * The customer says once whether the answer helped. The same again changes nothing.
 * @throws DomainError `conflict` for a ticket that is not closed, was not answered, or was rated otherwise
 */
export async function rateTicket(tx: Tx, row: TicketRow, rating: TicketRating): Promise<void> {
  if (row.rating === rating) return;
  if (!mayRate(stateOf(row), row.rating)) throw new DomainError('conflict');
  await ticketsTable.update(tx, { rating, ratedAt: NOW }, { id: row.id });
}

async function store(
  tx: Tx,
  { id: ticketId, userId, name }: TicketRow,
  { id, text, attachments = [], mail }: CustomerMessage,
): Promise<void> {
  await ticketMessagesTable.create(tx, {
    id,
    ticketId,
    author: 'customer',
    userId,
    name,
    text,
    mailId: mail?.id ?? null,
    mailHash: mail?.hash ?? null,
  });
  if (userId !== null) await attach(tx, { messageId: id, userId, ids: attachments });
}

const knownSql = prepared('SELECT ticket_id FROM ticket_message WHERE id = $1');
