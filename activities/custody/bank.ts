import { lockBank } from '../../db/bank/lock.ts';
import { compareWithBank } from '../../db/bank/statements.ts';
import { tellUnstated } from '../../db/bank/unstated.ts';
import { type Db, moneyTransaction, retrying } from '../../db/core/sequelize.ts';
import type { Mode } from '../../domain/assets/assets.ts';

/**
 * Compares the account at the bank with its custody account, as check.ts does with coins: every round, not
 * only when a statement comes, so that whatever else changes the books is noticed before the next payments leave.
 */
export function checkBankCustody({ db, mode }: { readonly db: Db; readonly mode: Mode }): Promise<void> {
  return retrying(() =>
    moneyTransaction(db, async (tx) => {
      await lockBank(tx, mode);
      await compareWithBank(tx, mode);
      await tellUnstated(tx, mode);
    }),
  );
}
