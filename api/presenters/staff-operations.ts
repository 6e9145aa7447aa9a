import type {
  LookView,
  OperationLine,
  OperationView,
  ReportLine,
  ReportView,
  SubjectView,
} from '../../contract/staff-operations.ts';
import { browserOf } from '../../db/accounts/origins.ts';
import type { AccessRow } from '../../db/staff/access-log.ts';
import type { StaffMember } from '../../db/staff/people.ts';
import type { SuspensionEventRow } from '../../db/suspicion/events.ts';
import type { ReleaseState } from '../../db/suspicion/release.ts';
import type { ReportOperationRow, ReportRow, ReportVoteRow } from '../../db/suspicion/report-acts.ts';
import type { SuspensionRow } from '../../db/suspicion/rows.ts';
import type { Subject } from '../../db/suspicion/subjects.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import { formatAmount, formatTrimmed } from '../../domain/money/money.ts';

export function presentSubject(subject: Subject): SubjectView {
  return {
    kind: subject.kind,
    id: subject.id,
    company_name: subject.companyName,
    mode: subject.mode,
    label: subject.label,
    status: subject.status,
    amount: subject.amount,
    created_at: subject.createdAt.toISOString(),
    refusal: subject.refusal,
  };
}

export function presentOperationLine(row: SuspensionRow, nowMs: number): OperationLine {
  return {
    id: row.id,
    kind: row.kind,
    subject_id: row.subjectId,
    company_name: row.companyName,
    mode: row.mode,
    label: row.label,
    value_eur: eurosOf(row.valueEurMinor),
    status: row.status,
    suspended_at: row.suspendedAt.toISOString(),
    due_at: row.dueAt.toISOString(),
    overdue: row.status === 'suspended' && row.dueAt.getTime() < nowMs,
  };
}

/** A suspended operation as the person sees it. */
export function presentOperation(
  row: SuspensionRow,
  about: {
    readonly events: readonly SuspensionEventRow[];
    readonly subjectStatus: string;
    readonly release: ReleaseState;
    readonly member: StaffMember;
    readonly nowMs: number;
  },
): OperationView {
  const isOpen = row.status !== 'released';
  return {
    ...presentOperationLine(row, about.nowMs),
    value_eur: eurosOf(about.release.valueEurMinor),
    together_eur: eurosOf(about.release.togetherEurMinor),
    subject_status: about.subjectStatus,
    missing: about.release.missing,
    may_agree: isOpen && !row.votes.some(({ staffId }) => staffId === about.member.id),
    events: about.events.map(({ event, staffName, staffRole, words, createdAt }) => ({
      event,
      words,
      staff_name: staffName,
      staff_role: staffRole,
      at: createdAt.toISOString(),
    })),
  };
}

export function presentReportLine(row: ReportRow): ReportLine {
  return {
    id: row.id,
    mode: row.mode,
    link: row.link,
    linked_by: linkText(row),
    version: row.version,
    status: row.status,
    total_eur: euros(row.total_eur_minor),
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    operations: Number(row.operations),
  };
}

export function presentReport(
  row: ReportRow,
  lines: readonly ReportOperationRow[],
  votes: readonly ReportVoteRow[],
): ReportView {
  const said = votes.map(({ verdict, staff_name, staff_role, reason }) => ({
    verdict,
    staff_name,
    staff_role,
    reason,
  }));
  return {
    ...presentReportLine(row),
    text: row.text,
    written_by: row.written_by,
    closed_by: row.closed_by,
    closed_reason: row.closed_reason,
    votes: said,
    closed_at: row.closed_at?.toISOString() ?? null,
    lines: lines.map((line) => ({
      id: line.id,
      kind: line.kind,
      subject_id: line.subject_id,
      at: line.at.toISOString(),
      company_name: line.company_name,
      amount: coins(line),
      value_eur: euros(line.value_eur_minor),
      payer: line.payer,
      customer: line.customer === null ? null : customerName(line.customer),
      transaction_id: line.txid,
    })),
  };
}

export function presentLook(row: AccessRow): LookView {
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    staff_name: row.staff_name,
    staff_role: row.staff_role,
    company_name: row.company_name,
    kind: row.kind,
    subject_id: row.subject_id,
    label: row.label,
    reason: row.reason,
    ip: row.ip,
    browser: browserOf(row.user_agent),
  };
}

const LINK_WORDS = {
  payer: 'payer or payee',
  customer: 'customer',
  merchant: 'merchant (money in)',
  merchant_out: 'merchant (money out)',
} as const satisfies Record<ReportView['link'], string>;

/**
 * A report as a file: plain text that any authority's form takes. Each value that comes from strangers is on one line.
 */
export function reportFile(view: ReportView): string {
  const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const closed = view.closed_at === null ? '' : ` on ${view.closed_at} by ${oneLine(view.closed_by ?? '')}`;
  const facts = [
    `Report ${view.id}`,
    `Status: ${view.status}${closed}`,
    `Mode: ${view.mode}`,
    `Linked by: ${LINK_WORDS[view.link]} ${oneLine(view.linked_by)}`,
    `Total: EUR ${view.total_eur} in ${view.operations} operations from ${view.first_at} to ${view.last_at}`,
  ];
  const lines = view.lines.map((line) =>
    [
      line.at,
      `EUR ${line.value_eur}`,
      line.amount,
      `merchant ${oneLine(line.company_name ?? '–')}`,
      `payer or payee ${oneLine(line.payer ?? '–')}`,
      `customer ${oneLine(line.customer ?? '–')}`,
      `transaction ${oneLine(line.transaction_id ?? '–')}`,
      `${line.kind} ${line.subject_id}`,
    ].join(' | '),
  );
  return [
    ...facts,
    '',
    view.text.trim() === '' ? '(no text yet)' : view.text.trim(),
    '',
    'Operations',
    ...lines,
    '',
  ].join('\r\n');
}

function linkText({ link, link_key, merchant_name }: ReportRow): string {
  if (link === 'payer') return link_key;
  if (link !== 'customer') return merchant_name ?? link_key;
  return merchant_name === null ? customerName(link_key) : `${customerName(link_key)} (${merchant_name})`;
}

/** Without the ID of the merchant before its own name for a customer. */
function customerName(key: string): string {
  return key.includes('@') ? key : key.slice(key.indexOf(':') + 1);
}

function coins({ gate_id, amount_minor }: ReportOperationRow): string {
  return `${formatTrimmed(BigInt(amount_minor), gateDecimals(gate_id))} ${gate_id.replace('_', ' ')}`;
}

function eurosOf(minor: bigint | null): string | null {
  return minor === null ? null : euros(String(minor));
}

function euros(minor: string): string {
  return formatAmount(BigInt(minor), 2);
}
