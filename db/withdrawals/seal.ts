import { type ApprovedWithdrawal, withdrawalApprovalText } from '../../domain/outflows/approval.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import { createMacs } from '../outflows/mac.ts';
import { type ApprovableWithdrawal, withdrawalsTable } from './rows.ts';

/** Creates and verifies approvals; the key is not in the database (hazard 68). */
export interface WithdrawalSeal {
  /** The MAC that the approver's `approve` event carries. */
  approve(row: ApprovableWithdrawal, by: PayoutActor): string;
  /** Whether the row has an approval for exactly its current content. */
  isApproved(row: WithdrawalRow): boolean;
}

/** @param encryptionKey 32 bytes, the product's */
export function createWithdrawalSeal(encryptionKey: Uint8Array): WithdrawalSeal {
  const macs = createMacs(encryptionKey, 'tidegate withdrawal approval');
  return {
    approve: (row, by) => macs.macOf(withdrawalApprovalText(sealed(row), `${by.kind}:${by.id}`)),
    isApproved(row) {
      const { approvalMac: mac, approvedBy: by, approvedByKind: kind } = row;
      return by !== null && kind !== null && macs.isMacOf(withdrawalApprovalText(sealed(row), `${kind}:${by}`), mac);
    },
  };
}

/** The columns as stored in the database, so that authentication does not depend on names in the code. */
function sealed(row: ApprovableWithdrawal): ApprovedWithdrawal {
  return withdrawalsTable.write(row) as ApprovedWithdrawal;
}
