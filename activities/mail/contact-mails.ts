import { mayTry, withinHour } from '../../db/accounts/lockouts.ts';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import { findContact } from '../../db/contact/list.ts';
import { CONTACT_MAIL, type ContactMail } from '../../db/contact/mails.ts';
import type { ContactMessageRow } from '../../db/contact/rows.ts';
import type { Db } from '../../db/core/sequelize.ts';
import type { SupportSettings } from '../../settings/servers.ts';
import { enqueueOnce } from './consumers.ts';
import type { KeyedMail } from './mailer.ts';
import { type MailContent, renderMail } from './template.ts';
import { asName, fill } from './values.ts';
import { ACKNOWLEDGED, ANSWERED, FORM_NAMES, RECEIVED } from './words/contact.ts';

/** The composer of mails about visitors' messages, and its sources. */
export const CONTACT_MAIL_QUEUE = 'contact-mail';
export const CONTACT_MAIL_TOPICS = [CONTACT_MAIL] as const;

/** The parts that mails about messages of visitors are made of. */
export interface ContactMails {
  readonly db: Db;
  /** For counting mails to one address without storing it. */
  readonly secrets: AccountSecrets;
  readonly publicUrl: string;
  readonly operatorName: string;
  readonly support: SupportSettings;
}

/**
 * Mails each message to support and acknowledges it to the address that it names; mails each answer to that address.
 * Each goes once, however often its cause comes. Nothing that a visitor typed is in a mail to that address: it may be
 * of somebody who has nothing to do with it.
 */
export function onContactMail(mails: ContactMails): BusHandler {
  const domain = new URL(mails.publicUrl).hostname;
  return async ({ payload }) => {
    const { messageId, answerId } = payload as ContactMail;
    const found = await findContact(mails.db, messageId);
    if (found === undefined) return;
    const { line, answers } = found;
    const one = (key: string, to: string, content: MailContent, isAllowed?: KeyedMail['isAllowed']): KeyedMail => ({
      key,
      mail: { messageId: `${key}@${domain}`, to, replyTo: mails.support.mail, ...content },
      isAllowed,
    });
    if (answerId !== undefined) {
      const answer = answers.find(({ id }) => id === answerId);
      if (answer === undefined) return;
      return enqueueOnce(mails.db, [
        one(`contact-answer.${answerId}`, line.email, answerMail(line, answer.text, mails)),
      ]);
    }
    await enqueueOnce(mails.db, [
      one(`contact.${messageId}`, mails.support.mail, supportMail(line, mails), (tx) =>
        mayTry(tx, mails.secrets, withinHour({ scope: 'mail:contact:support', key: '', tries: SUPPORT_PER_HOUR })),
      ),
      one(`contact-ack.${messageId}`, line.email, acknowledgement(line, mails), async (tx) => {
        const key = line.email.toLowerCase();
        const isFirst = await mayTry(tx, mails.secrets, {
          scope: 'mail:contact:address',
          key,
          tries: 2,
          minutes: 1_440,
        });
        const all = withinHour({ scope: 'mail:contact', key: '', tries: ACKNOWLEDGED_PER_HOUR });
        return isFirst && (await mayTry(tx, mails.secrets, all));
      }),
    ]);
  };
}

/** Beyond this, messages wait in the console alone: support's mailbox is no target. */
const SUPPORT_PER_HOUR = 60;
const ACKNOWLEDGED_PER_HOUR = 200;

/** To support: what came, by whom; all of it is in the console. Nothing in it becomes a link. */
function supportMail(row: ContactMessageRow, { publicUrl, operatorName }: ContactMails): MailContent {
  const values = { subject: row.subject, reference: row.reference, form: FORM_NAMES[row.kind], name: asName(row.name) };
  return renderMail({
    language: 'en',
    sender: operatorName,
    subject: fill(RECEIVED.subject, values),
    heading: fill(RECEIVED.heading, values),
    paragraphs: [fill('{message}', { message: row.message })],
    facts: [
      { label: RECEIVED.from, value: row.name },
      { label: RECEIVED.email, value: row.email },
      { label: RECEIVED.reference, value: row.reference, isOwn: true },
    ],
    button: { label: RECEIVED.button, url: `${publicUrl}/compliance/contacts/${row.id}` },
    footer: RECEIVED.footer,
  });
}

/** To the address that the message names, which may be anybody's: nothing of the message is in it. */
function acknowledgement(
  { reference }: Pick<ContactMessageRow, 'reference'>,
  { publicUrl, operatorName, support }: ContactMails,
): MailContent {
  const own = {
    reference,
    operator: operatorName,
    site: new URL(publicUrl).host,
    hours: support.hours,
    answer: String(support.answerHours),
  };
  return renderMail({
    language: 'en',
    sender: operatorName,
    subject: fill(ACKNOWLEDGED.subject, {}, own),
    heading: ACKNOWLEDGED.heading,
    paragraphs: ACKNOWLEDGED.paragraphs.map((each) => fill(each, {}, own)),
    facts: [],
    footer: ACKNOWLEDGED.footer.map((each) => fill(each, {}, own)),
  });
}

/** The answer of staff, without the message that it answers. */
function answerMail(
  { reference }: Pick<ContactMessageRow, 'reference'>,
  text: string,
  { publicUrl, operatorName }: ContactMails,
): MailContent {
  const own = { reference, operator: operatorName, url: `${publicUrl}/contact-us` };
  return renderMail({
    language: 'en',
    sender: operatorName,
    subject: fill(ANSWERED.subject, {}, own),
    heading: fill(ANSWERED.heading, {}, own),
    paragraphs: paragraphsOf(text),
    facts: [],
    footer: ANSWERED.footer.map((each) => fill(each, {}, own)),
  });
}

/** Text of the gateway's people, of any length. */
export function paragraphsOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}
