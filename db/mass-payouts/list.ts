import type { MassPayoutStatus } from '../../domain/state/mass-payout.ts';
import type { MassPayoutRecord } from '../../domain/view/mass-payout.ts';
import type { Db } from '../sequelize.ts';
import { one, select } from '../sql.ts';
import { type MassPayoutRow, massPayoutSelect, toMassRecord } from './rows.ts';

/** The one list contract (api.md); left out means any. */
export interface MassPayoutQuery {
  readonly profileId: string;
  readonly page: number;
  /** At most 100. */
  readonly perPage: number;
  readonly order?: 'asc' | 'desc';
  /** In id and file name. */
  readonly search?: string;
  readonly dateFrom?: Date;
  readonly dateTo?: Date;
  readonly status?: readonly MassPayoutStatus[];
  /** Those that pay something of the asset. */
  readonly gateId?: string;
}

/** One page of a profile's mass payouts, newest first unless asked otherwise, and how many there are in all. */
export async function listMassPayouts(
  db: Db,
  query: MassPayoutQuery,
): Promise<{ readonly massPayouts: readonly MassPayoutRecord[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const offset = (query.page - 1) * query.perPage;
  const order = query.order === 'asc' ? 'ASC' : 'DESC';
  const rows = await select<MassPayoutRow>(
    db,
    `${massPayoutSelect} WHERE ${where} ORDER BY id ${order} LIMIT ${query.perPage} OFFSET ${offset}`,
    bind,
  );
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total FROM mass_payout WHERE ${where}`, bind);
  return { massPayouts: rows.map(toMassRecord), total: Number(total) };
}

function conditions(query: MassPayoutQuery): { where: string; bind: unknown[] } {
  const bind: unknown[] = [query.profileId];
  const parts = ['profile_id = $1'];
  const add = (value: unknown, condition: (placeholder: string) => string) => {
    if (value === undefined) return;
    bind.push(value);
    parts.push(condition(`$${bind.length}`));
  };
  add(query.status, (p) => `status = ANY(${p}::text[])`);
  add(query.dateFrom, (p) => `created_at >= ${p}`);
  add(query.dateTo, (p) => `created_at <= ${p}`);
  add(query.gateId, (p) => `EXISTS (SELECT 1 FROM jsonb_array_elements(totals) t WHERE t->>'gateId' = ${p})`);
  const text = query.search?.trim() ?? '';
  add(
    text === '' ? undefined : `%${text.replace(/[\\%_]/g, '\\$&')}%`,
    (p) => `(id::text LIKE lower(${p}) OR file_name ILIKE ${p})`,
  );
  return { where: parts.join(' AND '), bind };
}
