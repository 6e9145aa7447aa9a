import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';

/**
 * Checks that a row pays from the balance of its profile's merchant. An approver sees the profile, never the balance.
 * @throws DomainError `changed_meanwhile`
 */
export async function requireOwnBalance(
  tx: Tx,
  row: { readonly profileId: string; readonly merchantId: string; readonly mode: Mode },
): Promise<void> {
  const own = await maybeOne(tx, ownerSql, [row.profileId, row.merchantId, row.mode]);
  if (own === undefined) throw new DomainError('changed_meanwhile');
}

const ownerSql = prepared('SELECT 1 AS own FROM profile WHERE id = $1 AND merchant_id = $2 AND mode = $3');
