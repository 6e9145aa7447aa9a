import type { Language } from '../../../domain/languages.ts';
import { mailWords } from '../words/mail-words.ts';
import type { InvoiceWords } from './invoice-words.ts';

/** The words of emails about invoices, by language. */
export const INVOICE_WORDS: Readonly<Record<Language, InvoiceWords>> = mailWords('invoices');
