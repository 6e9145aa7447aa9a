import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { moveBankFile } from './files.ts';

/** Files that recall these payments are answered once the bank has decided about each payment in them. */
export async function settleRecallFiles(tx: Tx, paymentIds: readonly string[], nowMs: number): Promise<void> {
  const files = await select<{ id: string }>(tx, decidedSql, [paymentIds]);
  const settledAt = new Date(nowMs);
  for (const { id } of files)
    await moveBankFile(tx, { id, from: ['sending', 'sent'] }, { state: 'answered', settledAt });
}

const decidedSql = prepared(`
  SELECT f.id FROM bank_file f
  WHERE f.kind = 'camt.055' AND f.state IN ('sending', 'sent')
    AND f.id IN (SELECT file_id FROM bank_file_payment WHERE payment_id = ANY($1::uuid[]))
    AND NOT EXISTS (
      SELECT FROM bank_file_payment l JOIN bank_payment p ON p.id = l.payment_id
      WHERE l.file_id = f.id AND p.status = 'recalling')`);
