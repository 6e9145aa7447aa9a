import { createHash } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import type { ContactEntry } from '../../domain/forms/contact.ts';
import { newId } from '../../domain/ids.ts';
import type { Tx } from '../core/sequelize.ts';
import { json, lockUntilCommit, maybeOne, prepared } from '../core/sql.ts';
import type { FormToken } from './form-tokens.ts';
import { sendContactMail } from './mails.ts';

export interface Submission {
  readonly entry: ContactEntry;
  readonly token: FormToken;
  /** Whether a proof of work came with it. */
  readonly wasProven: boolean;
  readonly ip: string;
}

/**
 * Keeps what a visitor wrote, and has it mailed to support and acknowledged. The same text of the same person is kept
 * once within a day, whatever form it came by; a form is kept once, however often it is sent.
 *
 * @returns the reference of what is kept
 * @throws DomainError `conflict` when the form was sent before with something else in it
 */
export async function keepSubmission(tx: Tx, { entry, token, wasProven, ip }: Submission): Promise<string> {
  const { kind, name, email, subject, message, details } = entry;
  const content = [kind, name, email.toLowerCase(), subject, message, details];
  const contentHash = createHash('sha256').update(JSON.stringify(content)).digest();
  await lockUntilCommit(tx, `contact:${contentHash.toString('base64')}`);
  const known = await maybeOne<{ reference: string }>(tx, knownSql, [contentHash]);
  if (known !== undefined) return known.reference;
  const id = newId();
  const { reference, hash } = token;
  const fields = [id, kind, reference, name, email, subject, message, json(details), ip, wasProven, hash, contentHash];
  if ((await maybeOne(tx, insertSql, fields)) === undefined) {
    throw new DomainError('conflict', {
      message: 'This form has been sent already. Load the page again to send more.',
    });
  }
  await sendContactMail(tx, { messageId: id });
  return reference;
}

const knownSql = prepared(`
  SELECT reference FROM contact_message WHERE content_hash = $1 AND created_at > now() - interval '1 day'
  ORDER BY created_at LIMIT 1`);

const insertSql = prepared(`
  INSERT INTO contact_message (id, kind, reference, name, email, subject, message, details, ip, was_proven, form_hash,
    content_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  ON CONFLICT (form_hash) DO NOTHING RETURNING id`);
