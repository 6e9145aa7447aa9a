import { gate, isToken } from '../../domain/assets/assets.ts';
import { type ApprovedPayout, approvalText, feeRaiseText, firstApprovalText } from '../../domain/outflows/approval.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { createMacs } from '../outflows/mac.ts';
import { type ApprovableRow, payoutsTable } from './rows.ts';

/**
 * Creates and verifies approvals; the key is not in the database, so write access to it is not enough to approve
 * (hazard 68).
 */
export interface ApprovalSeal {
  /** The MAC that the approver's `approve` event carries. */
  approve(row: ApprovableRow, by: PayoutActor): string;
  /** Whether the row has an approval for exactly its current content. */
  isApproved(row: PayoutRow): boolean;
  /** The MAC of an operator's approval of a higher network fee. */
  raiseFee(payoutId: string, feeRaiseMinor: bigint): string;
  /**
   * The maximum that the signer may spend on the network for a payout, in the network's coin: what was approved with
   * it, or more if an operator approved that. Null: a token payout from before ceilings were sealed, which only the
   * configured bounds limit.
   */
  feeCeilingOf(row: CeilingRow): bigint | null;
}

export type CeilingRow = Pick<
  PayoutRow,
  'id' | 'gateId' | 'networkFeeMinor' | 'feeCeilingMinor' | 'feeRaiseMinor' | 'feeRaiseMac'
>;

/** @param encryptionKey 32 bytes, the product's */
export function createApprovalSeal(encryptionKey: Uint8Array): ApprovalSeal {
  const macs = createMacs(encryptionKey, 'tidegate payout approval');
  return {
    approve: (row, by) => macs.macOf(approvalText(sealed(row), nameOf(by.kind, by.id))),
    isApproved(row) {
      const { approvalMac: mac, approvedBy: by, approvedByKind: kind } = row;
      if (mac === null || by === null || kind === null) return false;
      const name = nameOf(kind, by);
      // The first version of the text contains no ceiling, so it approves none.
      const isFirst = row.feeCeilingMinor === null && macs.isMacOf(firstApprovalText(sealed(row), name), mac);
      return isFirst || macs.isMacOf(approvalText(sealed(row), name), mac);
    },
    raiseFee: (payoutId, minor) => macs.macOf(feeRaiseText(payoutId, String(minor))),
    feeCeilingOf(row) {
      const { feeRaiseMinor: raise, feeRaiseMac: mac } = row;
      if (raise !== null && macs.isMacOf(feeRaiseText(row.id, String(raise)), mac)) return raise;
      if (row.feeCeilingMinor !== null) return row.feeCeilingMinor;
      return isToken(gate(row.gateId)) ? null : row.networkFeeMinor;
    },
  };
}

/** The columns as stored in the database, so that authentication does not depend on names in the code. */
function sealed(row: ApprovableRow): ApprovedPayout {
  return payoutsTable.write(row) as ApprovedPayout;
}

function nameOf(kind: string, id: string): string {
  return `${kind}:${id}`;
}
