import type { Language } from '../../../domain/languages.ts';
import { mailWords } from '../words/mail-words.ts';
import type { InvoiceMailWords } from './invoice-words.ts';

/** To the merchant: the money of an invoice stayed what it was. */
export const NOT_CONVERTED_WORDS: Readonly<Record<Language, InvoiceMailWords>> = mailWords('notConverted');
