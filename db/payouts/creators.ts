import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, prepared } from '../sql.ts';

/** The people behind whoever requests a payout. */
export interface Creators {
  /** Users who count as the creator besides the one who requests, and so may not approve. */
  readonly creators: readonly string[];
  /** Of a token: when it was made, renewed or given more power the last time. */
  readonly armedAt: Date | null;
}

/**
 * Who stands behind a payout: for a token whoever made it or last renewed its secret, for a schedule whoever made or
 * last changed the method. A user stands for themselves.
 */
export async function readCreators(on: Tx | Db, by: PayoutActor, methodId?: string | null): Promise<Creators> {
  if (by.kind === 'token') return found(await maybeOne<CreatorsRow>(on, tokenSql, [by.id]));
  if (by.kind === 'system' && methodId) return found(await maybeOne<CreatorsRow>(on, methodSql, [methodId]));
  return NOBODY_ELSE;
}

interface CreatorsRow {
  creators: string[];
  armed_at: Date | null;
}

const NOBODY_ELSE: Creators = { creators: [], armedAt: null };

function found(row: CreatorsRow | undefined): Creators {
  if (row === undefined) throw new Error('A payout is requested by a token or a method that does not exist.');
  return { creators: [...new Set(row.creators)].sort(), armedAt: row.armed_at };
}

const tokenSql = prepared(`
  SELECT array_remove(ARRAY[created_by, secret_renewed_by], NULL) AS creators, armed_at FROM api_token WHERE id = $1`);
const methodSql = prepared(`
  SELECT array_remove(ARRAY[created_by, changed_by], NULL) AS creators, NULL::timestamptz AS armed_at
  FROM payment_method
  WHERE id = $1`);
