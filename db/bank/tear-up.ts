import { canTearUp } from '../../domain/bank/file-retry.ts';
import { DomainError } from '../../domain/errors.ts';
import { hasUncheckedRestore } from '../core/restored.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { applySteps } from '../process/apply.ts';
import { type BankFile, moveBankFile } from './files.ts';
import { lockBank } from './lock.ts';
import { type BankPaymentKind, bankPaymentProcess } from './payment-process.ts';

export interface TornFile {
  readonly by: string;
  readonly note: string;
  readonly nowMs: number;
}

/**
 * Tears up a written file of payments before it leaves: it is never sent, and its payments wait for a later file, where
 * everything about them is checked once more. @returns false for a file that may have left
 * @throws DomainError `restore_unchecked` after a restore, until a statement says what has left since
 */
export async function tearUpFile(tx: Tx, file: BankFile, { by, note, nowMs }: TornFile): Promise<boolean> {
  const { id, mode } = file;
  if (!canTearUp(file)) return false;
  if (await hasUncheckedRestore(tx, 'euro')) throw new DomainError('restore_unchecked');
  await lockBank(tx, mode);
  const problem = `Torn up by ${by}: ${note}`;
  const change = { state: 'refused', problem, settledAt: new Date(nowMs) } as const;
  if (!(await moveBankFile(tx, { id, from: ['written'] }, change))) return false;
  const payments = await select<{ id: string }>(tx, orderedSql, [id]);
  const event = { type: 'tear_up' } as const;
  await applySteps<BankPaymentKind>(
    tx,
    bankPaymentProcess,
    payments.map((payment) => ({ id: payment.id, event, cause: `torn:${id}`, nowMs })),
  );
  return true;
}

// One that the bank has made all the same is booked, and stays so.
const orderedSql = prepared(`
  SELECT p.id FROM bank_file_payment l JOIN bank_payment p ON p.id = l.payment_id
  WHERE l.file_id = $1 AND p.status = 'in_file' ORDER BY p.id`);
