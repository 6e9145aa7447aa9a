import { type CryptoGateId, gate, type Mode } from '../assets.ts';
import { formatAmount } from '../money.ts';
import type { PayoutFeePayer } from '../payouts/fees.ts';
import type { MassPayoutCounts, MassPayoutReason, MassPayoutStatus } from '../state/mass-payout.ts';
import type { LineWarning, MassTotals } from './review.ts';

/** A mass payout as the database gives it; amounts in minor units. */
export interface MassPayoutRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly version: number;
  readonly status: MassPayoutStatus;
  readonly statusReason: MassPayoutReason | null;
  readonly source: 'file' | 'api';
  readonly fileName: string | null;
  readonly feePayer: PayoutFeePayer;
  readonly totals: readonly MassTotals[];
  readonly warnings: readonly LineWarning[];
  readonly counts: MassPayoutCounts;
  readonly approvalRequired: boolean;
  readonly createdBy: string;
  readonly runBy: string | null;
  /** Users who count as having run it besides `runBy`. */
  readonly creators: readonly string[];
  readonly notBefore: Date | null;
  readonly createdAt: Date;
  readonly runAt: Date | null;
  readonly approvedAt: Date | null;
  readonly completedAt: Date | null;
}

export interface MassTotalView {
  gate_id: CryptoGateId;
  /** Good lines: how many, what they ask for, and what they take from the balance with the merchant's fees. */
  valid: { lines: number; amount: string; total: string };
  /** Lines that are not valid, and what they ask for as far as it could be read. */
  not_valid: { lines: number; amount: string };
}

/**
 * A mass payout as the public API and the webhooks show it. Amounts are decimal strings in major units of the asset.
 */
export interface MassPayoutView {
  id: string;
  version: number;
  status: MassPayoutStatus;
  status_reason: MassPayoutReason | null;
  mode: Mode;
  source: 'file' | 'api';
  file_name: string | null;
  fee_payer: PayoutFeePayer;
  lines: { total: number; valid: number; not_valid: number; sent: number; done: number; failed: number };
  totals: MassTotalView[];
  approval_required: boolean;
  not_before: string | null;
  created_at: string;
  run_at: string | null;
  approved_at: string | null;
  completed_at: string | null;
}

export function presentMassPayout(record: MassPayoutRecord): MassPayoutView {
  const { lines, bad, signed, done, failed } = record.counts;
  return {
    id: record.id,
    version: record.version,
    status: record.status,
    status_reason: record.statusReason,
    mode: record.mode,
    source: record.source,
    file_name: record.fileName,
    fee_payer: record.feePayer,
    lines: { total: lines, valid: lines - bad, not_valid: bad, sent: signed, done, failed },
    totals: record.totals.map(presentTotals),
    approval_required: record.approvalRequired,
    not_before: record.notBefore?.toISOString() ?? null,
    created_at: record.createdAt.toISOString(),
    run_at: record.runAt?.toISOString() ?? null,
    approved_at: record.approvedAt?.toISOString() ?? null,
    completed_at: record.completedAt?.toISOString() ?? null,
  };
}

function presentTotals(totals: MassTotals): MassTotalView {
  const { decimals } = gate(totals.gateId);
  const amount = (minor: bigint) => formatAmount(minor, decimals);
  return {
    gate_id: totals.gateId,
    valid: { lines: totals.validLines, amount: amount(totals.validMinor), total: amount(totals.heldMinor) },
    not_valid: { lines: totals.badLines, amount: amount(totals.badMinor) },
  };
}
