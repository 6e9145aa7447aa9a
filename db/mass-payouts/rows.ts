import type { ChainKind, CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { LineWarning, MassTotals } from '../../domain/mass-payouts/review.ts';
import type { PayoutFeePayer } from '../../domain/outflows/fees.ts';
import type { MassPayoutReason, MassPayoutStatus } from '../../domain/state/mass-payout.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import {
  big,
  bool,
  type Column,
  defineTable,
  integer,
  json,
  minor,
  orNull,
  type RowOf,
  text,
  texts,
  time,
  uuid,
} from '../core/table.ts';

/** Totals in JSON: amounts as text. */
interface TotalsJson {
  readonly gateId: CryptoGateId;
  readonly validLines: number;
  readonly validMinor: string;
  readonly heldMinor: string;
  readonly badLines: number;
  readonly badMinor: string;
}

const totals: Column<readonly MassTotals[]> = {
  ...json<readonly MassTotals[]>(),
  read: (raw: readonly TotalsJson[]) =>
    raw.map(({ validMinor, heldMinor, badMinor, ...rest }) => ({
      ...rest,
      validMinor: BigInt(validMinor),
      heldMinor: BigInt(heldMinor),
      badMinor: BigInt(badMinor),
    })),
  write: (value: readonly MassTotals[]): TotalsJson[] =>
    value.map(({ validMinor, heldMinor, badMinor, ...rest }) => ({
      ...rest,
      validMinor: String(validMinor),
      heldMinor: String(heldMinor),
      badMinor: String(badMinor),
    })),
};

const columns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  version: integer(),
  status: text<MassPayoutStatus>(),
  statusReason: orNull(text<MassPayoutReason>()),
  source: text<'file' | 'api'>(),
  fileName: orNull(text()),
  feePayer: text<PayoutFeePayer>(),
  totals,
  warnings: json<readonly LineWarning[]>(),
  lines: integer(),
  bad: integer(),
  opened: integer(),
  signed: integer(),
  done: integer(),
  failed: integer(),
  approvalRequired: bool(),
  createdByKind: text<'user' | 'token'>(),
  createdBy: text(),
  runByKind: orNull(text<PayoutActor['kind']>()),
  runBy: orNull(text()),
  runAt: orNull(time()),
  /** Users who count as having run it besides `runBy`. */
  creators: texts(),
  approvedByKind: orNull(text<PayoutActor['kind']>()),
  approvedBy: orNull(text()),
  approvedAt: orNull(time()),
  notBefore: orNull(time()),
  createdAt: time(),
  completedAt: orNull(time()),
};

export const massPayoutsTable = defineTable('mass_payout', columns);
export type MassPayoutRow = RowOf<typeof columns>;

const sliceColumns = {
  slice: integer(),
  gateId: text<CryptoGateId>(),
  network: text<Network>(),
  chain: text<ChainKind>(),
  lines: integer(),
  netMinor: minor(),
  serviceFeeMinor: minor(),
  networkFeeMinor: minor(),
  approvalMac: orNull(text()),
};

export const slicesTable = defineTable('mass_payout_slice', sliceColumns);
/** A slice of a mass payout after its run: lines of one asset, held and sealed together. */
export type SliceRow = RowOf<typeof sliceColumns>;

const lineColumns = {
  number: integer(),
  gateId: text<CryptoGateId>(),
  address: text(),
  addressKey: text(),
  destinationTag: orNull(big()),
  reference: orNull(text()),
  amountMinor: minor(),
  netMinor: minor(),
  serviceFeeMinor: minor(),
  networkFeeMinor: minor(),
  /**
   * The maximum that the signer may spend on the network for the line; null for lists from before ceilings were sealed.
   */
  feeCeilingMinor: orNull(minor()),
  feeSampledAt: orNull(time()),
};

export const linesTable = defineTable('mass_payout_line', lineColumns);
/** A stored valid line. */
export type GoodLine = RowOf<typeof lineColumns>;
