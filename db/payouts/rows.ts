import type { OutgoingTransaction } from '../../contract/payouts.ts';
import type { ChainKind, CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { SEALED_PAYOUT_COLUMNS } from '../../domain/outflows/approval.ts';
import type { PayoutFeePayer } from '../../domain/outflows/fees.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { PayoutFacts } from '../../domain/state/payout-facts.ts';
import type { PayoutKind, PayoutReason, PayoutStatus } from '../../domain/state/payout-status.ts';
import { confirmationsSql } from '../chain/confirmations.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { type Prepared, prepared, select } from '../core/sql.ts';
import {
  big,
  bool,
  defineTable,
  filled,
  integer,
  minor,
  orNull,
  type RowOf,
  text,
  texts,
  time,
  uuid,
} from '../core/table.ts';

const columns = {
  id: uuid(),
  kind: text<PayoutKind>(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  version: integer(),
  status: text<PayoutStatus>(),
  statusReason: orNull(text<PayoutReason>()),
  /** The message of the signer or node about the reason, for people. */
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
  chain: text<ChainKind>(),
  address: text(),
  addressKey: text(),
  destinationTag: orNull(big()),
  reference: orNull(text()),
  description: orNull(text()),
  methodId: orNull(uuid()),
  /** Of a refund. */
  invoiceId: orNull(uuid()),
  approvalRequired: bool(),
  createdByKind: text<PayoutActor['kind']>(),
  createdBy: text(),
  /** Users who count as creators besides `createdBy`. */
  creators: texts(),
  approvedByKind: orNull(text<PayoutActor['kind']>()),
  approvedBy: orNull(text()),
  approvalMac: orNull(text()),
  approvedAt: orNull(time()),
  notBefore: orNull(time()),
  signedAt: orNull(time()),
  createdAt: time(),
  completedAt: orNull(time()),
  canceledAt: orNull(time()),
  /** The mass payout that contains it. */
  massPayoutId: orNull(uuid()),
};

export const payoutsTable = defineTable('payout', columns);

export interface PayoutRow extends RowOf<typeof columns> {
  /** All transactions that were signed for the payout, oldest first. */
  readonly transactions: readonly OutgoingTransaction[];
}

/** The columns that an approval covers. */
export type ApprovableRow = Pick<PayoutRow, CamelCase<(typeof SEALED_PAYOUT_COLUMNS)[number]>>;

export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export const payoutAddressesTable = defineTable('payout_address', {
  id: filled(uuid()),
  profileId: uuid(),
  network: text<Network | 'SEPA'>(),
  addressKey: text(),
  /** -1: none. */
  destinationTag: filled(big()),
  address: text(),
  label: orNull(text()),
  usableFrom: time(),
  createdAt: filled(time()),
});

/** `scope` is a merchant's id, `default` or `gateway`. */
export const payoutLimitsTable = defineTable('payout_limit', {
  scope: text(),
  gateId: text<CryptoGateId>(),
  minMinor: orNull(minor()),
  maxMinor: orNull(minor()),
  hourlyMinor: orNull(minor()),
  dailyMinor: orNull(minor()),
});

export const payoutPoliciesTable = defineTable('payout_policy', {
  profileId: uuid(),
  approvalRequired: filled(bool()),
  coolOffSeconds: orNull(integer()),
});

export const ownPayoutLimitsTable = defineTable('own_payout_limit', {
  merchantId: uuid(),
  mode: text<Mode>(),
  currency: text(),
  perPayoutMinor: orNull(minor()),
  perPayoutNext: orNull(minor()),
  perPayoutFrom: orNull(time()),
  perDayMinor: orNull(minor()),
  perDayNext: orNull(minor()),
  perDayFrom: orNull(time()),
  loweredAt: orNull(time()),
});

export const emergencyStopsTable = defineTable('emergency_stop', {
  mode: text<Mode>(),
  /** A network, or `*` for all. */
  network: text<Network | 'SEPA' | '*'>(),
  stopped: filled(bool()),
  reason: orNull(text()),
  changedBy: orNull(text()),
  changedAt: filled(time()),
});

/** The last reports of nodes about the cost of a payment. */
export const networkFeesTable = defineTable('network_fee', {
  mode: text<Mode>(),
  gateId: text<CryptoGateId>(),
  costMinor: minor(),
  ownCostMinor: orNull(minor()),
  sampledAt: time(),
  unitMinor: orNull(minor()),
  unitSampledAt: orNull(time()),
});

const transactionsJson = `coalesce((
  SELECT jsonb_agg(jsonb_build_object('txid', t.txid, 'status', t.status, 'confirmations',
    ${confirmationsSql('t', 'c')})
    ORDER BY t.signed_at, t.id)
  FROM outgoing_line l JOIN outgoing_transaction t ON t.id = l.transaction_id
  LEFT JOIN chain_cursor c ON c.mode = t.mode AND c.network = t.network
  WHERE l.payout_id = payout.id), '[]') AS transactions`;

/** `SELECT` of payouts with their signed transactions; append `WHERE` and more. Read by {@link selectPayouts}. */
const payoutSelect = `SELECT ${payoutsTable.selected()}, ${transactionsJson} FROM payout`;

/** Constant SQL of payouts; `where` is everything after the columns. */
export function preparedPayouts(where: string): Prepared {
  return prepared(`${payoutSelect} ${where}`);
}

export async function selectPayouts(
  on: Tx | Db,
  where: string | Prepared,
  bind: readonly unknown[],
): Promise<PayoutRow[]> {
  const sql = typeof where === 'string' ? `${payoutSelect} ${where}` : where;
  const rows = await select<Pick<PayoutRow, 'transactions'>>(on, sql, bind);
  return rows.map((row) => payoutsTable.read(row));
}

export function toFacts(row: PayoutRow): PayoutFacts {
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    status: row.status,
    reason: row.statusReason,
    words: row.statusWords,
    needsOperator: row.needsOperator,
    gateId: row.gateId,
    network: row.network,
    approvalRequired: row.approvalRequired,
    createdBy: row.createdBy,
    creators: row.creators,
    approvedBy: row.approvedBy,
    createdAtMs: row.createdAt.getTime(),
    notBeforeMs: row.notBefore?.getTime() ?? null,
    hold: row.hold,
    transactions: row.transactions,
  };
}
