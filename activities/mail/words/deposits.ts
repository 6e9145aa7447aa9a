import type { Language } from '../../../domain/languages.ts';
import { mailWords } from './mail-words.ts';

/** The subject of an email about a deposit. */
export type DepositNews = 'done' | 'gone' | 'reorganized';

/** Everything that emails about deposits say in one language. */
export interface DepositWords {
  readonly headings: Readonly<Record<DepositNews | 'not_converted', string>>;
  readonly paragraphs: Readonly<Record<DepositNews, string>>;
  readonly notConverted: string;
  readonly labels: Readonly<Record<'net' | 'converted' | 'reference' | 'transaction', string>>;
  readonly open: string;
  readonly sandbox: string;
  /** Why the email came; `{profile}` is the integration profile's name. */
  readonly why: string;
}

export const DEPOSIT_WORDS: Readonly<Record<Language, DepositWords>> = mailWords('deposits');
