/** Line breaks and control characters become spaces, so that a value cannot look like a separate line or header. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, MAX_VALUE_LENGTH);
}

/**
 * Replaces each `{name}` with its value on one line. Values are not parsed again, so they cannot contain placeholders.
 */
export function fill(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => oneLine(values[name] ?? ''));
}

/**
 * What somebody whom the reader may not know calls themselves: short, and nothing in it becomes a link in a mail
 * program.
 */
export function asName(text: string): string {
  const plain = withoutLinks(text).replaceAll(/[/\\@]/g, ' ');
  return plain.length > MAX_NAME_LENGTH ? `${plain.slice(0, MAX_NAME_LENGTH)}…` : plain;
}

/** On one line, and with nothing that a mail program would make a link of. */
export function withoutLinks(text: string): string {
  return oneLine(text)
    .replaceAll(/https?:\/\/|www\./gi, '')
    .replaceAll(/\.(?=[^\s.])/g, '. ');
}

const MAX_NAME_LENGTH = 60;
const MAX_VALUE_LENGTH = 300;
