import type { AnyWithdrawal } from '../../contract/withdrawals.view.ts';
import { cardOrdersAfter } from '../../db/card-orders/list.ts';
import type { CardOrderRow } from '../../db/card-orders/rows.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { type DepositFilter, depositsAfter } from '../../db/deposits/list.ts';
import { type HistoryEvent, historyEventsAfter } from '../../db/history/event-list.ts';
import {
  type MovementAccount,
  type MovementChunk,
  type MovementQuery,
  movementAccounts,
  movementsAfter,
} from '../../db/history/movements.ts';
import { readStatements, type StatementQuery } from '../../db/history/statement.ts';
import { invoicesAfter } from '../../db/invoices/list.ts';
import { payoutsAfter } from '../../db/payouts/list.ts';
import type { Report } from '../../db/reports/reports.ts';
import { type WithdrawalFilter, withdrawalsAfter } from '../../db/withdrawals/list.ts';
import type { DepositRecord } from '../../domain/deposits/record.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import { type CsvKind, localClock, REPORT_COLUMNS } from '../../domain/reports/reports.ts';
import { type CsvCell, csvHead, csvLine } from '../../domain/text/csv.ts';
import {
  balanceCells,
  depositCells,
  eventCells,
  invoiceCells,
  movementCells,
  payoutCells,
  purchaseCells,
  withdrawalCells,
} from './cells.ts';
import {
  depositQueryOf,
  eventQueryOf,
  invoiceQueryOf,
  movementQueryOf,
  payoutQueryOf,
  purchaseQueryOf,
  type ReportOwner,
  statementQueryOf,
  withdrawalQueryOf,
} from './filters.ts';

/** Rows that are read, worded and handed on at a time: so few that no other request waits for long. */
const CHUNK = 250;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const FIRST_EVENT = { id: FIRST_ID, position: '0' };

/**
 * The text of a report in pieces, its head first. Each piece is read on demand, by a query of its own, so a slow reader
 * keeps neither memory nor a connection.
 */
export async function* reportText(
  db: Db,
  report: Report & { kind: CsvKind },
  owner: ReportOwner,
): AsyncGenerator<string> {
  yield csvHead(REPORT_COLUMNS[report.kind]);
  const clock = localClock(report.timeZone);
  switch (report.kind) {
    case 'transactions':
      return yield* movementText(db, movementQueryOf(report, owner), clock);
    case 'events': {
      const query = eventQueryOf(report, owner);
      const events = readingOn<HistoryEvent>((last) => historyEventsAfter(db, query, last ?? FIRST_EVENT, CHUNK));
      return yield* inChunks(events, (event) => eventCells(event, clock));
    }
    case 'invoices': {
      const query = invoiceQueryOf(report);
      const invoices = readingOn<InvoiceRecord>((last) => invoicesAfter(db, query, last?.id ?? FIRST_ID, CHUNK));
      return yield* inChunks(invoices, (invoice) => invoiceCells(invoice, clock));
    }
    case 'payouts':
    case 'refunds': {
      const query = payoutQueryOf(report);
      const payouts = readingOn<PayoutRow>((last) => payoutsAfter(db, query, last?.id ?? FIRST_ID, CHUNK));
      return yield* inChunks(payouts, (payout) => payoutCells(payout, clock));
    }
    case 'withdrawals':
      return yield* withdrawalLines(db, withdrawalQueryOf(report), clock);
    case 'deposits':
      return yield* depositLines(db, depositQueryOf(report), clock);
    case 'purchases': {
      const query = purchaseQueryOf(report);
      const orders = readingOn<CardOrderRow>((last) => cardOrdersAfter(db, query, last?.id ?? FIRST_ID, CHUNK));
      return yield* inChunks(orders, (order) => purchaseCells(order, clock));
    }
    case 'balance':
      return yield* balanceText(db, statementQueryOf(report, owner));
    default:
      return report.kind satisfies never;
  }
}

/** Of a text that is not stored as a report. Without an end it would go on for as long as rows are added. */
export interface TextOptions {
  readonly timeZone: string;
  /** Newer lines are left out. */
  readonly until: Date;
}

/** The same of withdrawals for any filter, which need not be stored as a report. */
export async function* withdrawalText(
  db: Db,
  query: WithdrawalFilter,
  { timeZone, until }: TextOptions,
): AsyncGenerator<string> {
  yield csvHead(REPORT_COLUMNS.withdrawals);
  yield* withdrawalLines(db, endingAt(query, until), localClock(timeZone));
}

function withdrawalLines(db: Db, query: WithdrawalFilter, clock: (at: Date) => string): AsyncGenerator<string> {
  const chunks = readingOn<AnyWithdrawal>((last) => withdrawalsAfter(db, query, last?.row.id ?? FIRST_ID, CHUNK));
  return inChunks(chunks, (withdrawal) => withdrawalCells(withdrawal, clock));
}

/** The same of deposits for any filter. */
export async function* depositText(
  db: Db,
  query: DepositFilter,
  { timeZone, until }: TextOptions,
): AsyncGenerator<string> {
  yield csvHead(REPORT_COLUMNS.deposits);
  yield* depositLines(db, endingAt(query, until), localClock(timeZone));
}

function endingAt<Query extends { readonly dateTo?: Date }>(query: Query, until: Date): Query {
  return query.dateTo !== undefined && query.dateTo < until ? query : { ...query, dateTo: until };
}

function depositLines(db: Db, query: DepositFilter, clock: (at: Date) => string): AsyncGenerator<string> {
  const chunks = readingOn<DepositRecord>((last) => depositsAfter(db, query, last?.id ?? FIRST_ID, CHUNK));
  return inChunks(chunks, (deposit) => depositCells(deposit, clock));
}

async function* inChunks<Row>(
  chunks: AsyncGenerator<readonly Row[]>,
  cellsOf: (row: Row) => readonly CsvCell[],
): AsyncGenerator<string> {
  for await (const rows of chunks) yield rows.map((row) => csvLine(cellsOf(row))).join('');
}

/** Asset by asset: the opening balance, what changed it by kind, and the closing balance. */
async function* balanceText(db: Db, query: StatementQuery): AsyncGenerator<string> {
  yield (await readStatements(db, query)).flatMap(balanceCells).map(csvLine).join('');
}

/** Asset by asset, each with its balance after every movement. */
async function* movementText(db: Db, query: MovementQuery, clock: (at: Date) => string): AsyncGenerator<string> {
  for (const account of await movementAccounts(db, query)) {
    yield* inChunks(movementsOf(db, query, account), (movement) => movementCells(movement, { query, clock }));
  }
}

async function* movementsOf(db: Db, query: MovementQuery, account: MovementAccount) {
  for (let at: MovementAccount | null = account; at !== null; ) {
    const { movements, next }: MovementChunk = await movementsAfter(db, query, at, CHUNK);
    yield movements;
    at = next;
  }
}

/** Chunk after chunk, each read after the last row of the one before; `null` before the first. */
async function* readingOn<Row>(read: (last: Row | null) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for (let last: Row | null = null; ; ) {
    const rows = await read(last);
    yield rows;
    last = rows.at(-1) ?? null;
    if (last === null) return;
  }
}
