import { Op } from 'sequelize';
import { hasContradiction } from '../../db/bank/contradictions.ts';
import { isBankStopped } from '../../db/bank/differences.ts';
import { findBankFiles, readBankFile } from '../../db/bank/files.ts';
import { bankEntriesTable, bankFilesTable, bankStatementsTable } from '../../db/bank/rows.ts';
import { lastStatement } from '../../db/bank/statements.ts';
import type { SecretBox } from '../../db/core/secret-box.ts';
import type { Db } from '../../db/core/sequelize.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { endInFileMs, spansInFile } from '../../domain/bank/head-times.ts';
import {
  bankDayOf,
  followedFromMs,
  missingOf,
  type ReportedSpan,
  reportedUntilMs,
} from '../../domain/bank/statement-end.ts';
import { executionDay } from '../../domain/bank/target-calendar.ts';
import { withoutHostileXml } from './files/hostile.ts';

export interface RestoredBank {
  readonly db: Db;
  readonly box: SecretBox;
  readonly mode: Mode;
  /** The moment of the backup: what left since may be unknown. */
  readonly restoredTo: Date;
  /** When the newest restore was. */
  readonly restoredAt: Date;
  /** The hour until which a real bank takes payments of the same day; null for a simulated one, which pays at once. */
  readonly cutOffHour: number | null;
}

/**
 * The reasons that keep euro from leaving a restored gateway: statements must be booked without a gap from before the
 * restored moment to after the restore, and agree with the books; for today, reports of its movements are enough. Then
 * every payment that left in between is known.
 * @returns nothing when the bank is checked, or was never used
 */
export async function restoredBankProblems(of: RestoredBank): Promise<string[]> {
  const { db, mode } = of;
  const name = `The bank (${mode})`;
  const first = await bankFilesTable.findOne(db, { mode }, { columns: ['createdAt'], order: [['createdAt', 'ASC']] });
  if (first === undefined || first.createdAt > of.restoredAt) return [];
  const unread = await findBankFiles(db, mode, ['stored', 'waiting']);
  const missing = await missingStatement(of);
  return [
    ...(missing === null ? [] : [`${name}: ${missing} is missing.`]),
    ...unread.map(
      (file) => `${name}: the file ${file.name} is not processed${file.problem ? `: ${file.problem}` : '.'}`,
    ),
    ...((await hasGap(db, mode)) ? [`${name}: statements are missing between those that are booked.`] : []),
    ...((await hasUnknownDebit(db, mode))
      ? [`${name}: a debit that nobody knows may be of a payment. Decide about it under Bank in the console.`]
      : []),
    ...((await hasContradiction(db, mode))
      ? [`${name}: a statement contradicts what is booked. Decide which is right under Bank in the console.`]
      : []),
    ...((await isBankStopped(db, mode)) ? [`${name} and the books differ: resolve it under Bank in the console.`] : []),
  ];
}

/** The missing part may contain payments that left after the restored moment. */
async function hasGap(db: Db, mode: Mode): Promise<boolean> {
  return ((await lastStatement(db, mode))?.chain.gaps.size ?? 0) > 0;
}

async function hasUnknownDebit(db: Db, mode: Mode): Promise<boolean> {
  return (await bankEntriesTable.count(db, { mode, bookedAs: 'suspense', direction: 'debit' })) > 0;
}

/** Statements, and after them reports of today's movements, must lead from the restored moment to the restore. */
async function missingStatement(of: RestoredBank): Promise<string | null> {
  const { restoredTo, restoredAt, cutOffHour } = of;
  const restoredAtMs = restoredAt.getTime();
  const needed = { restoredAtMs, executionDay: cutOffHour === null ? null : executionDay(restoredAtMs, cutOffHour) };
  const stated = await statedSince(of);
  const problem = stated.problem ?? missingOf(stated, needed);
  if (problem === null) return null;
  const sinceMs = Math.max(restoredTo.getTime(), followedFromMs(stated));
  const endMs = reportedUntilMs(sinceMs, await reportedSpans(of));
  return endMs > sinceMs && missingOf({ endMs, closingDay: bankDayOf(endMs) }, needed) === null ? null : problem;
}

interface Stated {
  /** Without a statement, this and the day are before all moments. */
  readonly endMs: number;
  readonly closingDay: string;
  /** Why the statements say nothing about the time since the restored moment. */
  readonly problem: string | null;
}

async function statedSince(of: RestoredBank): Promise<Stated> {
  const { db, mode, restoredAt } = of;
  const none = { endMs: 0, closingDay: '1970-01-01', problem: null };
  const last = (await lastStatement(db, mode))?.head;
  if (last === undefined || last.bookedAt <= restoredAt) return none;
  // Each statement opens with what the one before closed with, so those after the moment begin before it.
  if ((await bankStatementsTable.count(db, { mode, bookedAt: { [Op.lte]: restoredAt } })) === 0)
    return { ...none, problem: 'a statement from before the restored moment, which the backup has not,' };
  const { statementId: id, closingDay } = last;
  return { endMs: endInFileMs(await textOf(of, last.fileId), { id, closingDay }), closingDay, problem: null };
}

/** Of the reports that have come since the restore: an earlier one cannot end after it. */
async function reportedSpans(of: RestoredBank): Promise<ReportedSpan[]> {
  const { db, mode, restoredAt } = of;
  const came = { mode, kind: 'camt.052', state: 'processed', createdAt: { [Op.gt]: restoredAt } } as const;
  const files = await bankFilesTable.find(db, came, { columns: ['id'] });
  const spans: ReportedSpan[] = [];
  for (const { id } of files) spans.push(...spansInFile(await textOf(of, id)));
  return spans;
}

/** Without comments, as it was read when it was booked. */
async function textOf({ db, box }: RestoredBank, fileId: string): Promise<string> {
  return withoutHostileXml((await readBankFile(db, box, fileId)) ?? Buffer.of()).toString();
}
