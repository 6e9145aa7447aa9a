import { ActivityFailure, proxyActivities } from '@temporalio/workflow';
import type { PayerTransferActivities, PayerTransferOutcome } from '../activities/sending/payer-transfer.ts';
import { type PayerTransferInput, taskQueues } from './messages.ts';

/** A little longer than the transaction may wait for a block. */
const LIFE = '6 minutes';

const { broadcastPayerTransfer } = proxyActivities<PayerTransferActivities>({
  taskQueue: taskQueues.chain('TRON'),
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: LIFE,
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '15 seconds' },
});

/**
 * `payer-transfer:<mode>:<txid>`: hands a transaction that a payer's wallet has signed to the node, until the node
 * takes or refuses it or it has expired. Whether it paid is the follower's to see, as with every payment.
 */
export async function payerTransferWorkflow({ mode, raw }: PayerTransferInput): Promise<PayerTransferOutcome> {
  try {
    return await broadcastPayerTransfer({ mode, raw });
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return { kind: 'expired' };
  }
}
