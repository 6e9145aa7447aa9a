import type { Language } from '../../../domain/languages.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { InvoiceWords } from './invoice-words.ts';
import { it } from './it.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';

/** The words of mails about invoices, by language. */
export const INVOICE_WORDS: Readonly<Record<Language, InvoiceWords>> = { en, de, fr, es, it, pt, ru };
