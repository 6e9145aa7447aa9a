import type { Language } from '../../../domain/languages.ts';
import { mailWords } from './mail-words.ts';

/** Everything that emails to recipients of payment requests say in one language. */
export interface RequestMailWords {
  readonly subject: string;
  readonly reminderSubject: string;
  readonly heading: string;
  readonly greeting: string;
  readonly text: string;
  readonly about: string;
  readonly until: string;
  readonly button: string;
  readonly ask: string;
  readonly askAt: string;
  readonly why: string;
  readonly sandbox: string;
}

export const REQUEST_MAIL_WORDS: Readonly<Record<Language, RequestMailWords>> = mailWords('requests');
