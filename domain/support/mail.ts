import { isEmailAddress } from '../accounts/email-address.ts';
import { withoutLinks } from '../text/plain-text.ts';
import { withoutQuotes } from './mail-text.ts';
import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from './ticket.ts';

/** An email to support, as far as it matters for tickets. */
export interface SupportMail {
  /** In lower case. */
  readonly from: string;
  readonly name: string;
  /** All addresses that it names as recipients. */
  readonly to: readonly string[];
  /** Without angle brackets; null where it has none that may go into a header again. */
  readonly id: string | null;
  readonly subject: string;
  readonly text: string;
  /** Its headers by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/**
 * Whether a program sent it: an absence note, a bounce, a list. Nobody answers those, and nothing of ours may answer
 * them (RFC 3834).
 */
export function isAutomatic({ from, headers }: Pick<SupportMail, 'from' | 'headers'>): boolean {
  const of = (name: string) => headers.get(name)?.trim().toLowerCase() ?? '';
  const submitted = of('auto-submitted');
  return (
    (submitted !== '' && submitted !== 'no') ||
    /^(bulk|list|junk|auto_reply)/.test(of('precedence')) ||
    of('return-path') === '<>' ||
    of('content-type').startsWith('multipart/report') ||
    ['x-autoreply', 'x-autorespond', 'list-id', 'list-unsubscribe', 'x-failed-recipients'].some((name) =>
      headers.has(name),
    ) ||
    /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)(\+|@)/.test(from)
  );
}

/** Whether a ticket can be opened for its sender. */
export function hasSender({ from }: Pick<SupportMail, 'from'>): boolean {
  return isEmailAddress(from);
}

/** The person's own words, without the mail that they answer, and a note about each refused file. Never empty. */
export function messageOf(text: string, refusals: readonly string[]): string {
  const written = withoutQuotes(text.slice(0, 5 * MAX_MESSAGE_LENGTH).toWellFormed());
  const notes = refusals.map((each) => `[${each}]`).join('\n');
  const room = MAX_MESSAGE_LENGTH - notes.length - CUT.length - 2;
  const kept = written.length <= room ? written : `${written.slice(0, room).toWellFormed()}${CUT}`;
  const whole = [kept, notes].filter((part) => part !== '').join('\n\n');
  return whole === '' ? '[No text]' : whole;
}

const CUT = ' […]';

/** A subject on one line, in which nothing becomes a link. */
export function subjectOf(given: string): string {
  const subject = withoutLinks(given).slice(0, MAX_SUBJECT_LENGTH).toWellFormed().trim();
  return subject === '' ? 'No subject' : subject;
}

/** The name that the sender gave, on one line. */
export function senderName({ name, from }: Pick<SupportMail, 'name' | 'from'>): string {
  const plain = withoutLinks(name).slice(0, 100).toWellFormed().trim();
  return plain === '' ? from.slice(0, 100) : plain;
}

/** An id that may go into the headers of our mails. */
export function plainMessageId(given: string | undefined): string | null {
  const id = given?.trim().replace(/^<|>$/g, '') ?? '';
  return /^[\x21-\x3b\x3d\x3f-\x7e]{1,250}$/.test(id) ? id : null;
}
