import type { ReportedPayment, ReportedStatus, StatusReport } from './messages.ts';
import { isDuplicate } from './reasons.ts';

/** A status of one payment, as an event on it; `duplicate` is none. */
export interface PaymentNews {
  readonly type: 'accept' | 'carry_out' | 'reject' | 'question_name' | 'refuse_recall' | 'duplicate';
  readonly reasonCode: string | null;
  readonly words: string | null;
  readonly payeeName: string | null;
  readonly bankReference: string | null;
}

/**
 * A report's status of a payment of the file that it answers: of the payment itself, else of its part, else of the
 * file. Banks may name only what they reject; in a file or part that is accepted, also partly, the others are accepted.
 * Of several statuses of one payment, the last counts, and one that decides more than a question about the name. A
 * rejection because the same came before says nothing of what came first: `duplicate`. Null: nothing yet.
 */
export function paymentNews(
  report: StatusReport,
  { endToEndId, isConfirmed }: { readonly endToEndId: string; readonly isConfirmed: boolean },
): PaymentNews | null {
  const partId = `${report.originalMessageId}-${isConfirmed ? 2 : 1}`;
  const part = report.parts.find(({ paymentInformationId }) => paymentInformationId === partId)?.status ?? null;
  const around = [part, report.group].filter((each) => each !== null);
  const own = report.parts.flatMap(({ payments }) => payments).filter((each) => isAbout(each, endToEndId));
  const said = own.map((each) => newsOf({ ...each, ...reasonOf(each, around) }, each));
  const decided = said.findLast((news) => news !== null && DECIDES.has(news.type));
  if (said.length > 0) return decided ?? said.findLast((news) => news?.type !== 'duplicate') ?? said.at(-1) ?? null;
  const [status] = around;
  return status === undefined ? null : newsOf({ ...status, ...reasonOf(status, around) }, null);
}

/** The ID of an instruction is the payment's and the number of the file. */
function isAbout(reported: ReportedPayment, endToEndId: string): boolean {
  const { instructionId } = reported;
  if (reported.endToEndId !== null) return reported.endToEndId === endToEndId;
  return instructionId !== null && instructionId.replace(/-\d{1,9}$/, '') === endToEndId;
}

/** Some banks give the reason of a rejection only once, for all that is in a part or file. */
function reasonOf(
  status: ReportedStatus,
  around: readonly ReportedStatus[],
): Pick<ReportedStatus, 'reasonCode' | 'words'> {
  if (status.reasonCode !== null || status.words !== null) return status;
  const given = around.find(({ code, reasonCode, words }) => {
    return code === status.code && (reasonCode !== null || words !== null);
  });
  return given ?? status;
}

const DECIDES: ReadonlySet<PaymentNews['type']> = new Set(['carry_out', 'reject']);

/** Said of one payment, the bank makes it: settlement is in process or completed. Of a file, it says less. */
const CARRIED_OUT: ReadonlySet<string> = new Set(['ACSP', 'ACSC', 'ACCC', 'ACWP']);
const ACCEPTED: ReadonlySet<string> = new Set(['ACTC', 'ACCP', 'ACSP', 'ACSC', 'ACCC', 'ACWC', 'ACWP']);

function newsOf({ code, reasonCode, words }: ReportedStatus, own: ReportedPayment | null): PaymentNews | null {
  const about = { words, payeeName: own?.payeeName ?? null, bankReference: own?.bankReference ?? null };
  if (code === 'RJCT') {
    const type = isDuplicate({ reasonCode, words }) ? 'duplicate' : 'reject';
    return { type, reasonCode: reasonCode ?? 'MS03', ...about };
  }
  // Verification of Payee: no match, or a close match. A match, or a name that cannot be compared, stops nothing.
  if (own !== null && (code === 'RVNM' || code === 'RVMC'))
    return { type: 'question_name', reasonCode: code, ...about };
  if (own !== null && CARRIED_OUT.has(code)) return { type: 'carry_out', reasonCode: null, ...about };
  const isAccepted = ACCEPTED.has(code) || (own === null && code === 'PART');
  return isAccepted ? { type: 'accept', reasonCode: null, ...about } : null;
}
