import type { GateId } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Condition, type ListPage, likeOf, limitOf, orderBy, whereOfProfile } from '../core/list-query.ts';
import { listTotal } from '../core/list-total.ts';
import type { Db } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { type ConversionRow, conversionsTable } from './rows.ts';

/** The one list contract (api.md); omitted means any. */
export interface ConversionQuery extends ListPage<'created_at' | 'amount_from' | 'amount_to'> {
  readonly profileId: string;
  /** Converted from or into it. */
  readonly gateId?: GateId;
  readonly ids?: readonly string[];
  readonly dateFrom?: Date;
  readonly dateTo?: Date;
  /** A part of an id. */
  readonly search?: string;
}

/** One page of the conversions that a profile's people made, newest first by default, and the total count. */
export async function listConversions(
  db: Db,
  query: ConversionQuery,
): Promise<{ readonly conversions: readonly ConversionRow[]; readonly total: number }> {
  const conditions: readonly Condition[] = [
    [query.gateId, (p) => `${p} IN (from_gate_id, to_gate_id)`],
    [query.ids, (p) => `id = ANY(${p}::uuid[])`],
    [query.dateFrom, (p) => `created_at >= ${p}`],
    [query.dateTo, (p) => `created_at <= ${p}`],
    [likeOf(query.search), (p) => `id::text LIKE lower(${p})`],
  ];
  const { where, bind } = whereOfProfile(query.profileId, conditions, `kind = 'manual'`);
  const order = orderBy(COLUMNS[query.sort ?? 'created_at'], query.order);
  const page = `ORDER BY ${order} ${limitOf(query)}`;
  const sql = `SELECT ${conversionsTable.selected()} FROM conversion WHERE ${where} ${page}`;
  const rows = await select<object>(db, sql, bind);
  const total = await listTotal(db, `SELECT count(*) AS total FROM conversion WHERE ${where}`, bind);
  return { conversions: rows.map((row) => conversionsTable.read(row)), total };
}

/** @throws DomainError `not_found`, also for another profile's conversion */
export async function readConversion(db: Db, id: string, { profileId }: { profileId: string }): Promise<ConversionRow> {
  const found = await conversionsTable.findOne(db, { id, profileId, kind: 'manual' });
  if (found === undefined) throw new DomainError('not_found');
  return found;
}

const COLUMNS = { created_at: 'id', amount_from: 'amount_from_minor', amount_to: 'amount_to_minor' } as const;
