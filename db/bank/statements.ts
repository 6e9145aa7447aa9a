import type { Mode } from '../../domain/assets/assets.ts';
import { bankDifference } from '../../domain/assets/custody.ts';
import type { StatementHead } from '../../domain/bank/messages.ts';
import { type ChainedStatement, chainOf, missingMinor } from '../../domain/bank/statement-chain.ts';
import { formatAmount } from '../../domain/money/money.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { bankBooks, openDifference } from './differences.ts';
import { bookOpening, firstStatement } from './opening.ts';
import { type BankStatementRow, bankStatementsTable } from './rows.ts';

/** The head of a camt.053; null for a notification. */
export function balancedOf(head: StatementHead): ChainedStatement | null {
  const { statementId, sequence: number, period, openingMinor, closingMinor, closingDay } = head;
  if (openingMinor === null || closingMinor === null || closingDay === null) return null;
  return { statementId, number, period, openingMinor, closingMinor, closingDay };
}

/**
 * The last statements that are booked, and those of these days and their neighbors, without those that
 * another one replaces. In the order of booking.
 */
export async function bookedStatements(on: Tx | Db, mode: Mode, days: readonly string[]): Promise<BankStatementRow[]> {
  const sorted = days.toSorted();
  const rows = await select<object>(on, bookedSql, [mode, sorted[0] ?? null, sorted.at(-1) ?? null]);
  return rows.map((row) => bankStatementsTable.read(row) as BankStatementRow);
}

/** The statement that nothing follows, and what is missing before it. */
export async function lastStatement(on: Tx | Db, mode: Mode) {
  const chain = chainOf(await bookedStatements(on, mode, []));
  const head = chain.statements.at(-1);
  return head === undefined ? null : { head, missingMinor: missingMinor(chain), chain };
}

export interface StatementToClose {
  readonly mode: Mode;
  readonly id: string;
  readonly fileId: string;
  readonly saidIn: string;
  readonly statement: ChainedStatement;
  readonly entries: number;
  /** It says all of these again, and more. */
  readonly covers: readonly string[];
}

/** Records a statement whose entries are booked. The opening balance of the first one is the gateway's own money. */
export async function closeStatement(tx: Tx, of: StatementToClose): Promise<void> {
  const { mode, id, fileId, saidIn, statement, entries, covers } = of;
  const { number } = statement;
  const sequence = number !== null && Number(number) <= MOST_SEQUENCE ? Number(number) : null;
  const before = await firstStatement(tx, mode);
  await bankStatementsTable.create(tx, { ...statement, id, mode, fileId, saidIn, sequence, entries });
  if (covers.length > 0) await execute(tx, coveredSql, [[...covers], id]);
  await bookOpening(tx, mode, before);
}

/** Of an INTEGER. */
const MOST_SEQUENCE = 2_147_483_647;

/**
 * Compares the closing balance of the last statement with the books as they are now, under the lock of the bank. A
 * difference is opened once for each statement. Missing statements are reported separately.
 */
export async function compareWithBank(tx: Tx, mode: Mode): Promise<void> {
  const last = await lastStatement(tx, mode);
  if (last === null) return;
  const { fileId, statementId, closingMinor } = last.head;
  const { bookedMinor, unstatedMinor } = await bankBooks(tx, mode);
  const statedMinor = closingMinor - last.missingMinor;
  const differenceMinor = bankDifference({ closingMinor: statedMinor, booksMinor: bookedMinor, unstatedMinor });
  if (differenceMinor === 0n) return;
  const [says, booked] = [formatAmount(closingMinor, 2), formatAmount(bookedMinor - unstatedMinor, 2)];
  const explanation = `Statement ${statementId} closes with ${says} EUR, but the books have ${booked} EUR.`;
  await openDifference(tx, { mode, fileId, differenceMinor, explanation, stops: true });
}

/** Statements that are compared with a new one, besides those of its days. */
const SHOWN = 100;

const bookedSql = prepared(`
  SELECT ${bankStatementsTable.selected('s')} FROM bank_statement s
  WHERE s.mode = $1 AND s.covered_by IS NULL AND (
    s.place IN (SELECT l.place FROM bank_statement l WHERE l.mode = $1 AND l.covered_by IS NULL
      ORDER BY l.place DESC LIMIT ${SHOWN})
    OR s.closing_day BETWEEN $2::date - 1 AND $3::date + 1)
  ORDER BY s.place`);

const coveredSql = prepared(`
  UPDATE bank_statement SET covered_by = $2 WHERE id = ANY($1::uuid[]) OR covered_by = ANY($1::uuid[])`);
