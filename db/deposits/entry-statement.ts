import type { BankEntryRow } from '../bank/rows.ts';
import type { Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';
import { isStated } from './rows.ts';

/** Whether a statement that is booked contains the entry: only then its money may go anywhere. */
export async function isInStatement(tx: Tx, { id }: Pick<BankEntryRow, 'id'>): Promise<boolean> {
  return (await one<{ stated: boolean }>(tx, statedSql, [id])).stated;
}

const statedSql = prepared(`SELECT ${isStated('e')} AS stated FROM bank_entry e WHERE e.id = $1`);
