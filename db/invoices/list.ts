import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import { filterConditions, type ListFilter, likeOf, orderBy, type Where, whereOfProfile } from '../core/list-query.ts';
import { listTotal } from '../core/list-total.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { json, select } from '../core/sql.ts';
import { toRecord } from './facts.ts';
import { type JoinedRow, joinedParts, joinedSelect } from './read.ts';

export type InvoiceSort = 'created_at' | 'expires_at' | 'completed_at' | 'total' | 'status' | 'reference';

/** The one list contract (api.md); left out means any. */
export interface InvoiceQuery extends ListFilter<InvoiceStatus> {
  readonly profileId: string;
  readonly page?: number;
  /** At most 100. */
  readonly perPage?: number;
  readonly sort?: InvoiceSort;
  readonly order?: 'asc' | 'desc';
  /**
   * Searches ID, reference, description, address, transaction ID and customer email; metadata values match only as a
   * whole.
   */
  readonly search?: string;
  /** Metadata keys with their values. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** One page of a profile's invoices, newest first by default, and the total count. */
export async function listInvoices(
  on: Tx | Db,
  query: InvoiceQuery,
): Promise<{ readonly invoices: readonly InvoiceRecord[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const perPage = Math.min(query.perPage ?? 25, MAX_PER_PAGE);
  const offset = ((query.page ?? 1) - 1) * perPage;
  const order = orderBy(COLUMNS[query.sort ?? 'created_at'], query.order);
  const page = `WHERE ${where} ORDER BY ${order} LIMIT ${perPage} OFFSET ${offset}`;
  const rows = await select<JoinedRow>(on, `${joinedSelect} ${page}`, bind);
  const total = await listTotal(on, `SELECT count(*) AS total FROM invoice WHERE ${where}`, bind);
  const invoices = rows.map((row) => toRecord(joinedParts(row)));
  return { invoices, total };
}

/** Invoices after an id, oldest first: reading on from the last id skips none and holds no connection in between. */
export async function invoicesAfter(
  on: Tx | Db,
  query: InvoiceQuery,
  afterId: string,
  limit: number,
): Promise<readonly InvoiceRecord[]> {
  const { where, bind } = conditions(query);
  const sql = `${joinedSelect} WHERE ${where} AND id > $${bind.length + 1} ORDER BY id LIMIT ${limit}`;
  const rows = await select<JoinedRow>(on, sql, [...bind, afterId]);
  return rows.map((row) => toRecord(joinedParts(row)));
}

const MAX_PER_PAGE = 100;

const COLUMNS: Readonly<Record<InvoiceSort, string>> = {
  created_at: 'id',
  expires_at: 'expires_at',
  completed_at: 'completed_at',
  total: 'total_minor',
  status: 'status',
  reference: 'reference',
};

function conditions(query: InvoiceQuery): Where {
  const { profileId, search, metadata } = query;
  const like = likeOf(search);
  return whereOfProfile(profileId, [
    ...filterConditions(query),
    [metadata === undefined ? undefined : json(metadata), (p) => `metadata @> ${p}::jsonb`],
    [
      like === null ? null : [like, JSON.stringify(search?.trim())],
      (p) => searchCondition(`(${p}::text[])[1]`, `(${p}::text[])[2]`),
    ],
  ]);
}

/**
 * The substring search in the metadata is cheap for every row and leaves few rows for the exact comparison of values.
 */
function searchCondition(p: string, whole: string): string {
  return `(id::text LIKE lower(${p}) OR reference ILIKE ${p} OR description ILIKE ${p} OR customer->>'email' ILIKE ${p}
    OR EXISTS (SELECT 1 FROM quote q WHERE q.invoice_id = invoice.id AND q.address ILIKE ${p})
    OR EXISTS (SELECT 1 FROM payment p WHERE p.invoice_id = invoice.id AND p.txid ILIKE ${p})
    OR strpos(metadata::text, ${whole}) > 0
      AND jsonb_path_exists(metadata, '$.* ? (@ == $v)', jsonb_build_object('v', ${whole}::jsonb)))`;
}
