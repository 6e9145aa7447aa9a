import { newestEvent } from '../../contract/event-text.ts';
import type { MassPayout } from '../../contract/mass-payouts.ts';
import type { Payout } from '../../contract/payouts.ts';
import type { Refund } from '../../contract/refunds.ts';
import type { Withdrawal } from '../../contract/withdrawals.ts';
import { mayTry, withinHour } from '../../db/accounts/lockouts.ts';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { maybeOne, prepared, unseen } from '../../db/core/sql.ts';
import { ROLES, roleMay, type UserPermission } from '../../domain/accounts/permissions.ts';
import type { Language } from '../../domain/languages.ts';
import { enqueueOnce } from './consumers.ts';
import { coinsText } from './invoice-values.ts';
import type { KeyedMail } from './mailer.ts';
import { mailReaders, mailsTo, shopIdSql } from './readers.ts';
import { type MailContent, renderMail } from './template.ts';
import { fill } from './values.ts';
import { APPROVAL_WORDS, type Approvable } from './words/approvals.ts';

/** The composer of emails about missing approvals, and its sources. */
export const APPROVAL_MAIL_QUEUE = 'approval-mail';
export const APPROVAL_MAIL_TOPICS = [
  'event.payout.new',
  'event.refund.new',
  'event.withdrawal.new',
  'event.mass_payout.pending',
] as const;

/** So many emails about approvals go to one person within an hour: the back office lists the rest. */
const MOST_PER_HOUR = 20;

/**
 * Emails those who may approve, whatever their email settings, that outgoing money waits for them, each once however
 * often the event comes. The person who requested it may not approve it and gets no email.
 */
export function onApprovalMissing({ db, secrets, publicUrl }: ApprovalMails): BusHandler {
  return async ({ eventId, topic }) => {
    const type = topic.slice('event.'.length);
    const event = await maybeOne<EventRow>(db, eventSql, [eventId, type]);
    if (event === undefined) return;
    const kind = type.slice(0, type.indexOf('.')) as Approvable;
    const { data } = newestEvent<Waiting>(event.body);
    const roles = ROLES.filter((role) => roleMay(role, APPROVERS[kind]));
    const shopId = kind === 'refund' ? event.shop_id : null;
    const people = await mailReaders(db, { merchantId: event.merchant_id, shopId, roles, isAwaited: true });
    const others = people.filter(({ id }) => !event.not_by.includes(id));
    const about = { kind, data, profileName: event.profile_name, publicUrl };
    const mails = mailsTo(others, { occasion: eventId, publicUrl }, (language) => approvalMail(about, language));
    if (mails.length > 0)
      await enqueueOnce(
        db,
        mails.map((mail) => limited(mail, secrets)),
      );
  };
}

interface ApprovalMails {
  readonly db: Db;
  readonly secrets: AccountSecrets;
  readonly publicUrl: string;
}

function limited(mail: KeyedMail, secrets: AccountSecrets): KeyedMail {
  const allowance = withinHour({ scope: 'mail:approval', key: mail.mail.to.toLowerCase(), tries: MOST_PER_HOUR });
  return { ...mail, isAllowed: (tx) => mayTry(tx, secrets, allowance) };
}

type Waiting = Payout | MassPayout | Refund | Withdrawal;

interface WaitingNews {
  readonly kind: Approvable;
  readonly data: Waiting;
  readonly profileName: string;
  readonly publicUrl: string;
}

function approvalMail({ kind, data, profileName, publicUrl }: WaitingNews, language: Language): MailContent {
  const words = APPROVAL_WORDS[language];
  const heading = words.headings[kind];
  const isTest = data.mode === 'sandbox';
  const [label, value] =
    'lines' in data
      ? [words.file, data.file_name ?? data.id]
      : [words.amount, coinsText(data.amount, data.gate_id, language)];
  return renderMail({
    language,
    sender: 'Tidegate',
    subject: fill(`${isTest ? '[Sandbox] ' : ''}${heading}: {value}`, { value }),
    heading,
    notice: isTest ? words.sandbox : undefined,
    paragraphs: [words.text],
    facts: [{ label, value }],
    button: { label: words.open, url: `${publicUrl}${pathOf(kind, data)}` },
    footer: [fill(words.why, { profile: profileName })],
  });
}

/** Where the back office shows it with a button to approve: a refund with its invoice. */
function pathOf(kind: Approvable, data: Waiting): string {
  if ('invoice_id' in data) return `/history/details?id=${data.invoice_id}`;
  return `${PATHS[kind]}?id=${data.id}`;
}

const PATHS: Readonly<Record<Approvable, string>> = {
  payout: '/payouts/details',
  mass_payout: '/payouts/mass-request-payout',
  refund: '/history/details',
  withdrawal: '/withdrawals/details',
};

const APPROVERS: Readonly<Record<Approvable, UserPermission>> = {
  payout: 'merchant_payout_create',
  mass_payout: 'merchant_massPayout_create',
  refund: 'merchant_refund_create',
  withdrawal: 'merchant_withdrawal_create',
};

interface EventRow {
  readonly body: string;
  readonly merchant_id: string;
  readonly shop_id: string;
  readonly profile_name: string;
  readonly not_by: readonly string[];
}

// Only what still waits: who may approve at once does so with the request.
const eventSql = prepared(`
  SELECT e.body, p.merchant_id, ${shopIdSql} AS shop_id, p.name AS profile_name, w.not_by
  FROM event e JOIN profile p ON p.id = e.profile_id
  JOIN LATERAL (
    SELECT array_append(creators, created_by) AS not_by FROM payout
    WHERE id = e.entity_id AND status = 'new' AND approval_required
    UNION ALL
    SELECT array_append(creators, created_by) FROM withdrawal
    WHERE id = e.entity_id AND status = 'new' AND approval_required
    UNION ALL
    SELECT array_append(creators, run_by) FROM mass_payout
    WHERE id = e.entity_id AND status = 'pending' AND run_by IS NOT NULL AND approved_by IS NULL) AS w ON true
  WHERE e.id = ${unseen('$1::uuid')} AND e.type = $2`);
