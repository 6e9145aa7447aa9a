import { createHash } from 'node:crypto';
import { isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import {
  hasSender,
  isAutomatic,
  messageOf,
  type SupportMail,
  senderName,
  subjectOf,
} from '../../domain/support/mail.ts';
import { readReplyAddress } from '../../domain/support/reply-address.ts';
import { MAX_THREAD, MESSAGES_PER_HOUR, TICKETS_PER_HOUR } from '../../domain/support/ticket.ts';
import { mayTry, withinHour } from '../accounts/lockouts.ts';
import type { AccountSecrets } from '../accounts/secrets.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, maybeOne, prepared } from '../core/sql.ts';
import { type GivenFile, keepMailed } from './attachments.ts';
import type { ReplyProofs } from './reply-proof.ts';
import { supportMailboxesTable, type TicketRow, ticketMessagesTable, ticketsTable } from './rows.ts';
import { lockTicket } from './state.ts';
import { addReply, openTicket } from './write.ts';

/** How far a mailbox was read. */
export interface MailboxPosition {
  readonly uidValidity: number;
  readonly lastUid: number;
  /** The last look that found all that there was, by any process; up to a minute later than that is written. */
  readonly readAt: Date;
}

/** @param mailbox user, server and folder */
export async function readPosition(db: Db, mailbox: string): Promise<MailboxPosition | undefined> {
  const row = await supportMailboxesTable.findOne(db, { mailbox });
  return row && { uidValidity: row.uidValidity, lastUid: row.lastUid, readAt: row.readAt };
}

/** Begins at this UID: at the first look at a mailbox, and after its server has numbered everything again. */
export async function beginMailbox(db: Db, mailbox: string, from: Omit<MailboxPosition, 'readAt'>): Promise<void> {
  await execute(db, beginSql, [mailbox, from.uidValidity, from.lastUid]);
}

/** A look at the mailbox has ended: everything in it was taken. */
export async function noteRead(db: Db, mailbox: string): Promise<void> {
  await execute(db, readSql, [mailbox]);
}

/** An email with its place in the mailbox. */
export interface ArrivedMail {
  readonly mailbox: string;
  readonly uidValidity: number;
  readonly uid: number;
  readonly mail: SupportMail;
  readonly files: readonly GivenFile[];
  /** A sentence about each file that is not kept. */
  readonly refusals: readonly string[];
}

export interface MailDesk {
  readonly db: Db;
  readonly secrets: AccountSecrets;
  readonly proofs: ReplyProofs;
  /** The mailbox of support, whose part after `+` names the ticket. */
  readonly address: string;
}

/**
 * `known` was taken before, by this process or another; `automatic` is of a program; `limited` is beyond what one
 * sender, or all of them, may write in an hour.
 */
export type MailOutcome = 'reply' | 'unverified' | 'ticket' | 'known' | 'automatic' | 'limited' | 'unreadable';

/**
 * Takes an email in: a reply to its ticket, if the address proves the ticket and the sender is its customer; as an
 * unverified message for staff alone, if somebody else uses that address; else as a new ticket. In one transaction with
 * the place in the mailbox, so once, however often and by however many processes it is read.
 */
export function takeMail(desk: MailDesk, arrived: ArrivedMail, nowMs: number): Promise<MailOutcome> {
  const { mailbox, uidValidity, uid, mail } = arrived;
  return inTransaction(desk.db, async (tx) => {
    const moved = await execute(tx, moveSql, [mailbox, uidValidity, uid]);
    if (moved === 0) return 'known';
    const hash = hashOf(arrived);
    if ((await maybeOne(tx, hashSql, [hash])) !== undefined) return 'known';
    const ticket = await findTicket(tx, desk, mail);
    if (ticket === undefined) return openByMail(tx, desk, { ...arrived, hash }, nowMs);
    if (!(await mayTry(tx, desk.secrets, withinHour(limit('ticket', ticket.id, MESSAGES_PER_HOUR), nowMs)))) {
      return 'limited';
    }
    if (mail.from !== ticket.email || isAutomatic(mail)) return addUnverified(tx, desk, ticket, { ...arrived, hash });
    const message = messageFrom({ ...arrived, hash });
    try {
      await addReply(tx, ticket, { ...message, nowMs });
    } catch (error) {
      // Closed long ago, or too long: the customer need not know that a new ticket is needed.
      if (!isDomainError(error, 'conflict')) throw error;
      return openByMail(tx, desk, { ...arrived, hash }, nowMs);
    }
    await keepFiles(tx, desk, message.id, arrived.files);
    return 'reply';
  });
}

/** Goes past an email that cannot be read. */
export async function skipMail(
  db: Db,
  { mailbox, uidValidity, uid }: Omit<ArrivedMail, 'mail' | 'files' | 'refusals'>,
) {
  await execute(db, moveSql, [mailbox, uidValidity, uid]);
}

interface Hashed extends ArrivedMail {
  readonly hash: Buffer;
}

/** All new tickets by mail in an hour: beyond it, people look into the mailbox. */
const ALL_PER_HOUR = 200;

const limit = (scope: string, key: string, tries: number) => ({ scope: `mail:in:${scope}`, key, tries });

async function openByMail(
  tx: Tx,
  { secrets, ...desk }: MailDesk,
  arrived: Hashed,
  nowMs: number,
): Promise<MailOutcome> {
  const { mail } = arrived;
  if (isAutomatic(mail) || mail.from === desk.address.toLowerCase()) return 'automatic';
  if (!hasSender(mail)) return 'unreadable';
  const isAllowed =
    (await mayTry(tx, secrets, withinHour(limit('sender', mail.from, TICKETS_PER_HOUR), nowMs))) &&
    (await mayTry(tx, secrets, withinHour(limit('all', '', ALL_PER_HOUR), nowMs)));
  if (!isAllowed) return 'limited';
  const message = messageFrom(arrived);
  await openTicket(tx, {
    source: 'mail',
    merchantId: null,
    userId: null,
    about: null,
    name: senderName(mail),
    email: mail.from,
    language: 'en',
    subject: subjectOf(mail.subject),
    message,
    nowMs,
  });
  await keepFiles(tx, { ...desk, secrets }, message.id, arrived.files);
  return 'ticket';
}

/** Staff alone see it, and it changes nothing about the ticket. */
async function addUnverified(tx: Tx, desk: MailDesk, ticket: TicketRow, arrived: Hashed): Promise<MailOutcome> {
  if ((await ticketMessagesTable.count(tx, { ticketId: ticket.id })) >= MAX_THREAD) return 'limited';
  const { id, text, mail } = messageFrom(arrived);
  const name = arrived.mail.from.slice(0, 254) || 'unknown';
  const { id: ticketId } = ticket;
  await ticketMessagesTable.create(tx, {
    id,
    ticketId,
    author: 'unverified',
    name,
    text,
    mailId: mail.id,
    mailHash: mail.hash,
  });
  await keepFiles(tx, desk, id, arrived.files);
  return 'unverified';
}

function messageFrom({ mail, refusals, hash }: Hashed) {
  return { id: newId(), text: messageOf(mail.text, refusals), mail: { id: mail.id, hash } };
}

async function keepFiles(tx: Tx, { secrets }: MailDesk, messageId: string, files: readonly GivenFile[]): Promise<void> {
  for (const file of files) await keepMailed(tx, secrets.box, { ...file, messageId });
}

/** The ticket that the first address with a proof names; undefined where none is right. */
async function findTicket(tx: Tx, { address, proofs }: MailDesk, mail: SupportMail): Promise<TicketRow | undefined> {
  for (const to of mail.to.slice(0, MAX_RECIPIENTS)) {
    const read = readReplyAddress(address, to);
    if (read === undefined) continue;
    const row = await ticketsTable.findOne(tx, { reference: read.reference });
    if (row !== undefined && proofs.isProof(row.id, row.email, read.proof)) return lockTicket(tx, row.id);
  }
  return undefined;
}

const MAX_RECIPIENTS = 50;

/** Of the sender and the id that the sender's program gave it; without one, of its place in the mailbox. */
function hashOf({ mail, mailbox, uidValidity, uid }: ArrivedMail): Buffer {
  const own = mail.id === null ? `${mailbox}\n${uidValidity}\n${uid}` : `${mail.from}\n${mail.id}`;
  return createHash('sha256').update(own).digest();
}

const beginSql = prepared(`
  INSERT INTO support_mailbox (mailbox, uid_validity, last_uid) VALUES ($1, $2, $3)
  ON CONFLICT (mailbox) DO UPDATE SET uid_validity = $2, last_uid = $3
  WHERE support_mailbox.uid_validity <> $2`);

const moveSql = prepared(`
  UPDATE support_mailbox SET last_uid = $3, read_at = now()
  WHERE mailbox = $1 AND uid_validity = $2 AND last_uid < $3`);

// Every look of every process would be a row written for nothing.
const readSql = prepared(`
  UPDATE support_mailbox SET read_at = now() WHERE mailbox = $1 AND read_at < now() - interval '1 minute'`);

const hashSql = prepared('SELECT 1 AS known FROM ticket_message WHERE mail_hash = $1');
