import type { Language } from '../../../domain/languages.ts';
import type { AccountWords } from './account-words.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';

/** The words of mails about accounts, by language. */
export const ACCOUNT_WORDS: Readonly<Record<Language, AccountWords>> = { en, de, fr, es, it, pt, ru };
