import type { Mode } from '../../domain/assets/assets.ts';
import type { Tx } from '../core/sequelize.ts';
import { lockUntilCommit } from '../core/sql.ts';

/** Only one transaction of a mode books what the bank says, or collects payments for it, until its commit. */
export async function lockBank(tx: Tx, mode: Mode): Promise<void> {
  await lockUntilCommit(tx, `bank:${mode}`);
}
