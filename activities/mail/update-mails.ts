import { mayTry, withinHour } from '../../db/accounts/lockouts.ts';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import { ServiceUnavailableError } from '../../db/bus/outage.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import { enqueue } from '../../db/core/outbox.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { UPDATE_TEST, type UpdateTest } from '../../db/updates/acts.ts';
import type { UpdateLinks, UpdateReader } from '../../db/updates/links.ts';
import {
  type BegunMail,
  beginUpdateMail,
  endUpdateMail,
  putUpdateMailBack,
  UPDATE_MAIL,
  type UpdateMail,
} from '../../db/updates/mails.ts';
import { subscribersTable } from '../../db/updates/rows.ts';
import { NEWSLETTER_MAIL, type NewsletterMail } from '../../db/updates/subscribers.ts';
import { CONFIRM_DAYS } from '../../domain/updates/update.ts';
import { enqueueOnce } from './consumers.ts';
import { isCertainlyUnsent, MailPostponedError, MailRefusedError, type OutgoingMail } from './mailer.ts';
import { handToServer, PATIENT, type Sending } from './sending.ts';
import { type MailContent, paragraphsOf, renderMail } from './template.ts';
import { fill } from './values.ts';
import { NEWSLETTER_CONFIRM, UPDATE_FOOTER } from './words/updates.ts';

/** The composer and sender of mails about product updates, and their sources. */
export const UPDATE_MAIL_QUEUE = 'update-mail';
export const UPDATE_MAIL_TOPICS = [UPDATE_MAIL] as const;
export const NEWSLETTER_MAIL_QUEUE = 'newsletter-mail';
export const NEWSLETTER_MAIL_TOPICS = [NEWSLETTER_MAIL, UPDATE_TEST] as const;

/** The parts that mails about product updates are made of. */
export interface UpdateMails extends Sending {
  readonly secrets: AccountSecrets;
  readonly links: UpdateLinks;
  readonly publicUrl: string;
  readonly operatorName: string;
}

/**
 * Sends one mail of an update, if its reader still wants it and the update was not stopped. Never twice: a mail whose
 * sending was cut off is left as it is, because nobody knows whether the mail server has it.
 */
export function onUpdateMail(mails: UpdateMails): BusHandler {
  return async ({ payload }) => {
    const queued = payload as UpdateMail & { readonly putOff?: number };
    const begun = await beginUpdateMail(mails.db, mails.secrets, queued);
    if (begun === undefined) return;
    const outcome = await handToServer(mails.mailer, updateMail(mails, queued, begun)).catch(async (error: unknown) => {
      if (!wasNotTaken(error)) return error;
      await putUpdateMailBack(mails.db, queued);
      throw error;
    });
    if (outcome === 'sent') return endUpdateMail(mails.db, queued, 'sent');
    const putOff = queued.putOff ?? 0;
    const delayMs = outcome instanceof MailPostponedError ? PATIENT[putOff] : undefined;
    if (delayMs !== undefined) {
      return inTransaction(mails.db, async (tx) => {
        await putUpdateMailBack(tx, queued);
        await enqueue(tx, [{ topic: UPDATE_MAIL, payload: { ...queued, putOff: putOff + 1 }, delayMs }]);
      });
    }
    const isRefused = outcome instanceof MailRefusedError || outcome instanceof MailPostponedError;
    if (isRefused) await endUpdateMail(mails.db, queued, 'refused');
    mails.onGivenUp?.(outcome instanceof Error ? outcome : new Error(String(outcome)), messageIdOf(mails, queued));
  };
}

/** A server that rests was not asked. */
function wasNotTaken(error: unknown): boolean {
  if (error instanceof ServiceUnavailableError && error.cause === undefined) return true;
  return isCertainlyUnsent(error);
}

function updateMail(mails: UpdateMails, queued: UpdateMail, { email, ...text }: BegunMail): OutgoingMail {
  const unsubscribeUrl = mails.links.unsubscribeUrl(queued);
  const content = updateContent(mails, text, { source: queued.source, unsubscribeUrl });
  return { messageId: messageIdOf(mails, queued), to: email, replyTo: null, unsubscribeUrl, ...content };
}

