import { mayTry, withinHour } from '../../db/accounts/lockouts.ts';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import { CONTACT_MAIL, type ContactMail } from '../../db/contact/mails.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { findThread, findTicketOf, type TicketThread } from '../../db/support/list.ts';
import { TICKET_MAIL, type TicketMail } from '../../db/support/mails.ts';
import type { RatingLinks } from '../../db/support/rating-links.ts';
import type { ReplyProofs } from '../../db/support/reply-proof.ts';
import type { TicketMessageRow, TicketRow } from '../../db/support/rows.ts';
import { replyAddress } from '../../domain/support/reply-address.ts';
import { REOPEN_DAYS } from '../../domain/support/ticket.ts';
import type { SupportSettings } from '../../settings/servers.ts';
import { enqueueOnce } from './consumers.ts';
import type { KeyedMail } from './mailer.ts';
import { type MailContent, paragraphsOf, renderMail } from './template.ts';
import { fill } from './values.ts';
import { TICKET_MAIL_WORDS, TO_SUPPORT } from './words/tickets.ts';

/** The composer of mails about tickets, and its sources. */
export const TICKET_MAIL_QUEUE = 'ticket-mail';
export const TICKET_MAIL_TOPICS = [TICKET_MAIL] as const;

/** The same of messages that processes of 0.1.0 keep, while they work beside this release: each is a ticket, too. */
export const CONTACT_MAIL_QUEUE = 'contact-mail';
export const CONTACT_MAIL_TOPICS = [CONTACT_MAIL] as const;

/** The parts that mails about tickets are made of. */
export interface TicketMails {
  readonly db: Db;
  /** For counting mails to one address without storing it. */
  readonly secrets: AccountSecrets;
  readonly proofs: ReplyProofs;
  readonly ratings: RatingLinks;
  readonly publicUrl: string;
  readonly operatorName: string;
  readonly support: SupportSettings;
  /** Replies by email reach their tickets: somebody reads the support mailbox for the gateway. */
  readonly readsReplies: boolean;
}

/**
 * Mails about tickets: to support that one waits, to the customer that it was received, what was answered, and that it
 * was closed. Each goes once, however often its cause comes, and all mails of a ticket are one thread of the customer's
 * mail program. Nothing that a customer typed is in a mail to the address that they gave, which may be anybody's.
 */
export function onTicketMail(mails: TicketMails): BusHandler {
  return async ({ payload }) => {
    const { kind, ticketId, subjectId } = payload as TicketMail;
    const thread = await findThread(mails.db, ticketId);
    if (thread === undefined) return;
    const message = thread.messages.find(({ id }) => id === subjectId);
    if (kind === 'answered' && message?.author === 'staff') {
      return enqueueOnce(mails.db, [
        toCustomer(mails, thread, answeredKey(message), answerMail(mails, thread, message)),
      ]);
    }
    if (kind === 'closed') {
      const key = `ticket-closed.${ticketId}`;
      return enqueueOnce(mails.db, [toCustomer(mails, thread, key, closedMail(mails, thread.line))]);
    }
    if (kind !== 'received' || message === undefined) return;
    const isFirst = thread.messages[0]?.id === message.id;
    const toMailbox = mails.readsReplies ? [] : [toSupport(mails, thread.line, message)];
    // In the back office people see their ticket; others get to know its reference.
    const isWaiting = isFirst && thread.line.source !== 'back_office';
    await enqueueOnce(mails.db, [...toMailbox, ...(isWaiting ? [acknowledgement(mails, thread)] : [])]);
  };
}

/**
 * Mails about the ticket that has the message or the answer, each with its id. A form that came to processes of both
 * releases with the same text has no message of its own: the one of its ticket was mailed about.
 */
export function onContactMail(mails: TicketMails): BusHandler {
  const onTicket = onTicketMail(mails);
  return async (message) => {
    const { messageId, answerId } = message.payload as ContactMail;
    const subjectId = answerId ?? messageId;
    const ticketId = await findTicketOf(mails.db, subjectId);
    if (ticketId === undefined) return;
    const mail: TicketMail = { kind: answerId === undefined ? 'received' : 'answered', ticketId, subjectId };
    await onTicket({ ...message, payload: mail });
  };
}

/** Beyond this, tickets wait in the console alone: support's mailbox is no target. */
const SUPPORT_PER_HOUR = 60;
const ACKNOWLEDGED_PER_HOUR = 200;

function toSupport(mails: TicketMails, row: TicketRow, message: TicketMessageRow): KeyedMail {
  const { publicUrl, operatorName, support } = mails;
  const key = `ticket-support.${message.id}`;
  const content = renderMail({
    language: 'en',
    sender: operatorName,
    subject: `${sandboxMark(row)}${fill(TO_SUPPORT.subject, {}, { reference: row.reference })}`,
    heading: TO_SUPPORT.heading,
    paragraphs: [],
    facts: [
      { label: TO_SUPPORT.from, value: row.name },
      { label: TO_SUPPORT.email, value: row.email },
      { label: TO_SUPPORT.priority, value: row.priority },
    ],
    button: { label: TO_SUPPORT.button, url: `${publicUrl}/compliance/tickets/${row.id}` },
    footer: [TO_SUPPORT.footer],
  });
  return {
    key,
    mail: { messageId: idOf(mails, key), to: support.mail, replyTo: support.mail, ...content },
    isAllowed: (tx) =>
      mayTry(tx, mails.secrets, withinHour({ scope: 'mail:ticket:support', key: '', tries: SUPPORT_PER_HOUR })),
  };
}

