/** A text, or its plural forms by `Intl.PluralRules`; `other` is always there. */
export type Message = string | { readonly [form: string]: string };

export type MessageValues = Readonly<Record<string, string | number>>;

/** Puts a value in the place of each `{name}`; a name without a value stays as it is. */
export function fillText(text: string, values: MessageValues): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The plural form that the value `count` asks for. */
export function pluralForm(forms: Exclude<Message, string>, plurals: Intl.PluralRules, count: number): string {
  return forms[plurals.select(count)] ?? forms.other ?? '';
}
