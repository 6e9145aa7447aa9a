import { newestEvent } from '../../contract/event-text.ts';
import type { MassPayout } from '../../contract/mass-payouts.ts';
import type { Payout } from '../../contract/payouts.ts';
import type { Refund } from '../../contract/refunds.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { maybeOne, prepared, unseen } from '../../db/core/sql.ts';
import { isOutgoingMailEvent, type OutgoingMailEvent } from '../../domain/accounts/merchant-mail.ts';
import { ROLES, roleMay, type UserPermission } from '../../domain/accounts/permissions.ts';
import type { Language } from '../../domain/languages.ts';
import { enqueueOnce } from './consumers.ts';
import { coinsText } from './invoice-values.ts';
import { mailReaders, mailsTo, shopIdSql } from './readers.ts';
import { type Fact, type MailContent, renderMail } from './template.ts';
import { fill } from './values.ts';
import { OUTGOING_WORDS } from './words/outgoing.ts';

/** The composer of emails about payouts, mass payouts and refunds, and its sources. */
export const OUTGOING_MAIL_QUEUE = 'outgoing-mail';
export const OUTGOING_MAIL_TOPICS = ['event.payout.#', 'event.mass_payout.#', 'event.refund.#'] as const;

/**
 * Emails the people who may see the operation about an event that the profile has chosen (spec §3): each once however
 * often the event comes, and each in their language.
 */
export function onOutgoingEvent({ db, publicUrl }: { readonly db: Db; readonly publicUrl: string }): BusHandler {
  return async ({ eventId, topic }) => {
    const type = topic.slice('event.'.length);
    // Most statuses need no email, which the topic shows without a query.
    if (!isOutgoingMailEvent(type)) return;
    const event = await maybeOne<EventRow>(db, eventSql, [eventId, type]);
    if (event === undefined || !event.is_chosen) return;
    const { data } = newestEvent<Outgoing>(event.body);
    const people = await mailReaders(db, {
      merchantId: event.merchant_id,
      shopId: kindOf(type) === 'refund' ? event.shop_id : null,
      roles: readersOf(type),
    });
    const about = { profileName: event.profile_name, publicUrl };
    const mails = mailsTo(people, { occasion: eventId, publicUrl }, (language) =>
      outgoingMail(type, data, { ...about, language }),
    );
    if (mails.length > 0) await enqueueOnce(db, mails);
  };
}

type Outgoing = Payout | MassPayout | Refund;

/** The email about one operation; its link opens the operation in the back office. */
export function outgoingMail(
  type: OutgoingMailEvent,
  data: Outgoing,
  about: { readonly profileName: string; readonly publicUrl: string; readonly language: Language },
): MailContent {
  const { language, publicUrl, profileName } = about;
  const words = OUTGOING_WORDS[language];
  const heading = words.headings[type];
  const isTest = data.mode === 'sandbox';
  const figure = 'lines' in data ? undefined : coinsText(data.amount, data.gate_id, language);
  const named = figure ?? ('lines' in data ? data.file_name : null) ?? data.id;
  return renderMail({
    language,
    sender: 'Tidegate',
    subject: fill(`${isTest ? '[Sandbox] ' : ''}${heading}: {named}`, { named }),
    heading,
    notice: isTest ? words.sandbox : undefined,
    figure,
    paragraphs: [words.paragraphs[outcomeOf(type)]],
    facts: factsOf(data, language),
    button: { label: words.open, url: `${publicUrl}${pathOf(data)}` },
    footer: [fill(words.why, { profile: profileName })],
  });
}

function factsOf(data: Outgoing, language: Language): readonly Fact[] {
  const { labels } = OUTGOING_WORDS[language];
  if ('lines' in data) {
    const { lines } = data;
    return [
      { label: labels.lines, value: String(lines.total) },
      { label: labels.failed, value: String(lines.failed) },
    ];
  }
  const reference = 'reference' in data ? data.reference : null;
  return [
    { label: labels.net, value: coinsText(data.net_amount, data.gate_id, language) },
    { label: labels.address, value: data.address, isCode: true },
    ...(reference === null ? [] : [{ label: labels.reference, value: reference }]),
  ];
}

/** Where the back office shows it: a refund with its invoice. */
function pathOf(data: Outgoing): string {
  if ('lines' in data) return `/payouts/mass-request-payout?id=${data.id}`;
  return 'invoice_id' in data ? `/history/details?id=${data.invoice_id}` : `/payouts/details?id=${data.id}`;
}

/** Those who can act on it. */
const DECIDERS: Readonly<Record<Kind, UserPermission>> = {
  payout: 'merchant_payout_create',
  mass_payout: 'merchant_massPayout_create',
  refund: 'merchant_refund_create',
};

type Kind = 'payout' | 'mass_payout' | 'refund';

function kindOf(type: OutgoingMailEvent): Kind {
  return type.slice(0, type.indexOf('.')) as Kind;
}

function outcomeOf(type: OutgoingMailEvent): 'done' | 'error' | 'canceled' {
  return type.slice(type.indexOf('.') + 1) as 'done' | 'error' | 'canceled';
}

function readersOf(type: OutgoingMailEvent) {
  return ROLES.filter((role) => roleMay(role, DECIDERS[kindOf(type)]));
}

interface EventRow {
  readonly body: string;
  readonly merchant_id: string;
  readonly shop_id: string;
  readonly profile_name: string;
  readonly is_chosen: boolean;
}

// The lines of a mass payout are ten thousand payouts: its own events say how they ended.
const eventSql = prepared(`
  SELECT e.body, p.merchant_id, ${shopIdSql} AS shop_id, p.name AS profile_name,
    $2 = ANY(p.email_events) AND o.mass_payout_id IS NULL AS is_chosen
  FROM event e JOIN profile p ON p.id = e.profile_id LEFT JOIN payout o ON o.id = e.entity_id
  WHERE e.id = ${unseen('$1::uuid')} AND e.type = $2`);