/** A mail to the customer, in the thread that their mail program shows. */
function toCustomer(mails: TicketMails, thread: TicketThread, key: string, content: MailContent): KeyedMail {
  const { line } = thread;
  return {
    key,
    mail: {
      messageId: idOf(mails, key),
      to: line.email,
      replyTo: replyToOf(mails, line),
      references: referencesOf(mails, thread, key),
      ...content,
    },
  };
}

/** To the address that the customer gave, which may be anybody's: twice a day, and nothing of the message is in it. */
function acknowledgement(mails: TicketMails, thread: TicketThread): KeyedMail {
  const { line } = thread;
  const words = TICKET_MAIL_WORDS[line.language];
  const own = { reference: line.reference, hours: String(mails.support.answerHours) };
  const content = renderMail({
    ...commonOf(mails, line, words.received),
    paragraphs: [fill(words.receivedText, {}, own)],
    footer: [words.why],
  });
  return {
    ...toCustomer(mails, thread, receivedKey(line), content),
    isAllowed: async (tx) => {
      const key = line.email;
      const toOne = { scope: 'mail:ticket:address', key, tries: 2, minutes: 1_440 };
      const toAll = withinHour({ scope: 'mail:ticket', key: '', tries: ACKNOWLEDGED_PER_HOUR });
      return (await mayTry(tx, mails.secrets, toOne)) && mayTry(tx, mails.secrets, toAll);
    },
  };
}

/** The answer of staff, without the message that it answers. */
function answerMail(mails: TicketMails, { line }: TicketThread, { text }: TicketMessageRow): MailContent {
  const words = TICKET_MAIL_WORDS[line.language];
  const isUser = line.userId !== null;
  const way = mails.readsReplies || !isUser ? words.reply : words.replyThere;
  return renderMail({
    ...commonOf(mails, line, words.answered),
    paragraphs: paragraphsOf(text),
    ...(isUser ? { button: { label: words.open, url: `${mails.publicUrl}/tickets/${line.id}` } } : {}),
    footer: [way, isUser ? words.whyUser : words.why],
  });
}

/** Asks how it was: people with an account in the back office, others by a link that only this mailbox gets. */
function closedMail(mails: TicketMails, line: TicketRow): MailContent {
  const words = TICKET_MAIL_WORDS[line.language];
  const isUser = line.userId !== null;
  const own = { reference: line.reference, days: String(REOPEN_DAYS) };
  return renderMail({
    ...commonOf(mails, line, words.closed),
    paragraphs: [fill(words.closedText, {}, own), isUser ? words.rate : words.rateByLink],
    button: isUser
      ? { label: words.open, url: `${mails.publicUrl}/tickets/${line.id}` }
      : { label: words.rateOpen, url: mails.ratings.urlOf(line) },
    footer: [isUser ? words.whyUser : words.why],
  });
}

function commonOf({ operatorName }: TicketMails, row: TicketRow, heading: string) {
  const words = TICKET_MAIL_WORDS[row.language];
  return {
    language: row.language,
    sender: operatorName,
    subject: `${sandboxMark(row)}${heading} (${row.reference})`,
    heading,
    notice: row.mode === 'sandbox' ? words.sandbox : undefined,
    facts: [{ label: words.reference, value: row.reference, isOwn: true }],
  };
}

function sandboxMark({ mode }: TicketRow): string {
  return mode === 'sandbox' ? '[Sandbox] ' : '';
}

/** An address that proves to us who replies, if somebody reads it for the gateway; else the mailbox of support. */
function replyToOf({ proofs, support, readsReplies }: TicketMails, { id, reference, email }: TicketRow): string {
  return readsReplies ? replyAddress(support.mail, { reference, proof: proofs.make(id, email) }) : support.mail;
}

/** The mails of the thread before this one, the oldest first (RFC 5322 §3.6.4). */
function referencesOf(mails: TicketMails, { line, messages }: TicketThread, key: string): readonly string[] {
  const ids = messages.flatMap(({ id, author, mailId }) =>
    author === 'customer' && mailId !== null ? [mailId] : author === 'staff' ? [idOf(mails, answeredKey({ id }))] : [],
  );
  const own = idOf(mails, key);
  const before = ids.includes(own) ? ids.slice(0, ids.indexOf(own)) : ids;
  const first = line.source === 'back_office' ? [] : [idOf(mails, receivedKey(line))];
  return [...first, ...before].filter((id) => id !== own).slice(-MAX_REFERENCES);
}

const MAX_REFERENCES = 20;

const receivedKey = ({ id }: Pick<TicketRow, 'id'>) => `ticket-received.${id}`;
const answeredKey = ({ id }: Pick<TicketMessageRow, 'id'>) => `ticket-answer.${id}`;

function idOf({ publicUrl }: TicketMails, key: string): string {
  return `${key}@${new URL(publicUrl).hostname}`;
}
