import type { Mode } from '../../domain/assets/assets.ts';
import type { ClaimStatus } from '../../domain/state/claim-status.ts';
import { type Condition, likeOf, limitOf, type Where, whereOf } from '../core/list-query.ts';
import type { Db } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';
import { type ClaimRow, claimsTable } from './rows.ts';

export interface ClaimQuery {
  /** The owner: one profile, or all of a mode. */
  readonly of: { readonly profileId: string } | { readonly mode: Mode };
  readonly status?: readonly ClaimStatus[] | undefined;
  /** Searches ID, transaction, address and invoice. */
  readonly search?: string | undefined;
  readonly page: number;
  readonly perPage: number;
}

/** One page of claims, the newest first, and the total count. */
export async function listClaims(
  db: Db,
  query: ClaimQuery,
): Promise<{ readonly claims: readonly ClaimRow[]; readonly total: number }> {
  const { where, bind } = conditions(query);
  const rows = await select<object>(
    db,
    `SELECT ${claimsTable.selected()} FROM claim WHERE ${where} ORDER BY id DESC ${limitOf(query)}`,
    bind,
  );
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total FROM claim WHERE ${where}`, bind);
  return { claims: rows.map((raw) => claimsTable.read(raw) as ClaimRow), total: Number(total) };
}

function conditions({ of, status, search }: ClaimQuery): Where {
  const requested: readonly Condition[] = [
    [status, (p) => `status = ANY(${p}::text[])`],
    [
      likeOf(search),
      (p) =>
        `(id::text LIKE lower(${p}) OR txid ILIKE ${p} OR address ILIKE ${p} OR invoice_id::text LIKE lower(${p}))`,
    ],
  ];
  return 'profileId' in of ? whereOf('profile_id', of.profileId, requested) : whereOf('mode', of.mode, requested);
}
