import { type InvoiceQuery, invoicesAfter } from '../../db/invoices/list.ts';
import { type PayoutQuery, payoutsAfter } from '../../db/payouts/list.ts';
import { type HistoryEventQuery, historyEventsAfter } from '../../db/read/history-events.ts';
import {
  type MovementAccount,
  type MovementChunk,
  type MovementQuery,
  movementAccounts,
  movementsAfter,
} from '../../db/read/movements.ts';
import type { Report } from '../../db/reports/reports.ts';
import type { Db } from '../../db/sequelize.ts';
import { type CsvCell, csvLine } from '../../domain/csv.ts';
import { localClock, REPORT_COLUMNS } from '../../domain/reports.ts';
import { eventCells, invoiceCells, movementCells, payoutCells } from './cells.ts';
import { eventQueryOf, invoiceQueryOf, movementQueryOf, payoutQueryOf } from './filters.ts';

/** Rows that are read, worded and handed on at a time: as much as there ever is in memory. */
const CHUNK = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface ReportOwner {
  readonly merchantId: string;
  /** What a movement is valued in. */
  readonly currency: string;
}

/**
 * The text of a report in pieces, its head first. Each piece is read when it is asked for, by a query of its own, so a slow reader keeps neither memory nor a
 * connection.
 */
export async function* reportText(db: Db, report: Report, owner: ReportOwner): AsyncGenerator<string> {
  yield csvLine(REPORT_COLUMNS[report.kind]);
  const clock = localClock(report.timeZone);
  switch (report.kind) {
    case 'transactions':
      return yield* movementText(db, movementQueryOf(report, owner), clock);
    case 'events':
      return yield* inChunks(eventsOf(db, eventQueryOf(report)), (event) => eventCells(event, clock));
    case 'invoices':
      return yield* inChunks(invoicesOf(db, invoiceQueryOf(report)), (invoice) => invoiceCells(invoice, clock));
    case 'payouts':
    case 'refunds':
      return yield* inChunks(payoutsOf(db, payoutQueryOf(report)), (payout) => payoutCells(payout, clock));
    default:
      return report.kind satisfies never;
  }
}

async function* inChunks<Row>(
  chunks: AsyncGenerator<readonly Row[]>,
  cellsOf: (row: Row) => readonly CsvCell[],
): AsyncGenerator<string> {
  for await (const rows of chunks) yield rows.map((row) => csvLine(cellsOf(row))).join('');
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

async function* eventsOf(db: Db, query: HistoryEventQuery) {
  let after = { id: FIRST_ID, position: '0' };
  for (;;) {
    const events = await historyEventsAfter(db, query, after, CHUNK);
    const last = events.at(-1);
    if (last === undefined) return;
    yield events;
    after = last;
  }
}

async function* invoicesOf(db: Db, query: InvoiceQuery) {
  let after = FIRST_ID;
  for (;;) {
    const invoices = await invoicesAfter(db, query, after, CHUNK);
    const last = invoices.at(-1);
    if (last === undefined) return;
    yield invoices;
    after = last.id;
  }
}

async function* payoutsOf(db: Db, query: Omit<PayoutQuery, 'page' | 'perPage'>) {
  let after = FIRST_ID;
  for (;;) {
    const payouts = await payoutsAfter(db, query, after, CHUNK);
    const last = payouts.at(-1);
    if (last === undefined) return;
    yield payouts;
    after = last.id;
  }
}
