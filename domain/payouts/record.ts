import type { ChainKind, CryptoGateId, Mode, Network } from '../assets/assets.ts';
import { big, bool, integer, minor, orNull, type RowOf, text, texts, time, uuid } from '../columns.ts';
import type { PayoutFeePayer } from '../outflows/fees.ts';
import type { PayoutActor } from '../state/payout-event.ts';
import type { OutgoingStatus, PayoutKind, PayoutReason, PayoutStatus } from '../state/payout-status.ts';

/** Payouts, refunds and withdrawals in coins; amounts in minor units of the gate. */
export const payoutColumns = {
  id: uuid(),
  kind: text<PayoutKind>(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  version: integer(),
  status: text<PayoutStatus>(),
  statusReason: orNull(text<PayoutReason>()),
  /** How signer or node explained the reason. Merchants see it only for an address that cannot be paid. */
  statusWords: orNull(text()),
  needsOperator: bool(),
  gateId: text<CryptoGateId>(),
  network: text<Network>(),
  amountMinor: minor(),
  netMinor: minor(),
  serviceFeeMinor: minor(),
  networkFeeMinor: minor(),
  heldMinor: minor(),
  /** The maximum that the signer may spend on the network, in its coin; null: approved before ceilings were sealed. */
  feeCeilingMinor: orNull(minor()),
  /** When the node reported the data that the fee was quoted from; null: the typical fee. */
  feeSampledAt: orNull(time()),
  /** An operator's higher ceiling, with its MAC. */
  feeRaiseMinor: orNull(minor()),
  feeRaiseMac: orNull(text()),
  feePayer: text<PayoutFeePayer>(),
  hold: text<'open' | 'posted' | 'voided'>(),
  /** The chain whose parameters the address was parsed with. */
  chain: text<ChainKind>(),
  address: text(),
  addressKey: text(),
  destinationTag: orNull(big()),
  reference: orNull(text()),
  description: orNull(text()),
  methodId: orNull(uuid()),
  /** Of a refund. */
  invoiceId: orNull(uuid()),
  /** A person other than the creator has to approve. */
  approvalRequired: bool(),
  createdByKind: text<PayoutActor['kind']>(),
  createdBy: text(),
  /** Users who count as creators besides `createdBy`. */
  creators: texts(),
  approvedByKind: orNull(text<PayoutActor['kind']>()),
  approvedBy: orNull(text()),
  approvalMac: orNull(text()),
  approvedAt: orNull(time()),
  /** When the cool-off of a new address ends. */
  notBefore: orNull(time()),
  signedAt: orNull(time()),
  createdAt: time(),
  completedAt: orNull(time()),
  canceledAt: orNull(time()),
  /** The mass payout that contains it. */
  massPayoutId: orNull(uuid()),
};

export interface PayoutRow extends RowOf<typeof payoutColumns> {
  /** Every transaction that was ever signed for the payout, oldest first. */
  readonly transactions: readonly {
    readonly txid: string;
    readonly status: OutgoingStatus;
    readonly confirmations: number;
  }[];
}
