import type { Mode } from '../../domain/assets/assets.ts';
import type { FileType } from '../../domain/compliance/file-kind.ts';
import type { ContactKind } from '../../domain/forms/contact.ts';
import type { MerchantId, StaffId, UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type {
  TicketAuthor,
  TicketObject,
  TicketPriority,
  TicketRating,
  TicketSource,
} from '../../domain/support/ticket.ts';
import {
  bool,
  bytes,
  defineTable,
  filled,
  integer,
  json,
  orNull,
  type RowOf,
  text,
  time,
  uuid,
  wide,
} from '../core/table.ts';

const ticketColumns = {
  id: uuid(),
  reference: text(),
  source: text<TicketSource>(),
  merchantId: orNull(uuid<MerchantId>()),
  userId: orNull(uuid<UserId>()),
  /** Of the object. */
  mode: orNull(text<Mode>()),
  aboutKind: orNull(text<TicketObject>()),
  aboutId: orNull(uuid()),
  name: text(),
  /** In lower case. */
  email: text(),
  language: filled(text<Language>()),
  subject: text(),
  priority: text<TicketPriority>(),
  assigneeId: orNull(uuid<StaffId>()),
  askedAt: orNull(time()),
  answeredAt: orNull(time()),
  needsCustomer: filled(bool()),
  closedAt: orNull(time()),
  spamAt: orNull(time()),
  rating: orNull(text<TicketRating>()),
  ratedAt: orNull(time()),
  createdAt: filled(time()),
  updatedAt: filled(time()),
  /** The form of the public pages; null for any other source. */
  topic: orNull(text<ContactKind>()),
  /** Further fields of the form, by name. */
  details: filled(json<Readonly<Record<string, string>>>()),
  /** The form was sent with a proof of work; null for any other source. */
  wasProven: orNull(bool()),
};

/** Tickets of merchants, payers and visitors. */
export const ticketsTable = defineTable('ticket', ticketColumns);
export type TicketRow = RowOf<typeof ticketColumns>;

const messageColumns = {
  id: uuid(),
  ticketId: uuid(),
  author: text<TicketAuthor>(),
  userId: orNull(uuid<UserId>()),
  staffId: orNull(uuid<StaffId>()),
  /** The name at that time; of `unverified`, the address that it came from. */
  name: text(),
  text: text(),
  /** The Message-ID of the email that it came by, without angle brackets. */
  mailId: orNull(text()),
  mailHash: orNull(bytes()),
  createdAt: filled(time()),
};

/** The threads of tickets. */
export const ticketMessagesTable = defineTable('ticket_message', messageColumns);
export type TicketMessageRow = RowOf<typeof messageColumns>;

/** Their files, each encrypted with a key of its own. */
export const ticketAttachmentsTable = defineTable('ticket_attachment', {
  id: uuid(),
  messageId: orNull(uuid()),
  userId: orNull(uuid<UserId>()),
  fileName: text(),
  contentType: text<FileType>(),
  sizeBytes: integer(),
  keySealed: bytes(),
  content: bytes(),
  createdAt: filled(time()),
});

/** Texts that the support team sends often. */
export const savedAnswersTable = defineTable('saved_answer', {
  id: uuid(),
  title: text(),
  text: text(),
  /** The person who changed it last. */
  staffId: uuid<StaffId>(),
  version: filled(integer()),
  createdAt: filled(time()),
  updatedAt: filled(time()),
});

/** How far the mailbox of support was read. */
export const supportMailboxesTable = defineTable('support_mailbox', {
  mailbox: text(),
  uidValidity: wide(),
  lastUid: wide(),
  readAt: filled(time()),
});
