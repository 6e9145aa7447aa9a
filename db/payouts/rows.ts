import type { ChainKind, CryptoGateId, Mode, Network } from '../../domain/assets.ts';
import type { SEALED_PAYOUT_COLUMNS } from '../../domain/payouts/approval.ts';
import type { PayoutFeePayer } from '../../domain/payouts/fees.ts';
import type { PayoutRecord } from '../../domain/payouts/view.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { PayoutFacts } from '../../domain/state/payout-facts.ts';
import type { OutgoingStatus, PayoutReason, PayoutStatus } from '../../domain/state/payout-status.ts';

export interface PayoutRow {
  readonly id: string;
  readonly kind: 'payout' | 'refund';
  readonly merchant_id: string;
  readonly profile_id: string;
  readonly mode: Mode;
  readonly version: number;
  readonly status: PayoutStatus;
  readonly status_reason: PayoutReason | null;
  /** What signer or node said of the reason, for people. */
  readonly status_words: string | null;
  readonly needs_operator: boolean;
  readonly gate_id: CryptoGateId;
  readonly network: Network;
  readonly amount_minor: string;
  readonly net_minor: string;
  readonly service_fee_minor: string;
  readonly network_fee_minor: string;
  readonly held_minor: string;
  /** The most that the signer may spend on the network, in its coin; null: approved before ceilings were sealed. */
  readonly fee_ceiling_minor: string | null;
  /** When the node reported the conditions that the fee was quoted from; null: the typical fee. */
  readonly fee_sampled_at: Date | null;
  /** An operator's higher ceiling, with its MAC. */
  readonly fee_raise_minor: string | null;
  readonly fee_raise_mac: string | null;
  readonly fee_payer: PayoutFeePayer;
  readonly hold: 'open' | 'posted' | 'voided';
  readonly chain: ChainKind;
  readonly address: string;
  readonly address_key: string;
  readonly destination_tag: string | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly method_id: string | null;
  /** Of a refund. */
  readonly invoice_id: string | null;
  readonly approval_required: boolean;
  readonly created_by_kind: PayoutActor['kind'];
  readonly created_by: string;
  /** Users who count as the creator besides `created_by`. */
  readonly creators: readonly string[];
  readonly approved_by_kind: PayoutActor['kind'] | null;
  readonly approved_by: string | null;
  readonly approval_mac: string | null;
  readonly approved_at: Date | null;
  readonly not_before: Date | null;
  readonly signed_at: Date | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly canceled_at: Date | null;
  /** The mass payout that it is a line of. */
  readonly mass_payout_id: string | null;
  readonly transactions: readonly OutgoingJson[] | null;
}

/** The parts of a row that an approval is about. */
export type ApprovableRow = Pick<PayoutRow, (typeof SEALED_PAYOUT_COLUMNS)[number]>;

interface OutgoingJson {
  readonly txid: string;
  readonly status: OutgoingStatus;
  readonly confirmations: number;
}

/**
 * Every transaction that was signed for the payout, oldest first; confirmations are counted from the follower's tip.
 */
const transactionsJson = `(SELECT jsonb_agg(jsonb_build_object('txid', t.txid, 'status', t.status, 'confirmations',
    CASE WHEN t.block_height IS NULL OR c.height IS NULL THEN 0 ELSE greatest(0, c.height - t.block_height + 1) END) ORDER BY t.signed_at, t.id)
  FROM outgoing_line l JOIN outgoing_transaction t ON t.id = l.transaction_id
  LEFT JOIN chain_cursor c ON c.mode = t.mode AND c.network = t.network
  WHERE l.payout_id = payout.id) AS transactions`;

/** The columns of a row but for its transactions. */
export const payoutColumns = `id, kind, merchant_id, profile_id, mode, version, status, status_reason, status_words, needs_operator, gate_id, network, amount_minor, net_minor,
  service_fee_minor, network_fee_minor, held_minor, fee_ceiling_minor, fee_sampled_at, fee_raise_minor, fee_raise_mac, fee_payer, hold, chain, address, address_key, destination_tag, reference, description,
  method_id, invoice_id, approval_required, created_by_kind, created_by, creators, approved_by_kind, approved_by, approval_mac, approved_at, not_before,
  signed_at, created_at, completed_at, canceled_at, mass_payout_id`;

/** `SELECT` of payouts with what was signed for them; add `WHERE` and what follows. */
export const payoutSelect = `SELECT ${payoutColumns}, ${transactionsJson} FROM payout`;

export function toFacts(row: PayoutRow): PayoutFacts {
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    status: row.status,
    reason: row.status_reason,
    words: row.status_words,
    needsOperator: row.needs_operator,
    gateId: row.gate_id,
    network: row.network,
    approvalRequired: row.approval_required,
    createdBy: row.created_by,
    creators: row.creators,
    approvedBy: row.approved_by,
    createdAtMs: row.created_at.getTime(),
    notBeforeMs: row.not_before?.getTime() ?? null,
    hold: row.hold,
    transactions: (row.transactions ?? []).map(({ txid, status }) => ({ txid, status })),
  };
}

export function toRecord(row: PayoutRow): PayoutRecord {
  return {
    id: row.id,
    kind: row.kind,
    merchantId: row.merchant_id,
    profileId: row.profile_id,
    mode: row.mode,
    version: row.version,
    status: row.status,
    statusReason: row.status_reason,
    statusWords: row.status_words,
    needsOperator: row.needs_operator,
    gateId: row.gate_id,
    ...amountsOf(row),
    feePayer: row.fee_payer,
    address: row.address,
    destinationTag: tagOf(row),
    reference: row.reference,
    description: row.description,
    approvalRequired: row.approval_required,
    createdByKind: row.created_by_kind,
    createdBy: row.created_by,
    creators: row.creators,
    approvedBy: approverOf(row),
    methodId: row.method_id,
    invoiceId: row.invoice_id,
    chain: row.chain,
    notBefore: row.not_before,
    createdAt: row.created_at,
    approvedAt: row.approved_at,
    completedAt: row.completed_at,
    canceledAt: row.canceled_at,
    transactions: row.transactions ?? [],
  };
}

function amountsOf(row: ApprovableRow) {
  return {
    amountMinor: BigInt(row.amount_minor),
    netMinor: BigInt(row.net_minor),
    serviceFeeMinor: BigInt(row.service_fee_minor),
    networkFeeMinor: BigInt(row.network_fee_minor),
    heldMinor: BigInt(row.held_minor),
  };
}

function approverOf({ approved_by_kind: kind, approved_by: id }: PayoutRow): PayoutActor | null {
  return kind === null || id === null ? null : { kind, id };
}

function tagOf({ destination_tag }: ApprovableRow): bigint | null {
  return destination_tag === null ? null : BigInt(destination_tag);
}
