import type { PayoutStatus } from '../../domain/state/payout-status.ts';
import type { PayoutRecord } from '../../domain/view/payout.ts';
import type { Db } from '../sequelize.ts';
import { one, select } from '../sql.ts';
import { type PayoutRow, payoutSelect, toRecord } from './rows.ts';

export type PayoutSort = 'created_at' | 'completed_at' | 'amount' | 'status' | 'reference';

/** The one list contract (api.md); left out means any. */
export interface PayoutQuery {
  readonly profileId: string;
  readonly kind: 'payout' | 'refund' | 'withdrawal';
  readonly page: number;
  /** At most 100. */
  readonly perPage: number;
  readonly sort?: PayoutSort;
  readonly order?: 'asc' | 'desc';
  /** In id, reference, description, address and transaction id. */
  readonly search?: string;
  readonly dateFrom?: Date;
  readonly dateTo?: Date;
  readonly status?: readonly PayoutStatus[];
  readonly gateId?: string;
  readonly reference?: string;
  readonly ids?: readonly string[];
  readonly methodId?: string;
}

/** One page of a profile's payouts, newest first unless sorted otherwise, and how many there are in all. */
export async function listPayouts(
  db: Db,
  query: PayoutQuery,
): Promise<{ readonly payouts: readonly PayoutRecord[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const offset = (query.page - 1) * query.perPage;
  const rows = await select<PayoutRow>(
    db,
    `${payoutSelect} WHERE ${where} ORDER BY ${orderOf(query)} LIMIT ${query.perPage} OFFSET ${offset}`,
    bind,
  );
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total FROM payout WHERE ${where}`, bind);
  return { payouts: rows.map(toRecord), total: Number(total) };
}

/** Payouts after one, oldest first: whoever reads on from the last id misses none and holds no connection meanwhile. */
export async function payoutsAfter(
  db: Db,
  query: Omit<PayoutQuery, 'page' | 'perPage'>,
  afterId: string,
  limit: number,
): Promise<readonly PayoutRecord[]> {
  const { where, bind } = conditions(query);
  const sql = `${payoutSelect} WHERE ${where} AND id > $${bind.length + 1} ORDER BY id LIMIT ${limit}`;
  return (await select<PayoutRow>(db, sql, [...bind, afterId])).map(toRecord);
}

/** White-listed; the id breaks ties and, being made of time, sorts by creation. */
function orderOf({ sort = 'created_at', order = 'desc' }: PayoutQuery): string {
  const column = {
    created_at: 'id',
    completed_at: 'completed_at',
    amount: 'amount_minor',
    status: 'status',
    reference: 'reference',
  }[sort];
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return column === 'id' ? `id ${direction}` : `${column} ${direction} NULLS LAST, id ${direction}`;
}

function conditions(query: Omit<PayoutQuery, 'page' | 'perPage'>): { where: string; bind: unknown[] } {
  const bind: unknown[] = [query.profileId, query.kind];
  // The lines of mass payouts are listed with them.
  const parts = ['profile_id = $1', 'kind = $2', 'mass_payout_id IS NULL'];
  const add = (value: unknown, condition: (placeholder: string) => string) => {
    if (value === undefined) return;
    bind.push(value);
    parts.push(condition(`$${bind.length}`));
  };
  add(query.status, (p) => `status = ANY(${p}::text[])`);
  add(query.gateId, (p) => `gate_id = ${p}`);
  add(query.reference, (p) => `reference = ${p}`);
  add(query.ids, (p) => `id = ANY(${p}::uuid[])`);
  add(query.methodId, (p) => `method_id = ${p}::uuid`);
  add(query.dateFrom, (p) => `created_at >= ${p}`);
  add(query.dateTo, (p) => `created_at <= ${p}`);
  const text = query.search?.trim() ?? '';
  add(text === '' ? undefined : `%${text.replace(/[\\%_]/g, '\\$&')}%`, searchCondition);
  return { where: parts.join(' AND '), bind };
}

function searchCondition(p: string): string {
  return `(id::text LIKE lower(${p}) OR reference ILIKE ${p} OR description ILIKE ${p} OR address ILIKE ${p}
    OR EXISTS (SELECT 1 FROM outgoing_line l JOIN outgoing_transaction t ON t.id = l.transaction_id
               WHERE l.payout_id = payout.id AND t.txid ILIKE ${p}))`;
}
