import type { Language } from '../../../domain/languages.ts';
import { mailWords } from './mail-words.ts';

/** Everything that emails about support tickets say to their customers in one language. */
export interface TicketMailWords {
  readonly received: string;
  readonly receivedText: string;
  readonly answered: string;
  readonly closed: string;
  readonly closedText: string;
  readonly rate: string;
  /** The same, for those who have no account. */
  readonly rateByLink: string;
  readonly rateOpen: string;
  readonly open: string;
  readonly reply: string;
  readonly replyThere: string;
  readonly reference: string;
  readonly sandbox: string;
  readonly why: string;
  readonly whyUser: string;
}

export const TICKET_MAIL_WORDS: Readonly<Record<Language, TicketMailWords>> = mailWords('tickets');

/** To the support team, which works in English. */
export const TO_SUPPORT = {
  subject: '[Ticket] {reference}',
  heading: 'A ticket waits for an answer',
  from: 'Name',
  email: 'Email',
  priority: 'Priority',
  button: 'Read and answer',
  footer: 'Answer in the console: it sends the answer and records who wrote it.',
} as const;
