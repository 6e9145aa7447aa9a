import { DomainError } from '../../domain/errors.ts';
import type { ContactEntry } from '../../domain/forms/contact.ts';
import { newId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { Tx } from '../core/sequelize.ts';
import { json, lockUntilCommit, maybeOne, prepared } from '../core/sql.ts';
import { ticketsTable } from './rows.ts';
import { openTicket } from './write.ts';

/** A form of the public pages that passed its gate. */
export interface SentForm {
  readonly entry: ContactEntry;
  /** Of the form's token, so that each form opens one ticket. */
  readonly reference: string;
  /** Whether a proof of work came with it. */
  readonly wasProven: boolean;
  readonly language: Language;
  readonly nowMs: number;
}

/**
 * Opens a ticket for what a visitor wrote. The same text of the same person is kept once within a day, by whatever form
 * it came; a form is kept once, however often it is sent.
 *
 * @returns the reference of the ticket that has it
 * @throws DomainError `conflict` when the form was sent before with something else in it
 */
export async function openSiteTicket(tx: Tx, form: SentForm): Promise<string> {
  const { entry, reference, wasProven, language, nowMs } = form;
  const { kind: topic, name, subject, message: text, details } = entry;
  const email = entry.email.toLowerCase();
  // Always in this order: nobody who has the second one waits for the first.
  await lockUntilCommit(tx, `form:${reference}`);
  await lockUntilCommit(tx, `site ticket:${email}`);
  const known = await maybeOne<{ reference: string }>(tx, knownSql, [email, topic, name, subject, json(details), text]);
  if (known !== undefined) return known.reference;
  if ((await ticketsTable.findOne(tx, { reference }, { columns: ['id'] })) !== undefined) {
    throw new DomainError('conflict', {
      message: 'This form has been sent already. Load the page again to send more.',
    });
  }
  await openTicket(tx, {
    source: 'site',
    merchantId: null,
    userId: null,
    about: null,
    name,
    email,
    language,
    subject,
    form: { topic, reference, details, wasProven },
    message: { id: newId(), text },
    nowMs,
  });
  return reference;
}

const knownSql = prepared(`
  SELECT t.reference FROM ticket t JOIN ticket_message m ON m.ticket_id = t.id AND m.author = 'customer'
  WHERE t.email = $1 AND t.source = 'site' AND t.topic = $2 AND t.name = $3 AND t.subject = $4 AND t.details = $5::jsonb
    AND m.text = $6 AND t.created_at > now() - interval '1 day'
  ORDER BY t.created_at LIMIT 1`);
