import type { NoticeMailEvent } from '../../../domain/accounts/merchant-mail.ts';
import type { Language } from '../../../domain/languages.ts';
import { mailWords } from './mail-words.ts';

/** Everything that emails about conversions and payment requests say in one language. */
export interface NoticeWords {
  readonly headings: Readonly<Record<NoticeMailEvent, string>>;
  readonly paragraphs: Readonly<Record<NoticeMailEvent, string>>;
  readonly labels: Readonly<Record<'from' | 'to' | 'fee' | 'recipient' | 'description', string>>;
  readonly open: string;
  readonly sandbox: string;
  /** Why the email came; `{profile}` is the integration profile's name. */
  readonly why: string;
}

export const NOTICE_WORDS: Readonly<Record<Language, NoticeWords>> = mailWords('notices');
