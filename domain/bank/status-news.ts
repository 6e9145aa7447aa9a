import type { ReportedPayment, ReportedStatus, StatusReport } from './messages.ts';

/** What a status says about one payment, as an event on it. */
export interface PaymentNews {
  readonly type: 'accept' | 'carry_out' | 'reject' | 'question_name' | 'refuse_recall';
  readonly reasonCode: string | null;
  readonly words: string | null;
  readonly payeeName: string | null;
  readonly bankReference: string | null;
}

/**
 * What a report says about a payment of the file that it answers: what is said of the payment itself, else of its part,
 * else of the file. Banks may name only what they reject; in a file or part that is accepted, also partly, the others
 * are accepted. Of several statuses of one payment, the last counts, and one that decides more than a question about
 * the name. Null: nothing yet.
 */
export function paymentNews(
  report: StatusReport,
  { endToEndId, isConfirmed }: { readonly endToEndId: string; readonly isConfirmed: boolean },
): PaymentNews | null {
  const own = report.parts.flatMap(({ payments }) => payments).filter((each) => each.endToEndId === endToEndId);
  const said = own.map((each) => newsOf(each, each));
  const decided = said.findLast((news) => news !== null && DECIDES.has(news.type));
  if (said.length > 0) return decided ?? said.at(-1) ?? null;
  const partId = `${report.originalMessageId}-${isConfirmed ? 2 : 1}`;
  const part = report.parts.find(({ paymentInformationId }) => paymentInformationId === partId)?.status ?? null;
  const status = part ?? report.group;
  return status === null ? null : newsOf(status, null);
}

const DECIDES: ReadonlySet<PaymentNews['type']> = new Set(['carry_out', 'reject']);

/** Said of one payment, the bank makes it: settlement is in process or completed. Of a file, it says less. */
const CARRIED_OUT: ReadonlySet<string> = new Set(['ACSP', 'ACSC', 'ACCC', 'ACWP']);
const ACCEPTED: ReadonlySet<string> = new Set(['ACTC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'ACWC', 'ACWP']);

function newsOf({ code, reasonCode, words }: ReportedStatus, own: ReportedPayment | null): PaymentNews | null {
  const about = { words, payeeName: own?.payeeName ?? null, bankReference: own?.bankReference ?? null };
  if (code === 'RJCT') return { type: 'reject', reasonCode: reasonCode ?? 'MS03', ...about };
  // Verification of Payee: no match, or a close match. A match, or a name that cannot be compared, stops nothing.
  if (own !== null && (code === 'RVNM' || code === 'RVMC'))
    return { type: 'question_name', reasonCode: code, ...about };
  if (own !== null && CARRIED_OUT.has(code)) return { type: 'carry_out', reasonCode: null, ...about };
  const isAccepted = ACCEPTED.has(code) || (own === null && code === 'PART');
  return isAccepted ? { type: 'accept', reasonCode: null, ...about } : null;
}
