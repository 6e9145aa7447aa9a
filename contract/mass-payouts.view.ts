import { gate, type Mode } from '../domain/assets/assets.ts';
import type { LineWarning, MassTotals } from '../domain/mass-payouts/review.ts';
import { formatAmount } from '../domain/money/money.ts';
import type { PayoutFeePayer } from '../domain/outflows/fees.ts';
import type { MassPayoutCounts, MassPayoutReason, MassPayoutStatus } from '../domain/state/mass-payout.ts';
import type { MassPayout, MassTotal } from './mass-payouts.ts';

/** A mass payout as the database returns it; amounts in minor units. */
export interface MassPayoutRecord extends MassPayoutCounts {
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
  readonly approvalRequired: boolean;
  readonly createdBy: string;
  readonly runBy: string | null;
  /** Users other than `runBy` who count as having run the mass payout. */
  readonly creators: readonly string[];
  readonly notBefore: Date | null;
  readonly createdAt: Date;
  readonly runAt: Date | null;
  readonly approvedAt: Date | null;
  readonly completedAt: Date | null;
}

/** The mass payout as the public API and webhooks show it. */
export function presentMassPayout(record: MassPayoutRecord): MassPayout {
  const { lines, bad, signed, done, failed } = record;
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

function presentTotals(totals: MassTotals): MassTotal {
  const { decimals } = gate(totals.gateId);
  const amount = (minor: bigint) => formatAmount(minor, decimals);
  return {
    gate_id: totals.gateId,
    valid: { lines: totals.validLines, amount: amount(totals.validMinor), total: amount(totals.heldMinor) },
    not_valid: { lines: totals.badLines, amount: amount(totals.badMinor) },
  };
}
