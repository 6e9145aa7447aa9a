import type { AccountWords } from './account-words.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/** By language; what is missing is said in English. */
export const ACCOUNT_WORDS: Readonly<Record<string, AccountWords | undefined>> = { en, de };
