import type { BusHandler } from '../../db/bus/port.ts';
import type { Tx } from '../../db/core/sequelize.ts';
import { REQUEST_MAIL, type RequestMail } from '../../db/payment-requests/mails.ts';
import { findPaymentRequest, type OpenPaymentRequest } from '../../db/payment-requests/read.ts';
import { uncountMail } from '../../db/payment-requests/requests.ts';
import { intlTag } from '../../domain/languages.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { requestPageUrl } from '../../domain/payment-requests/page-url.ts';
import { durationText } from '../../domain/text/duration.ts';
import { enqueueOnce, type InvoiceMails } from './consumers.ts';
import { payerAllowance } from './payer-allowances.ts';
import { type MailContent, renderMail } from './template.ts';
import { asMailbox, asName, fill } from './values.ts';
import { REQUEST_MAIL_WORDS } from './words/payment-requests.ts';

/** The composer of emails about payment requests, and its sources. */
export const REQUEST_MAIL_QUEUE = 'request-mail';
export const REQUEST_MAIL_TOPICS = [REQUEST_MAIL] as const;

/**
 * Emails the recipient the address of the request's page, each time once however often the message comes. Nobody is
 * mailed about a request that was canceled or paid meanwhile, or whose shop takes no payments now. An email that a
 * limit stops is not counted: the shop sees that none was sent, and can send it later.
 */
export function onRequestMail(
  { db, secrets, publicUrl, lifetimeSeconds }: Omit<InvoiceMails, 'links'> & { readonly lifetimeSeconds: number },
  nowMs: () => number,
): BusHandler {
  return async ({ eventId, payload }) => {
    const { requestId, n } = payload as RequestMail;
    const request = await findPaymentRequest(db, requestId, nowMs());
    if (request.status !== 'sent' || !request.takesPayments) return;
    const { merchantId, mode, recipientEmail: to } = request;
    const mail = {
      messageId: `${eventId}@${new URL(publicUrl).hostname}`,
      to,
      replyTo: request.supportEmail,
      logoOf: request.profileId,
      ...requestMail(request, { publicUrl, lifetimeSeconds, isReminder: n > 1 }),
    };
    const mayMail = payerAllowance(secrets, { merchantId, mode, to });
    const isAllowed = async (tx: Tx): Promise<boolean> => {
      const may = await mayMail(tx);
      if (!may) await uncountMail(tx, requestId);
      return may;
    };
    await enqueueOnce(db, [{ key: eventId, mail, isAllowed }]);
  };
}

/** A merchant's text is on one line without links (hazard 71); the one link goes to our own page. */
export function requestMail(
  request: OpenPaymentRequest,
  {
    publicUrl,
    lifetimeSeconds,
    isReminder,
  }: {
    readonly publicUrl: string;
    /** For how long a rate is held. */
    readonly lifetimeSeconds: number;
    readonly isReminder: boolean;
  },
): MailContent {
  const { language, currency, supportEmail, expiresAt } = request;
  const words = REQUEST_MAIL_WORDS[language];
  const isTest = request.mode === 'sandbox';
  const price = formatAmount(request.amountMinor, currencyDecimals(currency));
  const values = {
    merchant: asName(request.merchant),
    name: asName(request.recipientName),
    amount: new Intl.NumberFormat(intlTag(language), { style: 'currency', currency }).format(price as `${number}`),
  };
  const day = new Intl.DateTimeFormat(intlTag(language), { dateStyle: 'long', timeZone: 'UTC' });
  return renderMail({
    language,
    sender: values.merchant,
    subject: `${isTest ? '[Sandbox] ' : ''}${fill(isReminder ? words.reminderSubject : words.subject, values)}`,
    heading: fill(words.heading, values),
    notice: isTest ? words.sandbox : undefined,
    figure: values.amount,
    paragraphs: [fill(words.greeting, values), fill(words.text, { time: durationText(lifetimeSeconds, language) })],
    facts: [
      { label: words.about, value: request.description },
      { label: words.until, value: day.format(expiresAt) },
    ],
    button: { label: words.button, url: requestPageUrl(publicUrl, request.id) },
    footer: [
      fill(supportEmail === null ? words.ask : words.askAt, values, { email: asMailbox(supportEmail) }),
      fill(words.why, values),
    ],
  });
}
