import type { Language } from '../../../domain/languages.ts';
import de from '../../../locales/de/documents.json' with { type: 'json' };
import en from '../../../locales/en/documents.json' with { type: 'json' };
import es from '../../../locales/es/documents.json' with { type: 'json' };
import fr from '../../../locales/fr/documents.json' with { type: 'json' };
import it from '../../../locales/it/documents.json' with { type: 'json' };
import pt from '../../../locales/pt/documents.json' with { type: 'json' };
import ru from '../../../locales/ru/documents.json' with { type: 'json' };
import type { PayerWords } from './payer-words.ts';

/** The texts of invoices and receipts, in every language of the payer's page. */
export const PAYER_WORDS: Readonly<Record<Language, PayerWords>> = { en, de, fr, es, it, pt, ru };
