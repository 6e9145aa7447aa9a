import type { Mode } from '../../domain/assets/assets.ts';
import { missingVotes, type Vote } from '../../domain/compliance/two-people.ts';
import type { StaffId } from '../../domain/ids.ts';
import { ruleFor, statusAfter } from '../../domain/process/table.ts';
import type { Link } from '../../domain/suspicion/linked.ts';
import { type ReportEvent, type ReportStatus, reportTable } from '../../domain/suspicion/linked-report.ts';
import { isBlockedSql } from '../core/blocked-staff.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { defineTable, filled, integer, minor, orNull, type RowOf, text, time, uuid } from '../core/table.ts';
import { type Decision, defineProcess } from '../process/define.ts';
import { lockRows } from '../process/lock.ts';

const columns = {
  id: uuid(),
  mode: text<Mode>(),
  link: text<Link>(),
  linkKey: text(),
  firstPayment: uuid(),
  version: filled(integer()),
  status: filled(text<ReportStatus>()),
  totalEurMinor: minor(),
  firstAt: time(),
  lastAt: time(),
  text: filled(text()),
  writtenBy: orNull(uuid<StaffId>()),
  closedBy: orNull(uuid()),
  closedReason: orNull(text()),
  closedAt: orNull(time()),
  createdAt: filled(time()),
  updatedAt: filled(time()),
};

/** A report on linked operations. */
export const reportsTable = defineTable('linked_report', columns);
type StoredReport = RowOf<typeof columns>;

interface ReportVote extends Vote {
  readonly verdict: Exclude<ReportStatus, 'draft'>;
}

interface ReportKind {
  readonly row: StoredReport;
  /** Votes that count about the version as it is. */
  readonly facts: { readonly row: StoredReport; readonly votes: readonly ReportVote[] };
  readonly event: { readonly type: ReportEvent; readonly by: string; readonly reason: string | null };
  readonly outcome: Decision & { readonly status: ReportStatus; readonly missing: string | null };
  /** Missing votes, in words; null once it is closed. */
  readonly answer: { readonly missing: string | null };
}

/** The end of a report. Votes are facts: adding one requests the step, which closes the report when it may. */
export const reportProcess = defineProcess<ReportKind>({
  name: 'linked_report',
  table: reportsTable,
  changes: ['version', 'status', 'closedBy', 'closedReason', 'closedAt'],
  lock: lockReports,
  decide: ({ row, votes }, { event: { type } }) => {
    const agreeing = votes.filter(({ verdict }) => verdict === VERDICTS[type]);
    const missing = missingVotes(agreeing, { verb: 'agree', mlroBecause: 'the MLRO answers for reports' });
    const position = { votesComplete: missing === null };
    const { to } = ruleFor(reportTable, { status: row.status, event: type, position });
    const status = statusAfter(to, row.status);
    return { changed: status !== row.status, effects: [], status, missing };
  },
  after: ({ before: { row }, step: { event, nowMs }, outcome: { status } }) => ({
    ...row,
    version: row.version + 1,
    status,
    closedBy: event.by,
    closedReason: event.reason,
    closedAt: new Date(nowMs),
  }),
  effects: {},
  answer: ({ outcome: { missing } }) => ({ missing }),
});

const VERDICTS = { file: 'filed', dismiss: 'dismissed' } as const;

const lock = lockRows(reportsTable);

async function lockReports(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ReportKind['facts']>> {
  const locked = await lock(tx, ids);
  const votes = await select<ReportVote & { readonly reportId: string }>(tx, votesSql, [ids]);
  const byReport = Map.groupBy(votes, ({ reportId }) => reportId);
  return new Map([...locked].map(([id, { row }]) => [id, { row, votes: byReport.get(id) ?? [] }]));
}

const votesSql = prepared(`
  SELECT v.report_id AS "reportId", v.verdict, v.staff_id AS "staffId", v.staff_role AS role
  FROM linked_report_vote v JOIN linked_report r ON r.id = v.report_id AND r.version = v.version
  WHERE v.report_id = ANY($1::uuid[]) AND NOT ${isBlockedSql('v.staff_id')}`);
