import { type Static, Type } from 'typebox';
import { FILE_TYPES } from '../domain/compliance/file-kind.ts';
import { CONTACT_KINDS } from '../domain/forms/contact.ts';
import {
  MAX_ATTACHMENTS,
  MAX_MESSAGE_LENGTH,
  MAX_SUBJECT_LENGTH,
  TICKET_AUTHORS,
  TICKET_OBJECTS,
  TICKET_PRIORITIES,
  TICKET_RATINGS,
  TICKET_SOURCES,
  TICKET_STATUSES,
} from '../domain/support/ticket.ts';
import { Exact, Instant, ModeSchema, Nullable, Text, Uuid } from './basics.ts';
import { PageQuery, statusesOf } from './lists.ts';

const { page, per_page } = PageQuery.properties;
const paging = { page, per_page };

const Status = Type.Enum(TICKET_STATUSES, { type: 'string', title: 'TicketStatus' });
const Priority = Type.Enum(TICKET_PRIORITIES, { type: 'string', title: 'TicketPriority' });
const Topic = Type.Enum(CONTACT_KINDS, { type: 'string', title: 'TicketTopic' });
const Source = Type.Enum(TICKET_SOURCES, { type: 'string', title: 'TicketSource' });
const ObjectKind = Type.Enum(TICKET_OBJECTS, { type: 'string', title: 'TicketObject' });
const Rating = Type.Enum(TICKET_RATINGS, { type: 'string', title: 'TicketRating' });

/** Of the sender's choice: what is sent twice is one. */
const MessageId = Type.String({
  format: 'uuid',
  description: 'Of your choice: a message that is sent twice is kept once.',
  examples: ['019ad6f4-58c1-7c2e-9d0b-3a5f1c7e2b90'],
});

export const TicketFile = Exact(
  {
    id: Uuid,
    file_name: Type.String(),
    content_type: Type.Enum(FILE_TYPES, { type: 'string' }),
    size_bytes: Type.Integer(),
  },
  { title: 'TicketFile' },
);
export type TicketFile = Static<typeof TicketFile>;

// ── The back office ──────────────────────────────────────────────────────────────────────────────────────────────────

export const TicketLine = Exact(
  {
    id: Uuid,
    reference: Type.String({ description: 'How people name it.', examples: ['T-7K2M9QXA'] }),
    subject: Type.String(),
    status: Status,
    by: Type.String({ description: 'Who wrote it.' }),
    created_at: Instant,
    updated_at: Instant,
  },
  { title: 'TicketLine' },
);
export type TicketLine = Static<typeof TicketLine>;

export const Ticket = Exact(
  {
    ...TicketLine.properties,
    about: Nullable(
      Exact(
        { kind: ObjectKind, id: Uuid, mode: ModeSchema, reference: Nullable(Type.String()) },
        { title: 'TicketAbout' },
      ),
    ),
    messages: Type.Array(
      Exact({
        id: Uuid,
        from: Type.Enum(['customer', 'support'], { type: 'string' }),
        by: Nullable(Type.String({ description: 'Who of the team wrote it; null for support.' })),
        text: Type.String({ description: 'Plain text: nothing in it is markup.' }),
        files: Type.Array(TicketFile),
        at: Instant,
      }),
    ),
    may_reply: Type.Boolean({ description: 'False once it was closed for some time.' }),
    may_rate: Type.Boolean({ description: 'Once, after it was closed.' }),
    rating: Nullable(Rating),
  },
  { title: 'Ticket' },
);
export type Ticket = Static<typeof Ticket>;

export const TicketListQuery = Exact({
  ...paging,
  status: statusesOf(TICKET_STATUSES.filter((status) => status !== 'spam')),
  search: Type.Optional(Text(200, 'Searches reference and subject.')),
});

const Files = Type.Optional(
  Type.Array(Uuid, { maxItems: MAX_ATTACHMENTS, uniqueItems: true, description: 'Files that you uploaded before.' }),
);

export const NewTicketBody = Exact(
  {
    message_id: MessageId,
    subject: Text(MAX_SUBJECT_LENGTH),
    text: Text(MAX_MESSAGE_LENGTH),
    about: Type.Optional(Exact({ kind: ObjectKind, id: Uuid })),
    files: Files,
  },
  { title: 'NewTicket' },
);
export type NewTicketBody = Static<typeof NewTicketBody>;

export const TicketReplyBody = Exact(
  { message_id: MessageId, text: Text(MAX_MESSAGE_LENGTH), files: Files },
  { title: 'TicketReply' },
);
export type TicketReplyBody = Static<typeof TicketReplyBody>;

