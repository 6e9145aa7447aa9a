import type { CryptoGateId, Mode } from '../assets.ts';
import type { PayoutFeePayer } from './fees.ts';

/** Everything that decides where how much of whose money goes. */
export interface ApprovedPayout {
  readonly id: string;
  readonly kind: 'payout' | 'refund';
  readonly mode: Mode;
  readonly merchantId: string;
  readonly gateId: CryptoGateId;
  readonly addressKey: string;
  readonly destinationTag: bigint | null;
  readonly netMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
  readonly heldMinor: bigint;
  readonly feePayer: PayoutFeePayer;
}

/**
 * The text that an approval authenticates (hazard 68). Whatever of it changes afterwards has no approval. The version in front lets the text grow.
 */
export function approvalText(payout: ApprovedPayout, approvedBy: string): string {
  return JSON.stringify([
    'payout-approval-1',
    payout.id,
    payout.kind,
    payout.mode,
    payout.merchantId,
    payout.gateId,
    payout.addressKey,
    payout.destinationTag?.toString() ?? null,
    payout.netMinor.toString(),
    payout.serviceFeeMinor.toString(),
    payout.networkFeeMinor.toString(),
    payout.heldMinor.toString(),
    payout.feePayer,
    approvedBy,
  ]);
}
