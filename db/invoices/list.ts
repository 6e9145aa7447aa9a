import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import type { InvoiceRecord } from '../../domain/view/invoice-record.ts';
import { filterConditions, type ListFilter, likeOf, orderBy, type Where, whereOfProfile } from '../list-query.ts';
import type { Db, Tx } from '../sequelize.ts';
import { one, select } from '../sql.ts';
import { type JoinedRow, joinedParts, joinedSelect } from './read.ts';
import { toRecord } from './rows.ts';

export type InvoiceSort = 'created_at' | 'expires_at' | 'completed_at' | 'total' | 'status' | 'reference';

/** The one list contract (api.md); left out means any. */
export interface InvoiceQuery extends ListFilter<InvoiceStatus> {
  readonly profileId: string;
  readonly page?: number;
  /** At most 100. */
  readonly perPage?: number;
  readonly sort?: InvoiceSort;
  readonly order?: 'asc' | 'desc';
  /** In id, reference, description, address, transaction id and customer e-mail. */
  readonly search?: string;
}

/** One page of a profile's invoices, newest first unless sorted otherwise, and how many there are in all. */
export async function listInvoices(
  on: Tx | Db,
  query: InvoiceQuery,
): Promise<{ readonly invoices: readonly InvoiceRecord[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const perPage = Math.min(query.perPage ?? 25, MAX_PER_PAGE);
  const offset = ((query.page ?? 1) - 1) * perPage;
  const rows = await select<JoinedRow>(
    on,
    `${joinedSelect} WHERE ${where} ORDER BY ${orderBy(COLUMNS[query.sort ?? 'created_at'], query.order)} LIMIT ${perPage} OFFSET ${offset}`,
    bind,
  );
  const { total } = await one<{ total: string }>(on, `SELECT count(*) AS total FROM invoice WHERE ${where}`, bind);
  const invoices = rows.map((row) => toRecord(joinedParts(row)));
  return { invoices, total: Number(total) };
}

/** Invoices after one, oldest first: whoever reads on from the last id misses none and holds no connection meanwhile. */
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
  return whereOfProfile(query.profileId, [...filterConditions(query), [likeOf(query.search), searchCondition]]);
}

function searchCondition(p: string): string {
  return `(id::text LIKE lower(${p}) OR reference ILIKE ${p} OR description ILIKE ${p} OR customer->>'email' ILIKE ${p}
    OR EXISTS (SELECT 1 FROM quote q WHERE q.invoice_id = invoice.id AND q.address ILIKE ${p})
    OR EXISTS (SELECT 1 FROM payment p WHERE p.invoice_id = invoice.id AND p.txid ILIKE ${p}))`;
}
