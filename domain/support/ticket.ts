/** The way a ticket came. */
export const TICKET_SOURCES = ['back_office', 'invoice_page', 'mail', 'site'] as const;
export type TicketSource = (typeof TICKET_SOURCES)[number];

/**
 * `open` waits for support, `answered` for nobody, `waiting` for something that support asked the customer for; `spam`
 * is answered by nobody.
 */
export const TICKET_STATUSES = ['open', 'answered', 'waiting', 'closed', 'spam'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const TICKET_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];

/** The objects that a ticket may be about. */
export const TICKET_OBJECTS = ['invoice', 'payout', 'refund', 'withdrawal', 'deposit'] as const;
export type TicketObject = (typeof TICKET_OBJECTS)[number];

export const TICKET_RATINGS = ['good', 'bad'] as const;
export type TicketRating = (typeof TICKET_RATINGS)[number];

/** The authors of messages. Customers see those of `customer` and `staff` alone. */
export const TICKET_AUTHORS = ['customer', 'staff', 'note', 'unverified'] as const;
export type TicketAuthor = (typeof TICKET_AUTHORS)[number];

/** The columns that the status of a ticket follows from; times are Unix milliseconds. */
export interface TicketState {
  /** The first message that is not answered yet. */
  readonly waitingSinceMs: number | null;
  readonly answeredAtMs: number | null;
  readonly needsCustomer: boolean;
  readonly closedAtMs: number | null;
  readonly isSpam: boolean;
}

export const NEW_TICKET = {
  answeredAtMs: null,
  needsCustomer: false,
  closedAtMs: null,
  isSpam: false,
} as const satisfies Omit<TicketState, 'waitingSinceMs'>;

export type TicketEvent =
  /** The customer writes. */
  | { readonly type: 'asked' }
  /** Support answers; `needsCustomer` if the customer has to do something. */
  | { readonly type: 'answered'; readonly needsCustomer: boolean }
  /** Either side closes it. */
  | { readonly type: 'closed' }
  | { readonly type: 'marked'; readonly isSpam: boolean };

/** A reply reopens a ticket within this time after it was closed; after it, a reply is a new ticket. */
export const REOPEN_DAYS = 14;

export function statusOf({ waitingSinceMs, needsCustomer, closedAtMs, isSpam }: TicketState): TicketStatus {
  if (isSpam) return 'spam';
  if (closedAtMs !== null) return 'closed';
  if (waitingSinceMs !== null) return 'open';
  return needsCustomer ? 'waiting' : 'answered';
}

/** Whether the event changes the ticket as it is; a closed one takes a reply for {@link REOPEN_DAYS} days. */
export function takes(state: TicketState, event: TicketEvent, nowMs: number): boolean {
  const status = statusOf(state);
  switch (event.type) {
    case 'asked':
      return status !== 'closed' || nowMs - (state.closedAtMs ?? 0) <= REOPEN_DAYS * DAY_MS;
    case 'answered':
      return status !== 'spam';
    case 'closed':
      return status !== 'spam' && status !== 'closed';
    case 'marked':
      return state.isSpam !== event.isSpam;
  }
}

/**
 * The ticket after the event. The promise is kept by the first answer after a question: further questions do not put it
 * off. An answer to a closed ticket leaves it closed.
 */
export function next(state: TicketState, event: TicketEvent, nowMs: number): TicketState {
  if (!takes(state, event, nowMs)) return state;
  switch (event.type) {
    case 'asked':
      return { ...state, waitingSinceMs: state.waitingSinceMs ?? nowMs, needsCustomer: false, closedAtMs: null };
    case 'answered':
      return { ...state, waitingSinceMs: null, answeredAtMs: nowMs, needsCustomer: event.needsCustomer };
    case 'closed':
      return { ...state, waitingSinceMs: null, needsCustomer: false, closedAtMs: nowMs };
    case 'marked':
      return { ...state, isSpam: event.isSpam };
  }
}

/** The end of the promised answer time: support works at any hour, so it is wall clock. Null if nobody waits. */
export function answerDueMs(state: TicketState, promiseHours: number): number | null {
  return statusOf(state) === 'open' && state.waitingSinceMs !== null
    ? state.waitingSinceMs + promiseHours * HOUR_MS
    : null;
}

/** Questions about money that is on its way out are answered before others, until a person decides otherwise. */
export function firstPriority(about: TicketObject | null): TicketPriority {
  return about === 'payout' || about === 'withdrawal' || about === 'refund' ? 'high' : 'normal';
}

/** Asked once, after the ticket was closed, and only of a customer who was answered. */
export function mayRate(state: TicketState, rating: TicketRating | null): boolean {
  return rating === null && statusOf(state) === 'closed' && state.answeredAtMs !== null;
}

/** A member of a merchant's team sees their own tickets, and an administrator those of the whole team. */
export function maySeeTicket(
  ticket: { readonly merchantId: string | null; readonly userId: string | null; readonly source: TicketSource },
  reader: { readonly merchantId: string; readonly userId: string; readonly isAdmin: boolean },
): boolean {
  // A payer's ticket is between the payer and support, although it is about the merchant's invoice.
  if (ticket.source !== 'back_office' || ticket.merchantId !== reader.merchantId) return false;
  return reader.isAdmin || ticket.userId === reader.userId;
}

export const MAX_MESSAGE_LENGTH = 10_000;
export const MAX_SUBJECT_LENGTH = 150;
/** The files of one message. */
export const MAX_ATTACHMENTS = 5;
/** The messages of one thread: beyond it, a new ticket is easier to read. */
export const MAX_THREAD = 500;

/** New tickets of one person, and their messages, in an hour. */
export const TICKETS_PER_HOUR = 10;
export const MESSAGES_PER_HOUR = 60;
/** Files of one person in a day: they are kept encrypted in the database. */
export const FILES_PER_DAY = 60;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
