import type { Mode } from '../../domain/assets/assets.ts';
import type { Db } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { listContradictions, type OpenContradiction } from './contradiction-votes.ts';
import { bankBooks, isBankStopped } from './differences.ts';
import type { BankFile } from './files.ts';
import { ownPayments } from './name-questions.ts';
import { type BankPaymentRow, bankPaymentsTable } from './payment-rows.ts';
import { type DisputedPayment, listDisputed } from './rejections.ts';
import {
  type BankDifferenceRow,
  type BankEntryRow,
  type BankFileState,
  bankDifferencesTable,
  bankEntriesTable,
  bankFilesTable,
} from './rows.ts';
import { lastStatement } from './statements.ts';

/** The bank of one mode as staff see it; cents. */
export interface BankStanding {
  readonly mode: Mode;
  readonly isStopped: boolean;
  readonly bookedMinor: bigint;
  /** Of that, what no statement contains yet. */
  readonly unstatedMinor: bigint;
  readonly closingMinor: bigint | null;
  readonly closingDay: string | null;
}

/** A payment whose name differs from the account holder's. */
export interface NameQuestion {
  readonly payment: BankPaymentRow;
  /** No merchant has requested it, so staff answer. */
  readonly isOwn: boolean;
}

export interface BankOverview {
  readonly standings: readonly BankStanding[];
  readonly differences: readonly BankDifferenceRow[];
  readonly contradictions: readonly OpenContradiction[];
  readonly unknown: readonly BankEntryRow[];
  /** Notified, and in no statement yet: it has moved nothing. */
  readonly coming: readonly BankEntryRow[];
  readonly questions: readonly NameQuestion[];
  readonly disputed: readonly DisputedPayment[];
}

/** The items for staff to check: the newest of each. */
export async function readBankOverview(db: Db, modes: readonly Mode[], limit: number): Promise<BankOverview> {
  const standings: BankStanding[] = [];
  for (const mode of modes) standings.push(await standingOf(db, mode));
  const differences = await bankDifferencesTable.find(db, {}, { order: [['foundAt', 'DESC']], limit });
  const newest = { order: [['createdAt', 'DESC'] as const], limit };
  const unknown = await bankEntriesTable.find(db, { bookedAs: 'suspense', direction: 'debit' }, newest);
  const coming = await bankEntriesTable.find(db, { bookedAs: null, isStated: false, endedAt: null }, newest);
  const order = [['updatedAt', 'DESC'] as const];
  const requested = await bankPaymentsTable.find(db, { status: 'name_question' }, { order, limit });
  const own = await ownPayments(
    db,
    requested.map(({ id }) => id),
  );
  const questions = requested.map((payment) => ({ payment, isOwn: own.has(payment.id) }));
  const contradictions = await listContradictions(db, limit);
  const disputed = await listDisputed(db, limit);
  return { standings, differences, contradictions, unknown, coming, questions, disputed };
}

async function standingOf(db: Db, mode: Mode): Promise<BankStanding> {
  const { closingMinor = null, closingDay = null } = (await lastStatement(db, mode))?.head ?? {};
  return { mode, isStopped: await isBankStopped(db, mode), ...(await bankBooks(db, mode)), closingMinor, closingDay };
}

export interface PageRequested {
  /** Undefined: both. */
  readonly mode: Mode | undefined;
  readonly page: number;
  readonly perPage: number;
}

interface Paged<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Files to the bank and from it, the newest first. */
export function listBankFiles(
  db: Db,
  { mode, page, perPage, states }: PageRequested & { readonly states: readonly BankFileState[] },
): Promise<Paged<BankFile>> {
  return paged(
    db,
    filesSql,
    [states, perPage, (page - 1) * perPage, mode ?? null],
    (row) => bankFilesTable.read(row) as BankFile,
  );
}

async function paged<Row>(
  db: Db,
  sql: Parameters<typeof select>[1],
  bind: readonly unknown[],
  read: (row: object) => Row,
): Promise<Paged<Row>> {
  const found = await select<{ readonly total: string }>(db, sql, bind);
  return { rows: found.map(({ total: _total, ...row }) => read(row)), total: Number(found[0]?.total ?? 0) };
}

const filesSql = prepared(`
  SELECT f.id, f.mode, f.direction, f.kind, f.message_id AS "messageId", f.name, f.size, f.state, f.problem, f.answers,
    f.payments, f.total_minor AS "totalMinor", f.created_at AS "createdAt", f.sent_at AS "sentAt",
    f.settled_at AS "settledAt", count(*) OVER () AS total
  FROM bank_file f WHERE (cardinality($1::text[]) = 0 OR f.state = ANY($1)) AND ($4::text IS NULL OR f.mode = $4)
  ORDER BY f.created_at DESC, f.id DESC LIMIT $2 OFFSET $3`);
