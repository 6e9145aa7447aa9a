import { newestEvent } from '../../contract/event-text.ts';
import type { Withdrawal } from '../../contract/withdrawals.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { maybeOne, prepared, unseen } from '../../db/core/sql.ts';
import type { AccountMail } from '../../domain/accounts/account-mail.ts';
import { ROLES, roleMay } from '../../domain/accounts/permissions.ts';
import { accountMail } from './account-mails.ts';
import { enqueueOnce } from './consumers.ts';
import { mailReaders, mailsTo } from './readers.ts';

/** The composer of mails about withdrawals, and its sources. */
export const WITHDRAWAL_MAIL_QUEUE = 'withdrawal-mail';
export const WITHDRAWAL_MAIL_TOPICS = ['event.withdrawal.#'] as const;

/**
 * Mails the people who may withdraw when a withdrawal waits for their answer to the bank, and when it is done or failed
 * unless the profile has turned that off (spec §3): each once however often the event comes.
 */
export function onWithdrawalEvent({ db, publicUrl }: { readonly db: Db; readonly publicUrl: string }): BusHandler {
  return async ({ eventId, topic }) => {
    const type = topic.slice('event.'.length);
    const event = await maybeOne<EventRow>(db, eventSql, [eventId, type]);
    if (event === undefined) return;
    const { data } = newestEvent<Withdrawal>(event.body);
    const news = newsOf(data, publicUrl);
    // A question of the bank waits for an answer, whatever the profile has chosen.
    if (news === null || (news.kind !== 'withdrawal_question' && !event.is_chosen)) return;
    const people = await mailReaders(db, { merchantId: event.merchant_id, shopId: null, roles: DECIDERS });
    const mails = mailsTo(people, { occasion: eventId, publicUrl }, (language) => accountMail(news, language));
    if (mails.length > 0) await enqueueOnce(db, mails);
  };
}

function newsOf(withdrawal: Withdrawal, publicUrl: string): AccountMail | null {
  const { id, status, status_reason: reason, status_words: words, method, mode } = withdrawal;
  const amount = `${withdrawal.net_amount} ${withdrawal.gate_id.replace('_', ' ')}`;
  const values = { mode, amount, title: method.title, url: `${publicUrl}/withdrawals/details?id=${id}` };
  if (status === 'done') return { kind: 'withdrawal_done', values };
  const said = { ...values, reason: words ?? (reason ?? 'unknown').replaceAll('_', ' ') };
  if (status === 'error' && RETURNED.has(reason ?? '')) return { kind: 'withdrawal_failed', values: said };
  return reason === 'name_question' ? { kind: 'withdrawal_question', values: said } : null;
}

/** The money is back; other errors are for operators first. */
const RETURNED: ReadonlySet<string> = new Set(['bank_rejected', 'bank_returned', 'method_changed', 'address_refused']);

const DECIDERS = ROLES.filter((role) => roleMay(role, 'merchant_withdrawal_create'));

interface EventRow {
  readonly body: string;
  readonly merchant_id: string;
  readonly is_chosen: boolean;
}

const eventSql = prepared(`
  SELECT e.body, p.merchant_id, $2 = ANY(p.newer_email_events) AS is_chosen
  FROM event e JOIN profile p ON p.id = e.profile_id
  WHERE e.id = ${unseen('$1::uuid')} AND e.type = $2`);
