import type { Locale } from './locale.ts';
import type { MessageKey, Messages } from './messages.ts';

export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, values?: Values) => string;

/** Texts of one language. `{name}` takes a value; a message with plural forms is chosen by the value `count`. */
export function createTranslate(locale: Locale, messages: Messages): Translate {
  // Made when first needed: building Intl objects is the slowest thing a small page does on a slow phone.
  let plurals: Intl.PluralRules | undefined;
  return (key, values = {}) => {
    const message = messages[key];
    if (typeof message === 'string') return fill(message, values);
    plurals ??= new Intl.PluralRules(locale);
    return fill(message[plurals.select(Number(values.count))] ?? message.other ?? key, values);
  };
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
