import { isBankStopped } from '../../db/bank/differences.ts';
import { findBankFiles, readBankFile } from '../../db/bank/files.ts';
import { bankEntriesTable, bankFilesTable, bankStatementsTable } from '../../db/bank/rows.ts';
import { lastStatement } from '../../db/bank/statements.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import type { Db } from '../../db/sequelize.ts';
import type { Mode } from '../../domain/assets.ts';
import { missingOf, statementEndMs } from '../../domain/bank/statement-end.ts';
import { executionDay } from '../../domain/bank/target-calendar.ts';

export interface RestoredBank {
  readonly db: Db;
  readonly box: SecretBox;
  readonly mode: Mode;
  /** When the newest restore was. */
  readonly restoredAt: Date;
  /** The hour until which a real bank takes payments of the same day; null for a simulated one, which pays at once. */
  readonly cutOffHour: number | null;
}

/**
 * What keeps euro from leaving a restored gateway: statements must be booked without a gap from before the restored
 * moment to after the restore, and agree with the books. Then every payment that left in between is known.
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
    ...((await isBankStopped(db, mode)) ? [`${name} and the books differ: resolve it under Bank in the console.`] : []),
  ];
}

/** What is missing may contain payments that left after the restored moment. */
async function hasGap(db: Db, mode: Mode): Promise<boolean> {
  return ((await lastStatement(db, mode))?.chain.gaps.size ?? 0) > 0;
}

async function hasUnknownDebit(db: Db, mode: Mode): Promise<boolean> {
  return (await bankEntriesTable.count(db, { mode, bookedAs: 'suspense', direction: 'debit' })) > 0;
}

async function missingStatement({ db, box, mode, restoredAt, cutOffHour }: RestoredBank): Promise<string | null> {
  const restoredAtMs = restoredAt.getTime();
  const needed = { restoredAtMs, executionDay: cutOffHour === null ? null : executionDay(restoredAtMs, cutOffHour) };
  const last = (await lastStatement(db, mode))?.head;
  const earliest = await bankStatementsTable.findOne(db, { mode }, { order: [['place', 'ASC']] });
  const none = missingOf({ endMs: 0, closingDay: '' }, needed);
  // Each statement opens with what the one before closed with, so those after the moment begin before it.
  if (last === undefined || earliest === undefined || last.bookedAt <= restoredAt) return none;
  const bytes = await readBankFile(db, box, last.fileId);
  const { to, created } = timesOf(bytes?.toString() ?? '', last.statementId);
  if (earliest.bookedAt > restoredAt) return `a statement from before the restored moment, which the backup has not,`;
  return missingOf(
    { endMs: statementEndMs({ to, created, closingDay: last.closingDay }), closingDay: last.closingDay },
    needed,
  );
}

/** Its head, before the first entry. The file was valid when it was booked. */
function timesOf(text: string, statementId: string): { readonly to: string | null; readonly created: string | null } {
  const from = Math.max(0, text.indexOf(`>${statementId}<`));
  const entries = text.slice(from).search(/<(?:[\w.-]+:)?Ntry[\s>]/);
  const head = text.slice(from, entries < 0 ? text.length : from + entries);
  const made = /CreDtTm>\s*([^<\s]+)/;
  return {
    to: /ToDtTm>\s*([^<\s]+)/.exec(head)?.[1] ?? null,
    created: made.exec(head)?.[1] ?? made.exec(text.slice(0, from))?.[1] ?? null,
  };
}
