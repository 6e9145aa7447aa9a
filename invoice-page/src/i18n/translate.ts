import { fillText, type Message, type MessageValues, pluralForm } from '../../../domain/text/messages.ts';
import type { Locale } from './locale.ts';
import type { MessageKey } from './messages.ts';

export type Translate<Key extends string = MessageKey> = (key: Key, values?: MessageValues) => string;

/** Texts of one language. `{name}` takes a value; a message with plural forms is chosen by the value `count`. */
export function createTranslate<Key extends string>(
  locale: Locale,
  messages: Readonly<Record<Key, Message>>,
): Translate<Key> {
  // Made when first needed: building Intl objects is the slowest thing a small page does on a slow phone.
  let plurals: Intl.PluralRules | undefined;
  return (key, values = {}) => {
    const message = messages[key];
    if (typeof message === 'string') return fillText(message, values);
    plurals ??= new Intl.PluralRules(locale);
    return fillText(pluralForm(message, plurals, Number(values.count)), values);
  };
}
