import { LANGUAGES, type Language } from '../../../domain/languages.ts';
import de from '../../../locales/de/mails.json' with { type: 'json' };
import en from '../../../locales/en/mails.json' with { type: 'json' };
import es from '../../../locales/es/mails.json' with { type: 'json' };
import fr from '../../../locales/fr/mails.json' with { type: 'json' };
import it from '../../../locales/it/mails.json' with { type: 'json' };
import pt from '../../../locales/pt/mails.json' with { type: 'json' };
import ru from '../../../locales/ru/mails.json' with { type: 'json' };

type MailsOfLanguage = typeof en;

const MAILS: Readonly<Record<Language, MailsOfLanguage>> = { en, de, fr, es, it, pt, ru };

/** The words of emails of one subject, by language: a section of `locales/<language>/mails.json`. */
export function mailWords<Section extends keyof MailsOfLanguage>(
  section: Section,
): Readonly<Record<Language, MailsOfLanguage[Section]>> {
  const words = LANGUAGES.map((language) => [language, MAILS[language][section]] as const);
  return Object.fromEntries(words) as Record<Language, MailsOfLanguage[Section]>;
}
