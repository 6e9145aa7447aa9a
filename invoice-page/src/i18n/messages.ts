import type english from './locales/en.json';

/** A text, or its plural forms by `Intl.PluralRules`; `other` is always there. */
export type Message = string | { readonly [form: string]: string };
export type MessageKey = keyof typeof english;
/** The words of one language. A test holds their keys and placeholders alike. */
export type Messages = Readonly<Record<MessageKey, Message>>;
