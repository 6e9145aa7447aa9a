import type { ChainKind, CryptoGateId, Mode, Network } from '../../domain/assets.ts';
import type { LineWarning, MassTotals } from '../../domain/mass-payouts/review.ts';
import type { MassPayoutRecord } from '../../domain/mass-payouts/view.ts';
import type { PayoutFeePayer } from '../../domain/payouts/fees.ts';
import type { MassPayoutReason, MassPayoutStatus } from '../../domain/state/mass-payout.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';

export interface MassPayoutRow {
  readonly id: string;
  readonly merchant_id: string;
  readonly profile_id: string;
  readonly mode: Mode;
  readonly version: number;
  readonly status: MassPayoutStatus;
  readonly status_reason: MassPayoutReason | null;
  readonly source: 'file' | 'api';
  readonly file_name: string | null;
  readonly fee_payer: PayoutFeePayer;
  readonly totals: readonly TotalsJson[];
  readonly warnings: readonly LineWarning[];
  readonly lines: number;
  readonly bad: number;
  readonly opened: number;
  readonly signed: number;
  readonly done: number;
  readonly failed: number;
  readonly approval_required: boolean;
  readonly created_by_kind: 'user' | 'token';
  readonly created_by: string;
  readonly run_by_kind: PayoutActor['kind'] | null;
  readonly run_by: string | null;
  readonly run_at: Date | null;
  /** Users who count as having run it besides `run_by`. */
  readonly creators: readonly string[];
  readonly approved_by_kind: PayoutActor['kind'] | null;
  readonly approved_by: string | null;
  readonly approved_at: Date | null;
  readonly not_before: Date | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}

/** A slice of a mass payout that ran, as the database gives it. */
export interface SliceRow {
  readonly slice: number;
  readonly gate_id: CryptoGateId;
  readonly network: Network;
  readonly chain: ChainKind;
  readonly lines: number;
  readonly net_minor: string;
  readonly service_fee_minor: string;
  readonly network_fee_minor: string;
  readonly approval_mac: string | null;
}

export const sliceColumns =
  'slice, gate_id, network, chain, lines, net_minor, service_fee_minor, network_fee_minor, approval_mac';

/** Totals as JSON keeps them: amounts as text. */
interface TotalsJson {
  readonly gateId: CryptoGateId;
  readonly validLines: number;
  readonly validMinor: string;
  readonly heldMinor: string;
  readonly badLines: number;
  readonly badMinor: string;
}

export const massPayoutSelect = `SELECT id, merchant_id, profile_id, mode, version, status, status_reason, source, file_name, fee_payer, totals, warnings,
  lines, bad, opened, signed, done, failed, approval_required, created_by_kind, created_by, run_by_kind, run_by, run_at, creators, approved_by_kind, approved_by,
  approved_at, not_before, created_at, completed_at FROM mass_payout`;

export function toMassRecord(row: MassPayoutRow): MassPayoutRecord {
  const { lines, bad, opened, signed, done, failed } = row;
  return {
    id: row.id,
    merchantId: row.merchant_id,
    profileId: row.profile_id,
    mode: row.mode,
    version: row.version,
    status: row.status,
    statusReason: row.status_reason,
    source: row.source,
    fileName: row.file_name,
    feePayer: row.fee_payer,
    totals: row.totals.map(totalsOf),
    warnings: row.warnings,
    counts: { lines, bad, opened, signed, done, failed },
    approvalRequired: row.approval_required,
    createdBy: row.created_by,
    runBy: row.run_by,
    creators: row.creators,
    notBefore: row.not_before,
    createdAt: row.created_at,
    runAt: row.run_at,
    approvedAt: row.approved_at,
    completedAt: row.completed_at,
  };
}

export function totalsJson(totals: readonly MassTotals[]): TotalsJson[] {
  return totals.map(({ validMinor, heldMinor, badMinor, ...rest }) => ({
    ...rest,
    validMinor: String(validMinor),
    heldMinor: String(heldMinor),
    badMinor: String(badMinor),
  }));
}

function totalsOf({ validMinor, heldMinor, badMinor, ...rest }: TotalsJson): MassTotals {
  return {
    ...rest,
    validMinor: BigInt(validMinor),
    heldMinor: BigInt(heldMinor),
    badMinor: BigInt(badMinor),
  };
}
