import type { Mode } from '../../domain/assets/assets.ts';
import type { Db } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';

/**
 * Whether a round with the bank would find something to do in the database: a payment to order or take back, a file to
 * read or send, a credit to confirm, a command to the simulated bank.
 */
export async function hasBankWork(db: Db, mode: Mode): Promise<boolean> {
  return (await one<{ any: boolean }>(db, anySql, [mode])).any;
}

const anySql = prepared(`
  SELECT EXISTS (SELECT FROM bank_payment WHERE mode = $1 AND status IN ('waiting', 'recalling'))
    OR EXISTS (SELECT FROM bank_file WHERE mode = $1 AND state IN ('written', 'sending', 'stored', 'waiting'))
    OR EXISTS (SELECT FROM bank_entry
      WHERE mode = $1 AND deposit_id IS NOT NULL AND NOT credited AND taken_back_by IS NULL)
    OR $1 = 'sandbox' AND EXISTS (SELECT FROM simulated_bank_command) AS any`);
