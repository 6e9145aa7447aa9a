import type { Deposit } from '../../contract/deposits.ts';
import { newestEvent } from '../../contract/event-text.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { maybeOne, prepared, unseen } from '../../db/core/sql.ts';
import { CONVERSION_FAILED, isDepositMailEvent } from '../../domain/accounts/merchant-mail.ts';
import { ROLES, roleMay } from '../../domain/accounts/permissions.ts';
import type { GateId } from '../../domain/assets/assets.ts';
import { canConvert } from '../../domain/conversion/pairs.ts';
import type { Language } from '../../domain/languages.ts';
import { enqueueOnce } from './consumers.ts';
import { coinsText } from './invoice-values.ts';
import { mailReaders, mailsTo, shopIdSql } from './readers.ts';
import { type Fact, type MailContent, renderMail } from './template.ts';
import { fill } from './values.ts';
import { DEPOSIT_WORDS, type DepositNews } from './words/deposits.ts';

/** The composer of emails about deposits, and its sources. */
export const DEPOSIT_MAIL_QUEUE = 'deposit-mail';
export const DEPOSIT_MAIL_TOPICS = ['event.deposit.#'] as const;

/**
 * Emails the people who give customers addresses about an event that the profile has chosen (spec §3): each once
 * however often the event comes, and each in their language.
 */
export function onDepositEvent({ db, publicUrl }: { readonly db: Db; readonly publicUrl: string }): BusHandler {
  return async ({ eventId, topic }) => {
    const type = topic.slice('event.'.length);
    // Most statuses need no email, which the topic shows without a query.
    if (!isDepositMailEvent(type)) return;
    const event = await maybeOne<EventRow>(db, eventSql, [eventId, type]);
    if (event === undefined) return;
    const { data } = newestEvent<Deposit>(event.body);
    const hasFailed = isConversionFailed(data, event.converts_to);
    if (!event.is_chosen && !(event.is_failure_chosen && hasFailed)) return;
    const people = await mailReaders(db, {
      merchantId: event.merchant_id,
      shopId: event.shop_id,
      roles: READERS,
    });
    const about = { profileName: event.profile_name, publicUrl };
    const mails = mailsTo(people, { occasion: eventId, publicUrl }, (language) =>
      depositMail(data, { ...about, language, hasFailed }),
    );
    if (mails.length > 0) await enqueueOnce(db, mails);
  };
}

/** The email about one deposit; its link opens the deposit in the back office. */
export function depositMail(
  deposit: Deposit,
  about: {
    readonly profileName: string;
    readonly publicUrl: string;
    readonly language: Language;
    /** It should have been converted, and was not. */
    readonly hasFailed?: boolean;
  },
): MailContent {
  const { language, publicUrl, profileName, hasFailed = false } = about;
  const words = DEPOSIT_WORDS[language];
  const news = newsOf(deposit);
  const heading = words.headings[hasFailed ? 'not_converted' : news];
  const isTest = deposit.mode === 'sandbox';
  const figure = coinsText(deposit.amount, deposit.gate_id, language);
  return renderMail({
    language,
    sender: 'Tidegate',
    subject: `${isTest ? '[Sandbox] ' : ''}${heading}: ${figure}`,
    heading,
    notice: isTest ? words.sandbox : undefined,
    figure,
    paragraphs: [words.paragraphs[news], ...(isUnconverted(deposit) ? [words.notConverted] : [])],
    facts: factsOf(deposit, news, language),
    button: { label: words.open, url: `${publicUrl}/balance?tab=deposits&id=${deposit.id}` },
    footer: [fill(words.why, { profile: profileName })],
  });
}

const isUnconverted = ({ status_reason: reason }: Deposit) =>
  reason === 'conversion_not_possible' || reason === 'conversion_given_up';

/** Of pairs that never convert, the merchant knows from the address. */
function isConversionFailed(deposit: Deposit, target: GateId | null): boolean {
  return isUnconverted(deposit) && target !== null && canConvert(deposit.gate_id, target);
}

function newsOf({ status, status_reason: reason }: Deposit): DepositNews {
  if (status === 'done') return 'done';
  return reason === 'reorganized' ? 'reorganized' : 'gone';
}

function factsOf(deposit: Deposit, news: DepositNews, language: Language): readonly Fact[] {
  const { labels } = DEPOSIT_WORDS[language];
  const { conversion, gate_id, net_amount, reference, transactions } = deposit;
  const net = { label: labels.net, value: coinsText(net_amount, gate_id, language) };
  return [
    ...(news === 'done' ? [net] : []),
    ...(news === 'done' && conversion !== null
      ? [{ label: labels.converted, value: coinsText(conversion.amount_to, conversion.to, language) }]
      : []),
    { label: labels.reference, value: reference },
    // A deposit of many small payments would fill the email with them.
    ...transactions
      .slice(0, MOST_TRANSACTIONS)
      .map(({ txid }) => ({ label: labels.transaction, value: txid, isCode: true })),
  ];
}

const MOST_TRANSACTIONS = 3;

const READERS = ROLES.filter((role) => roleMay(role, 'merchant_address_create'));

interface EventRow {
  readonly body: string;
  readonly merchant_id: string;
  readonly shop_id: string;
  readonly profile_name: string;
  readonly is_chosen: boolean;
  /** The profile wants to know when money was not converted. */
  readonly is_failure_chosen: boolean;
  readonly converts_to: GateId | null;
}

const eventSql = prepared(`
  SELECT e.body, p.merchant_id, ${shopIdSql} AS shop_id, p.name AS profile_name, $2 = ANY(p.email_events) AS is_chosen,
    '${CONVERSION_FAILED}' = ANY(p.newer_email_events) AS is_failure_chosen,
    (SELECT d.autoconversion->>'gate_id' FROM deposit d WHERE d.id = e.entity_id) AS converts_to
  FROM event e JOIN profile p ON p.id = e.profile_id
  WHERE e.id = ${unseen('$1::uuid')} AND e.type = $2`);
