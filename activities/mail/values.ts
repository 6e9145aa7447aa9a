import { oneLine, withoutLinks } from '../../domain/text/plain-text.ts';

type Values = Readonly<Record<string, string | null | undefined>>;

/**
 * Replaces each `{name}` with its value on one line. Nothing in a value becomes a link, except in those that the
 * product made: `own`. Values are not parsed again, so they cannot contain placeholders.
 */
export function fill(text: string, values: Values, own: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    name in own ? oneLine(own[name] ?? '') : withoutLinks(values[name] ?? ''),
  );
}

/** The name of somebody whom the reader may not know: short, and no links. */
export function asName(text: string): string {
  const plain = withoutLinks(text);
  return plain.length > MAX_NAME_LENGTH ? `${plain.slice(0, MAX_NAME_LENGTH)}…` : plain;
}

/**
 * An address to write to, which a mail program may make a link of, as it can only begin a mail; anything else that was
 * entered as one is shown without links.
 */
export function asMailbox(address: string | null): string {
  const isMailbox = /^(?!www)[\w+-][\w.+-]*@[a-z\d][a-z\d.-]*$/i.test(address ?? '');
  return isMailbox ? (address ?? '') : withoutLinks(address ?? '');
}

const MAX_NAME_LENGTH = 60;
