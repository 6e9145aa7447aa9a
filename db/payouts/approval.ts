import { gate, isToken } from '../../domain/assets.ts';
import { type ApprovedPayout, approvalText, feeRaiseText, firstApprovalText } from '../../domain/payouts/approval.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { createMacs } from './mac.ts';
import { type ApprovableRow, type PayoutRow, payoutsTable } from './rows.ts';

/**
 * Makes approvals and checks them; the key is not in the database, so nobody who can only write there can approve
 * (hazard 68).
 */
export interface ApprovalSeal {
  /** The MAC that the approver's `approve` event carries. */
  approve(row: ApprovableRow, by: PayoutActor): string;
  /** True when the row has an approval over exactly what it says now. */
  isApproved(row: PayoutRow): boolean;
  /** The MAC of an operator's approval of a higher network fee. */
  raiseFee(payoutId: string, feeRaiseMinor: bigint): string;
  /**
   * The most that the signer may spend on the network for a payout, in the network's coin: what was approved with it,
   * or more where an operator has approved that. Null: a token's payout that was approved before ceilings were sealed;
   * the configured bounds alone hold.
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
      // The first text knows no ceiling: it approves none.
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

/** The columns as the database has them: what is authenticated does not depend on the code's own names. */
function sealed(row: ApprovableRow): ApprovedPayout {
  return payoutsTable.write(row) as ApprovedPayout;
}

function nameOf(kind: string, id: string): string {
  return `${kind}:${id}`;
}
