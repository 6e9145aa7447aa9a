import type { Language } from '../../../domain/languages.ts';
import type { ClaimWords } from './claim-words.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';

export const CLAIM_WORDS: Readonly<Record<Language, ClaimWords>> = { en, de, fr, es, it, pt, ru };
