import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';

/** The people responsible for a requested payout. */
export interface Creators {
  /** Users who count as creators besides the requester, and so may not approve. */
  readonly creators: readonly string[];
  /** For a token: when it was created, renewed or given more permissions, whichever is latest. */
  readonly armedAt: Date | null;
}

/**
 * The people responsible for a payout: for a token, who created it and last renewed its secret; for a schedule, who
 * created and last changed the method. Users are responsible for themselves.
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
