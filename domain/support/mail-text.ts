import { readableText } from './written.ts';

/**
 * A reply without the mail that it answers: quoted lines, the line that introduces them, and the copy that some
 * programs append. Answers between quoted lines stay. Where nothing would be left, all of it stays: no word is lost.
 */
export function withoutQuotes(mail: string): string {
  const text = readableText(mail);
  const lines = text.split('\n');
  const end = lines.findIndex((line, at) => isCopyBegin(line, lines[at + 1]) && hasWords(lines.slice(0, at)));
  const kept = (end === -1 ? lines : lines.slice(0, end)).filter(
    (line, at) => !isQuoted(line) && !introduces(lines, at),
  );
  const reply = readableText(kept.join('\n'));
  return reply === '' ? text : reply;
}

const isQuoted = (line: string) => line.startsWith('>');

/** The line that introduces a quotation ends with a colon; mail programs may break it in two. */
function introduces(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.trim() === '' || isQuoted(line)) return false;
  const rest = lines.slice(at + 1, at + 3);
  const quote = rest.findIndex((each) => isQuoted(each));
  if (quote === -1) return false;
  const between = rest.slice(0, quote).filter((each) => each.trim() !== '');
  if (between.length === 0) return NAMES_AUTHOR.test(line) && line.trimEnd().endsWith(':');
  return NAMES_AUTHOR.test(line) && between.length === 1 && (between[0] ?? '').trimEnd().endsWith(':');
}

/** It names a mailbox or a time of day: no sentence of a person that only ends with a colon is taken for it. */
const NAMES_AUTHOR = /@|\d{1,2}[:.]\d{2}/;

/** The words before the copy of the answered mail, as Outlook and others write them in our seven languages. */
const COPY =
  /^-{2,} ?(original message|ursprüngliche nachricht|message d['’]origine|mensaje original|messaggio originale|mensagem original|исходное сообщение) ?-{2,}$/iu;
const RULE = /^_{20,}$/;
const FROM = /^(from|von|de|da|от) ?: ?.*@/iu;

function isCopyBegin(line: string, following = ''): boolean {
  return COPY.test(line.trim()) || (RULE.test(line.trim()) && (following === '' || FROM.test(following)));
}

function hasWords(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== '' && !isQuoted(line));
}
