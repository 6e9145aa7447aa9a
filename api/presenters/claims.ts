import type { Claim, ClaimVerdict, StaffClaim } from '../../contract/claims.ts';
import { missingVote } from '../../db/claims/decide.ts';
import type { FoundVerdict } from '../../db/claims/find.ts';
import type { ClaimDetails } from '../../db/claims/read.ts';
import type { StaffMember } from '../../db/staff/people.ts';
import { staffMay } from '../../domain/accounts/staff-permissions.ts';
import { type CryptoGateId, gateDecimals } from '../../domain/assets/assets.ts';
import { type Alone, needsSecondPerson } from '../../domain/compliance/alone.ts';
import { formatAmount, formatTrimmed } from '../../domain/money/money.ts';

export function presentVerdict({ code, payment, leftMinor, owner, invoiceId }: FoundVerdict): ClaimVerdict {
  const own = payment?.claim?.isOwn === true ? payment.claim : null;
  return {
    verdict: code,
    payment_id: payment?.paymentId ?? null,
    network: payment?.network ?? null,
    gate_id: payment?.gateId ?? null,
    amount: payment === null ? null : coins(payment.gateId, payment.amountMinor),
    confirmations: payment?.confirmations ?? null,
    required_confirmations: payment?.requiredConfirmations ?? null,
    fee_rate: rateOf(owner.feeBps),
    net_amount: payment === null || leftMinor === null ? null : coins(payment.gateId, leftMinor),
    claim_id: own?.id ?? null,
    claim_status: own?.status ?? null,
    invoice_id: payment === null ? null : invoiceId,
  };
}

export function presentClaim({ row, paidTxid }: Pick<ClaimDetails, 'row' | 'paidTxid'>): Claim {
  const { gateId, netMinor, serviceFeeMinor, networkFeeMinor } = row;
  return {
    id: row.id,
    version: row.version,
    mode: row.mode,
    status: row.status,
    status_reason: row.statusReason,
    network: row.network,
    gate_id: gateId,
    asset: row.asset,
    txid: row.txid,
    amount: coins(gateId, row.amountMinor),
    net_amount: netMinor === null ? null : coins(gateId, netMinor),
    fees:
      serviceFeeMinor === null || networkFeeMinor === null
        ? null
        : { service: coins(gateId, serviceFeeMinor), network: coins(gateId, networkFeeMinor) },
    address: row.address,
    destination_tag: row.destinationTag?.toString() ?? null,
    invoice_id: row.invoiceId,
    claimant: row.claimant,
    note: row.note,
    paid_txid: paidTxid,
    created_at: row.createdAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
  };
}

/** A claim as this person of the staff sees it. */
export function presentStaffClaim(
  view: ClaimDetails,
  { member, aloneOf }: { readonly member: StaffMember; readonly aloneOf: (row: ClaimDetails['row']) => Alone },
): StaffClaim {
  const { row, merchantName, payerClaimedAt, rivals } = view;
  const mayDecide = staffMay(member.role, 'claim_decide');
  const vote = { staffId: member.id, role: member.role, name: member.fullName };
  const missing = missingVote(row, { vote, alone: aloneOf(row) });
  return {
    ...presentClaim(view),
    merchant: { id: row.merchantId, name: merchantName },
    email: row.email,
    value: row.valueMinor === null ? null : formatAmount(row.valueMinor, 2),
    fee_rate: rateOf(row.feeBps),
    needs_operator: row.needsOperator,
    payer_claimed_at: payerClaimedAt?.toISOString() ?? null,
    loss: row.lossMinor > 0n,
    evidence: { ...row.evidence, senders: [...(row.evidence.senders ?? [])] },
    approved_by: row.votes.map(({ name }) => name),
    second_person: needsSecondPerson(aloneOf(row)),
    approvable: mayDecide && row.status === 'review' && (missing === null || row.votes.length === 0),
    refusable: mayDecide && (row.status === 'review' || row.status === 'checking'),
    payout_id: row.payoutId,
    rivals: rivals.map(({ row: { id, evidence }, merchantName: merchant }) => ({
      id,
      merchant,
      address_sent_it: evidence.address_sent_it ?? null,
    })),
  };
}

function rateOf(bps: number): string {
  return formatTrimmed(BigInt(bps), 4);
}

function coins(gateId: CryptoGateId | null, minor: bigint): string {
  return gateId === null ? minor.toString() : formatTrimmed(minor, gateDecimals(gateId));
}
