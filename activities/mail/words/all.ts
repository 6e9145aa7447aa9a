import type { Language } from '../../../domain/languages.ts';
import type { AccountWords } from './account-words.ts';
import { mailWords } from './mail-words.ts';

/** What mails about accounts say, by language. */
export const ACCOUNT_WORDS: Readonly<Record<Language, AccountWords>> = mailWords('account');