export const TicketRatingBody = Exact({ rating: Rating }, { title: 'TicketRatingBody' });

export const TicketFileQuery = Exact({ file_name: Text(200) });
export const TicketFileParams = Exact({ id: Uuid, file: Uuid });

// ── The console ──────────────────────────────────────────────────────────────────────────────────────────────────────

export const StaffTicketLine = Exact(
  {
    id: Uuid,
    reference: Type.String(),
    source: Source,
    topic: Nullable(Topic),
    status: Status,
    priority: Priority,
    subject: Type.String(),
    name: Type.String(),
    email: Type.String(),
    company_name: Nullable(Type.String()),
    assignee: Nullable(Type.String()),
    answer_due_at: Nullable(Instant),
    created_at: Instant,
  },
  { title: 'StaffTicketLine' },
);
export type StaffTicketLine = Static<typeof StaffTicketLine>;

export const SavedAnswer = Exact(
  {
    id: Uuid,
    title: Type.String(),
    text: Type.String(),
    version: Type.Integer({ description: 'Raised by each change.' }),
    changed_by: Type.String({ description: 'The person who changed it last.' }),
    changed_at: Instant,
  },
  { title: 'SavedAnswer' },
);
export type SavedAnswer = Static<typeof SavedAnswer>;

export const StaffTicket = Exact(
  {
    ...StaffTicketLine.properties,
    merchant_id: Nullable(Uuid),
    assignee_id: Nullable(Uuid),
    language: Type.String(),
    details: Type.Array(Exact({ name: Type.String(), value: Type.String() }), {
      description: 'Further fields of the form of the public pages.',
    }),
    was_proven: Nullable(
      Type.Boolean({ description: 'Sent by a browser with a script, which proved some work; null for no form.' }),
    ),
    rating: Nullable(Rating),
    about: Nullable(
      Exact(
        {
          kind: ObjectKind,
          id: Uuid,
          mode: ModeSchema,
          reference: Nullable(Type.String()),
          steps: Type.Array(Exact({ at: Instant, type: Type.String({ examples: ['invoice.done'] }) })),
        },
        { title: 'StaffTicketAbout' },
      ),
    ),
    messages: Type.Array(
      Exact({
        id: Uuid,
        author: Type.Enum(TICKET_AUTHORS, { type: 'string' }),
        name: Type.String(),
        text: Type.String({ description: 'Plain text: nothing in it is markup, or to be followed.' }),
        files: Type.Array(TicketFile),
        at: Instant,
      }),
    ),
    colleagues: Type.Array(Exact({ id: Uuid, name: Type.String() }), { description: 'Who may answer it.' }),
    saved_answers: Type.Array(SavedAnswer),
  },
  { title: 'StaffTicket' },
);
export type StaffTicket = Static<typeof StaffTicket>;

export const StaffTicketQuery = Exact({
  ...paging,
  status: statusesOf(TICKET_STATUSES),
  priority: Type.Optional(Priority),
  source: Type.Optional(Source),
  mine: Type.Optional(Type.Enum(['yes'], { type: 'string', description: 'Only those that the caller has.' })),
  search: Type.Optional(Text(200, 'Searches reference, subject, name, address and company.')),
});

const seen = Type.Integer({ minimum: 0, maximum: 1_000, description: 'How many messages the thread had.' });

export const AnswerTicketBody = Exact(
  {
    message_id: MessageId,
    seen,
    text: Text(MAX_MESSAGE_LENGTH),
    needs_customer: Type.Optional(Type.Boolean({ description: 'The customer has to send something.' })),
  },
  { title: 'AnswerTicket' },
);
export type AnswerTicketBody = Static<typeof AnswerTicketBody>;

export const TicketNoteBody = Exact(
  { message_id: MessageId, seen, text: Text(MAX_MESSAGE_LENGTH) },
  { title: 'TicketNote' },
);
export type TicketNoteBody = Static<typeof TicketNoteBody>;

export const AssignTicketBody = Exact({ assignee_id: Nullable(Uuid) }, { title: 'AssignTicket' });
export const TicketPriorityBody = Exact({ priority: Priority }, { title: 'TicketPriorityBody' });
export const TicketSpamBody = Exact({ spam: Type.Boolean() }, { title: 'TicketSpam' });
const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The version that was read.' });
export const SavedAnswerBody = Exact(
  { title: Text(80), text: Text(MAX_MESSAGE_LENGTH), version: Type.Optional(version) },
  { title: 'SaveAnswer' },
);
export type SavedAnswerBody = Static<typeof SavedAnswerBody>;
export const SavedAnswerQuery = Exact({ version });
