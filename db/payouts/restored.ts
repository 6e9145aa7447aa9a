import { DomainError } from '../../domain/errors.ts';
import type { Tx } from '../sequelize.ts';
import { maybeOne, prepared } from '../sql.ts';

/**
 * Refuses while the checks after a restore of the database are open: what was signed after the restored moment may be
 * unknown.
 * @throws DomainError `restore_unchecked`
 */
export async function requireCheckedRestores(tx: Tx): Promise<void> {
  if ((await maybeOne(tx, uncheckedSql, [])) !== undefined) throw new DomainError('restore_unchecked');
}

/**
 * The same for one payout that was created before the restore.
 * @throws DomainError `payout_may_be_paid`
 */
export async function requireKnownTransactions(tx: Tx, payoutId: string): Promise<void> {
  if ((await maybeOne(tx, fromBeforeSql, [payoutId])) !== undefined) throw new DomainError('payout_may_be_paid');
}

const uncheckedSql = prepared('SELECT 1 FROM database_restore WHERE checked_at IS NULL LIMIT 1');
const fromBeforeSql = prepared(`
  SELECT 1 FROM payout p JOIN database_restore r ON r.checked_at IS NULL AND r.restored_at >= p.created_at
  WHERE p.id = $1 LIMIT 1`);
