import type { Language } from '../../../domain/languages.ts';
import type { AccountWords } from './account-words.ts';
import { mailWords } from './mail-words.ts';

/** The words of emails about accounts, by language. */
export const ACCOUNT_WORDS: Readonly<Record<Language, AccountWords>> = mailWords('account');
