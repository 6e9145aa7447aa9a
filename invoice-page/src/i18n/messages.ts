import type { Locale } from './locale.ts';
import de from './locales/de.json?url';
import type english from './locales/en.json';
import en from './locales/en.json?url';
import es from './locales/es.json?url';
import fr from './locales/fr.json?url';
import it from './locales/it.json?url';
import pt from './locales/pt.json?url';
import ru from './locales/ru.json?url';

/** A text, or its plural forms by `Intl.PluralRules`; `other` is always there. */
export type Message = string | { readonly [form: string]: string };
export type MessageKey = keyof typeof english;
export type Messages = Readonly<Record<MessageKey, Message>>;

const files: Readonly<Record<Locale, string>> = { en, de, fr, es, it, pt, ru };

/** The words that the server wrote into the page, if they are of this language. */
export function inlinedMessages(locale: Locale): Messages | null {
  const element = document.getElementById('words');
  return element?.lang === locale ? JSON.parse(element.textContent) : null;
}

/** The words of one language: one file each, fetched when needed. A test holds their keys and placeholders alike. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const response = await fetch(files[locale]);
  if (!response.ok) throw new Error(`The words of ${locale} did not load: ${response.status}`);
  return response.json();
}
