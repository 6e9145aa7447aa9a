import { gate } from '../domain/assets/assets.ts';
import { formatAmount } from '../domain/money/money.ts';
import type { PayoutRow } from '../domain/payouts/record.ts';
import type { Payout } from './payouts.ts';

/** The payout as the public API and webhooks show it. */
export function presentPayout(record: PayoutRow): Payout {
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
