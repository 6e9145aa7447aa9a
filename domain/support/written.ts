import { DomainError, fieldError } from '../errors.ts';
import { withoutLinks } from '../text/plain-text.ts';
import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from './ticket.ts';

/** Several lines without characters that cannot be seen: control characters, and marks that turn text around. */
export function readableText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim();
}

/** @throws DomainError 422 on `text` for a message that is empty or too long */
export function requireMessage(given: string, field = 'text'): string {
  const text = readableText(given);
  if (text === '') throw fieldError(field, 'Write a message.');
  if (text.length > MAX_MESSAGE_LENGTH) throw fieldError(field, `Must have at most ${MAX_MESSAGE_LENGTH} characters.`);
  return text;
}

/** A subject on one line, in which nothing becomes a link in a mail. @throws DomainError 422 on `subject` */
export function requireSubject(given: string): string {
  const subject = withoutLinks(given);
  if (subject === '') throw fieldError('subject', 'The subject field is required.');
  if (subject.length > MAX_SUBJECT_LENGTH) {
    throw fieldError('subject', `Must have at most ${MAX_SUBJECT_LENGTH} characters.`);
  }
  return subject;
}

/** @throws DomainError `conflict` with words for a ticket that takes no reply any more */
export function tooLate(): DomainError {
  return new DomainError('conflict', { message: 'This ticket was closed a while ago. Please write a new one.' });
}
