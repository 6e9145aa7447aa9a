import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { approvalText } from '../../domain/payouts/approval.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { type ApprovableRow, type PayoutRow, toApproved } from './rows.ts';

/** Makes approvals and checks them; the key is not in the database, so nobody who can only write there can approve (hazard 68). */
export interface ApprovalSeal {
  /** The MAC that the approver's `approve` event carries. */
  approve(row: ApprovableRow, by: PayoutActor): string;
  /** True when the row has an approval over exactly what it says now. */
  isApproved(row: PayoutRow): boolean;
}

/** @param encryptionKey 32 bytes, the product's */
export function createApprovalSeal(encryptionKey: Uint8Array): ApprovalSeal {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'tidegate payout approval', 32));
  const macOf = (row: ApprovableRow, by: string) =>
    createHmac('sha256', key)
      .update(approvalText(toApproved(row), by))
      .digest();
  return {
    approve: (row, by) => macOf(row, nameOf(by.kind, by.id)).toString('base64'),
    isApproved(row) {
      if (row.approval_mac === null || row.approved_by === null || row.approved_by_kind === null) return false;
      const given = Buffer.from(row.approval_mac, 'base64');
      const due = macOf(row, nameOf(row.approved_by_kind, row.approved_by));
      return given.length === due.length && timingSafeEqual(given, due);
    },
  };
}

function nameOf(kind: string, id: string): string {
  return `${kind}:${id}`;
}