function messageIdOf({ publicUrl }: UpdateMails, { updateId, mail }: UpdateMail): string {
  return `update.${updateId}.${mail.slice(0, 22)}@${new URL(publicUrl).hostname}`;
}

/** The text of staff, and how to stop it. */
function updateContent(
  { operatorName }: UpdateMails,
  { subject, body }: Pick<BegunMail, 'subject' | 'body'>,
  { source, unsubscribeUrl }: Pick<UpdateReader, 'source'> & { readonly unsubscribeUrl: string },
): MailContent {
  const own = { operator: operatorName, url: unsubscribeUrl };
  return renderMail({
    language: 'en',
    sender: operatorName,
    subject,
    heading: subject,
    paragraphs: paragraphsOf(body),
    facts: [],
    footer: [fill(UPDATE_FOOTER[source], {}, own), fill(UPDATE_FOOTER.stop, {}, own)],
  });
}

/** Asks new subscribers to confirm, and sends staff the tests of what they wrote. Each mail goes once. */
export function onNewsletterMail(mails: UpdateMails): BusHandler {
  return async ({ eventId, topic, payload }) => {
    if (topic === UPDATE_TEST) return sendTest(mails, eventId, payload as UpdateTest);
    const { subscriberId } = payload as NewsletterMail;
    const subscriber = await subscribersTable.findOne(mails.db, { id: subscriberId });
    if (subscriber === undefined) return;
    const { email, confirmedAt, unsubscribedAt } = subscriber;
    if (confirmedAt !== null && unsubscribedAt === null) return;
    const content = confirmMail(mails, mails.links.confirmUrl(subscriber));
    const mail = { messageId: `${eventId}@${new URL(mails.publicUrl).hostname}`, to: email, replyTo: null, ...content };
    const limits = [
      { scope: 'mail:newsletter:address', key: email, tries: 1, minutes: 60 },
      { scope: 'mail:newsletter:address:month', key: email, tries: 4, minutes: 43_200 },
      withinHour({ scope: 'mail:newsletter', key: '', tries: CONFIRMATIONS_PER_HOUR }),
    ];
    const isAllowed: NonNullable<Parameters<typeof enqueueOnce>[1][number]['isAllowed']> = async (tx) => {
      for (const limit of limits) if (!(await mayTry(tx, mails.secrets, limit))) return false;
      return true;
    };
    await enqueueOnce(mails.db, [{ key: eventId, mail, isAllowed }]);
  };
}

const CONFIRMATIONS_PER_HOUR = 200;

function confirmMail({ publicUrl, operatorName }: UpdateMails, url: string): MailContent {
  const own = { operator: operatorName, site: new URL(publicUrl).host, days: String(CONFIRM_DAYS) };
  return renderMail({
    language: 'en',
    sender: operatorName,
    subject: NEWSLETTER_CONFIRM.subject,
    heading: NEWSLETTER_CONFIRM.heading,
    paragraphs: NEWSLETTER_CONFIRM.paragraphs.map((each) => fill(each, {}, own)),
    facts: [],
    button: { label: NEWSLETTER_CONFIRM.button, url },
    footer: NEWSLETTER_CONFIRM.footer.map((each) => fill(each, {}, own)),
  });
}

async function sendTest(mails: UpdateMails, eventId: string, { to, subject, body }: UpdateTest): Promise<void> {
  const unsubscribeUrl = `${mails.publicUrl}/newsletter/unsubscribe?token=test`;
  const content = updateContent(
    mails,
    { subject: `[Test] ${subject}`, body },
    { source: 'subscriber', unsubscribeUrl },
  );
  const messageId = `${eventId}@${new URL(mails.publicUrl).hostname}`;
  const mail = { messageId, to, replyTo: null, unsubscribeUrl, ...content };
  await enqueueOnce(mails.db, [{ key: eventId, mail }]);
}
