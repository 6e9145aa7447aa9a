import type { Conversion } from '../../contract/conversions.ts';
import { newestEvent } from '../../contract/event-text.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { maybeOne, prepared, unseen } from '../../db/core/sql.ts';
import { findPaymentRequest, type OpenPaymentRequest } from '../../db/payment-requests/read.ts';
import { isNoticeMailEvent, NOTICE_MAIL_EVENTS, type NoticeMailEvent } from '../../domain/accounts/merchant-mail.ts';
import { ROLES, roleMay } from '../../domain/accounts/permissions.ts';
import type { Language } from '../../domain/languages.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { enqueueOnce } from './consumers.ts';
import { coinsText } from './invoice-values.ts';
import { mailReaders, mailsTo, shopIdSql } from './readers.ts';
import { type MailContent, renderMail } from './template.ts';
import { asName, fill } from './values.ts';
import { NOTICE_WORDS } from './words/notices.ts';

/** The composer of emails about conversions and payment requests, and its sources. */
export const NOTICE_MAIL_QUEUE = 'notice-mail';
export const NOTICE_MAIL_TOPICS = NOTICE_MAIL_EVENTS.map((type) => `event.${type}`);

/**
 * Emails the team about a conversion, or a payment request that was paid or has expired, if the profile has chosen it
 * (spec §3): each once however often the event comes, and each in their language.
 */
export function onNoticeEvent(
  { db, publicUrl }: { readonly db: Db; readonly publicUrl: string },
  nowMs: () => number,
): BusHandler {
  return async ({ eventId, topic }) => {
    const kind = topic.slice('event.'.length);
    if (!isNoticeMailEvent(kind)) return;
    const event = await maybeOne<EventRow>(db, eventSql, [eventId, kind]);
    if (event === undefined || !event.is_chosen) return;
    const about = { profileName: event.profile_name, publicUrl };
    if (kind === 'conversion.done') {
      const people = await mailReaders(db, { merchantId: event.merchant_id, shopId: null, roles: CONVERTERS });
      const { data } = newestEvent<Conversion>(event.body);
      const mails = mailsTo(people, { occasion: eventId, publicUrl }, (language) =>
        conversionMail(data, { ...about, language }),
      );
      if (mails.length > 0) await enqueueOnce(db, mails);
      return;
    }
    const outcome = kind === 'payment_request.paid' ? 'paid' : 'expired';
    const request = await findPaymentRequest(db, event.entity_id, nowMs());
    // Paid since it expired: the other email says so.
    if (outcome === 'expired' && request.status !== 'expired') return;
    const of = { merchantId: event.merchant_id, shopId: event.shop_id, roles: REQUESTERS };
    const occasion = `request-${outcome}.${request.id}`;
    const mails = mailsTo(await mailReaders(db, of), { occasion, publicUrl }, (language) =>
      requestOutcomeMail(request, outcome, { ...about, language }),
    );
    if (mails.length > 0) await enqueueOnce(db, mails);
  };
}

interface About {
  readonly profileName: string;
  readonly publicUrl: string;
  readonly language: Language;
}

/** The email about one conversion; its link opens it in the back office. */
export function conversionMail(conversion: Conversion, { language, publicUrl, profileName }: About): MailContent {
  const { labels } = NOTICE_WORDS[language];
  const { amount_from, from, amount_to, to, fee, mode } = conversion;
  return noticeMail('conversion.done', {
    language,
    profileName,
    isTest: mode === 'sandbox',
    figure: coinsText(amount_to, to, language),
    facts: [
      { label: labels.from, value: coinsText(amount_from, from, language) },
      { label: labels.to, value: coinsText(amount_to, to, language) },
      { label: labels.fee, value: coinsText(fee, to, language) },
    ],
    url: `${publicUrl}${pathOf(conversion)}`,
  });
}

/** The email about how a payment request ended; its link opens the request in the back office. */
export function requestOutcomeMail(
  request: OpenPaymentRequest,
  outcome: 'paid' | 'expired',
  { language, publicUrl, profileName }: About,
): MailContent {
  const { labels } = NOTICE_WORDS[language];
  const { amountMinor, currency, description, mode, recipientName } = request;
  const price = formatAmount(amountMinor, currencyDecimals(currency));
  return noticeMail(`payment_request.${outcome}`, {
    language,
    profileName,
    isTest: mode === 'sandbox',
    figure: new Intl.NumberFormat(language, { style: 'currency', currency }).format(price as `${number}`),
    facts: [
      { label: labels.recipient, value: asName(recipientName) },
      { label: labels.description, value: description },
    ],
    url: `${publicUrl}/payment-request/details?id=${request.id}`,
  });
}

/** Where the back office shows it: that of a settlement with its invoice or deposit. */
function pathOf({ id, invoice_id: invoiceId, deposit_id: depositId }: Conversion): string {
  if (depositId !== null) return `/balance?tab=deposits&id=${depositId}`;
  return invoiceId === null ? `/balance?tab=convert&id=${id}` : `/history/details?id=${invoiceId}`;
}

interface Notice {
  readonly language: Language;
  readonly profileName: string;
  readonly isTest: boolean;
  readonly figure: string;
  readonly facts: Parameters<typeof renderMail>[0]['facts'];
  readonly url: string;
}

function noticeMail(kind: NoticeMailEvent, notice: Notice): MailContent {
  const { language, profileName, isTest, figure, facts, url } = notice;
  const words = NOTICE_WORDS[language];
  return renderMail({
    language,
    sender: 'Tidegate',
    subject: `${isTest ? '[Sandbox] ' : ''}${words.headings[kind]}: ${figure}`,
    heading: words.headings[kind],
    notice: isTest ? words.sandbox : undefined,
    figure,
    paragraphs: [words.paragraphs[kind]],
    facts,
    button: { label: words.open, url },
    footer: [fill(words.why, { profile: profileName })],
  });
}

const CONVERTERS = ROLES.filter((role) => roleMay(role, 'merchant_manualConversion_run'));
const REQUESTERS = ROLES.filter((role) => roleMay(role, 'merchant_invoice_done'));

interface EventRow {
  readonly body: string;
  readonly merchant_id: string;
  readonly shop_id: string;
  readonly profile_name: string;
  readonly is_chosen: boolean;
  readonly entity_id: string;
}

const eventSql = prepared(`
  SELECT e.body, e.entity_id, p.merchant_id, ${shopIdSql} AS shop_id, p.name AS profile_name,
    $2 = ANY(p.newer_email_events) AS is_chosen
  FROM event e JOIN profile p ON p.id = e.profile_id
  WHERE e.id = ${unseen('$1::uuid')} AND e.type = $2`);
