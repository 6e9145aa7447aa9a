import type { Mode } from '../../domain/assets/assets.ts';
import { enqueue } from '../core/outbox.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { workflowStart } from '../process/workflow-run.ts';

export interface PayerTransferOrder {
  readonly mode: Mode;
  readonly invoiceId: string;
  readonly merchantId: string;
  readonly txid: string;
  /** The signed transaction as the node takes it. */
  readonly raw: string;
}

/** Has a transaction that a payer signed handed to the node; the same one only once. */
export async function sendPayerTransfer(db: Db, order: PayerTransferOrder): Promise<void> {
  const { mode, invoiceId, merchantId, txid, raw } = order;
  const run = {
    workflowType: 'payerTransferWorkflow',
    workflowId: `payer-transfer:${mode}:${txid}`,
    summary: `Hands a payer's transaction for invoice ${invoiceId} to the node`,
    input: { version: 1, mode, raw },
    searchAttributes: { MerchantId: merchantId, Network: 'TRON', TxId: txid },
  };
  await inTransaction(db, (tx) => enqueue(tx, [workflowStart(run)]));
}
