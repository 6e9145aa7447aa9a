import type { OutgoingMailEvent } from '../../../domain/accounts/merchant-mail.ts';
import type { Language } from '../../../domain/languages.ts';
import { mailWords } from './mail-words.ts';

/** Everything that emails about outgoing money say in one language. */
export interface OutgoingWords {
  readonly headings: Readonly<Record<OutgoingMailEvent, string>>;
  readonly paragraphs: Readonly<Record<'done' | 'error' | 'canceled', string>>;
  readonly labels: Readonly<Record<'amount' | 'net' | 'address' | 'reference' | 'lines' | 'failed', string>>;
  readonly open: string;
  readonly sandbox: string;
  /** Why the email came; `{profile}` is the integration profile's name. */
  readonly why: string;
}

export const OUTGOING_WORDS: Readonly<Record<Language, OutgoingWords>> = mailWords('outgoing');
