import type { CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { SEALED_PAYOUT_COLUMNS } from '../../domain/outflows/approval.ts';
import { type PayoutRow, payoutColumns } from '../../domain/payouts/record.ts';
import { confirmationsSql } from '../chain/confirmations.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { type Prepared, prepared, select } from '../core/sql.ts';
import { big, bool, defineTable, filled, integer, minor, orNull, text, time, uuid } from '../core/table.ts';

export const payoutsTable = defineTable('payout', payoutColumns);

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
