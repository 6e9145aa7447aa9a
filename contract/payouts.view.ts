import { type ChainKind, type CryptoGateId, gate, type Mode } from '../domain/assets/assets.ts';
import { formatAmount } from '../domain/money/money.ts';
import type { PayoutFeePayer } from '../domain/outflows/fees.ts';
import type { PayoutActor } from '../domain/state/payout-event.ts';
import type { PayoutKind, PayoutReason, PayoutStatus } from '../domain/state/payout-status.ts';
import type { OutgoingTransaction, Payout } from './payouts.ts';

/** A payout or refund as the database returns it; amounts in minor units. */
export interface PayoutRecord {
  readonly id: string;
  readonly kind: PayoutKind;
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly version: number;
  readonly status: PayoutStatus;
  readonly statusReason: PayoutReason | null;
  /** The explanation of signer or node, for operators. Merchants see it only for an address that cannot be paid. */
  readonly statusWords: string | null;
  readonly needsOperator: boolean;
  readonly gateId: CryptoGateId;
  readonly amountMinor: bigint;
  readonly netMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
  readonly heldMinor: bigint;
  readonly feePayer: PayoutFeePayer;
  readonly address: string;
  readonly destinationTag: bigint | null;
  readonly reference: string | null;
  readonly description: string | null;
  /** The invoice of a refund. */
  readonly invoiceId: string | null;
  readonly approvalRequired: boolean;
  readonly createdByKind: PayoutActor['kind'];
  readonly createdBy: string;
  /** Users who count as the creator besides `createdBy`. */
  readonly creators: readonly string[];
  readonly approvedByKind: PayoutActor['kind'] | null;
  readonly approvedBy: string | null;
  readonly methodId: string | null;
  /** The chain whose parameters the address was parsed with. */
  readonly chain: ChainKind;
  readonly notBefore: Date | null;
  readonly createdAt: Date;
  readonly approvedAt: Date | null;
  readonly completedAt: Date | null;
  readonly canceledAt: Date | null;
  /** Oldest first. */
  readonly transactions: readonly OutgoingTransaction[];
}

/** The payout as the public API and webhooks show it. */
export function presentPayout(record: PayoutRecord): Payout {
  const { decimals, confirmations: required } = gate(record.gateId);
  const amount = (minor: bigint) => formatAmount(minor, decimals);
  const latest = record.transactions.at(-1);
  return {
    id: record.id,
    version: record.version,
    status: record.status,
    status_reason: record.statusReason,
    // All other explanations are about the gateway's own accounts and nodes.
    status_words: record.statusReason === 'address_refused' ? record.statusWords : null,
    mode: record.mode,
    gate_id: record.gateId,
    amount: amount(record.amountMinor),
    net_amount: amount(record.netMinor),
    total: amount(record.heldMinor),
    fees: {
      service: amount(record.serviceFeeMinor),
      network: amount(record.networkFeeMinor),
      payer: record.feePayer,
    },
    address: record.address,
    destination_tag: record.destinationTag?.toString() ?? null,
    reference: record.reference,
    description: record.description,
    txid: latest?.txid ?? null,
    confirmations: { current: Math.max(0, ...record.transactions.map((each) => each.confirmations)), required },
    transactions: record.transactions.map(({ txid, status, confirmations }) => ({ txid, status, confirmations })),
    approval_required: record.approvalRequired,
    not_before: record.notBefore?.toISOString() ?? null,
    created_at: record.createdAt.toISOString(),
    approved_at: record.approvedAt?.toISOString() ?? null,
    completed_at: record.completedAt?.toISOString() ?? null,
    canceled_at: record.canceledAt?.toISOString() ?? null,
  };
}
