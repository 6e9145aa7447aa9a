import type { CryptoGateId, GateId, Mode } from '../../domain/assets/assets.ts';
import type { PayoutUse } from '../../domain/outflows/limits.ts';
import type { LeavingSum } from '../../domain/outflows/own-limits.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, type Prepared, prepared, select } from '../core/sql.ts';

/** The merchant's uncanceled requests of the last hour and day, without the given payout. */
export async function merchantUse(on: Tx | Db, of: UsedBy & { readonly gateId: GateId }): Promise<PayoutUse> {
  return useOf(await one<UseRow>(on, merchantUseSql, [of.merchantId, of.mode, of.gateId, of.exceptId ?? null]));
}

/** The owner of the counted requests. */
export interface UsedBy {
  readonly merchantId: string;
  readonly mode: Mode;
  /** Not counted itself. */
  readonly exceptId?: string;
}

/** The same for each gate with requests. */
export async function merchantUses(
  on: Tx | Db,
  { merchantId, mode, exceptId }: UsedBy,
): Promise<ReadonlyMap<GateId, PayoutUse>> {
  const rows = await select<UseRow & { gate_id: GateId }>(on, merchantUsesSql, [
    merchantId,
    mode,
    null,
    exceptId ?? null,
  ]);
  return new Map(rows.map(({ gate_id, ...use }) => [gate_id, useOf(use)]));
}

/**
 * The sum that left the merchant within the last day or is still to leave, of each gate, however long ago it was
 * requested: so requests that wait for days cannot leave together.
 */
export async function leavingOf(on: Tx | Db, { merchantId, mode, exceptId }: UsedBy): Promise<LeavingSum[]> {
  return sumsOf(on, leavingSql, [merchantId, mode, exceptId ?? null]);
}

/**
 * The sum that left the merchant within the last day, of each gate; with `countsWaiting` also the euro that the bank
 * gets with its next file.
 */
export async function leftOf(
  tx: Tx,
  { merchantId, mode, exceptId, countsWaiting }: UsedBy & { readonly countsWaiting: boolean },
): Promise<LeavingSum[]> {
  return sumsOf(tx, leftSql, [merchantId, mode, exceptId ?? null, countsWaiting]);
}

/** The sums of a statement, as `gate_id` and `minor`. */
export async function sumsOf(on: Tx | Db, sql: Prepared, bind: readonly unknown[]): Promise<LeavingSum[]> {
  const rows = await select<{ gate_id: GateId; minor: string }>(on, sql, bind);
  return rows.map(({ gate_id: gateId, minor }) => ({ gateId, netMinor: BigInt(minor) }));
}

/** No use in the last hour and day. */
export const NO_USE: PayoutUse = { hourMinor: 0n, dayMinor: 0n };

/** The amounts signed in the last hour and day for one merchant or for all, without the given payout. */
export async function signedUse(
  tx: Tx,
  of: { readonly mode: Mode; readonly gateId: CryptoGateId; readonly exceptId: string; readonly merchantId?: string },
): Promise<PayoutUse> {
  return useOf(await one<UseRow>(tx, signedUseSql, [of.mode, of.gateId, of.exceptId, of.merchantId ?? null]));
}

interface UseRow {
  hour: string;
  day: string;
}

function useOf({ hour, day }: UseRow): PayoutUse {
  return { hourMinor: BigInt(hour), dayMinor: BigInt(day) };
}

// Held slices of mass payouts count from their run on.
const requested = `(
    SELECT gate_id, net_minor, created_at AS at FROM payout
    WHERE merchant_id = $1 AND mode = $2 AND ($3::text IS NULL OR gate_id = $3) AND ($4::uuid IS NULL OR id <> $4)
      AND kind NOT IN ('refund', 'balance_recovery') AND hold <> 'voided' AND created_at > now() - interval '1 day'
    UNION ALL
    SELECT gate_id, net_minor, created_at FROM withdrawal
    WHERE merchant_id = $1 AND mode = $2 AND ($3::text IS NULL OR gate_id = $3) AND ($4::uuid IS NULL OR id <> $4)
      AND hold <> 'voided' AND created_at > now() - interval '1 day'
    UNION ALL
    SELECT s.gate_id, s.net_minor, m.run_at FROM mass_payout m JOIN mass_payout_slice s ON s.mass_payout_id = m.id
    WHERE m.merchant_id = $1 AND m.mode = $2 AND ($3::text IS NULL OR s.gate_id = $3) AND s.status = 'held'
      AND m.run_at > now() - interval '1 day'
  ) AS asked`;
const sums = `coalesce(sum(net_minor) FILTER (WHERE at > now() - interval '1 hour'), 0)::text AS hour,
  coalesce(sum(net_minor), 0)::text AS day`;
const merchantUseSql = prepared(`SELECT ${sums} FROM ${requested}`);
const merchantUsesSql = prepared(`SELECT gate_id, ${sums} FROM ${requested} GROUP BY gate_id`);

const signedUseSql = prepared(`
  SELECT coalesce(sum(net_minor) FILTER (WHERE signed_at > now() - interval '1 hour'), 0)::text AS hour,
    coalesce(sum(net_minor), 0)::text AS day
  FROM payout WHERE mode = $1 AND gate_id = $2 AND id <> $3 AND signed_at > now() - interval '1 day'
    AND ($4::uuid IS NULL OR (merchant_id = $4 AND kind NOT IN ('refund', 'balance_recovery')))`);

// When the last file that orders the withdrawal `w` was made.
const FILED = `CROSS JOIN LATERAL (
      SELECT max(f.created_at) AS at FROM bank_file_payment l JOIN bank_file f ON f.id = l.file_id
      WHERE l.payment_id = w.id AND f.kind = 'pain.001') AS filed`;

// A payout leaves when it is signed; one that is queued again may leave later. A withdrawal leaves with its last file.
const leavingSql = prepared(`
  WITH of_payouts AS (
    SELECT gate_id, net_minor FROM payout
    WHERE merchant_id = $1 AND mode = $2 AND hold = 'open' AND (signed_at IS NULL OR status = 'queue')
      AND ($3::uuid IS NULL OR id <> $3) AND kind NOT IN ('refund', 'balance_recovery')
    UNION ALL
    SELECT gate_id, net_minor FROM payout
    WHERE merchant_id = $1 AND mode = $2 AND hold <> 'voided' AND signed_at > now() - interval '1 day'
      AND NOT (hold = 'open' AND status = 'queue')
      AND ($3::uuid IS NULL OR id <> $3) AND kind NOT IN ('refund', 'balance_recovery')),
  of_withdrawals AS (
    SELECT w.gate_id, w.net_minor
    FROM withdrawal w
    LEFT JOIN bank_payment p ON p.id = w.id
    ${FILED}
    WHERE w.merchant_id = $1 AND w.mode = $2 AND ($3::uuid IS NULL OR w.id <> $3)
      AND (w.hold = 'open' OR w.hold = 'posted' AND w.completed_at > now() - interval '1 day')
      AND (w.hold = 'open' AND (p.id IS NULL OR p.status = 'waiting' OR filed.at IS NULL)
        OR coalesce(filed.at, w.completed_at) > now() - interval '1 day')),
  of_slices AS (
    SELECT s.gate_id, s.net_minor FROM mass_payout m JOIN mass_payout_slice s ON s.mass_payout_id = m.id
    WHERE m.merchant_id = $1 AND m.mode = $2 AND s.status = 'held')
  SELECT gate_id, sum(net_minor)::text AS minor
  FROM (TABLE of_payouts UNION ALL TABLE of_withdrawals UNION ALL TABLE of_slices) AS leaving
  GROUP BY gate_id`);

const leftSql = prepared(`
  SELECT gate_id, sum(net_minor)::text AS minor FROM (
    SELECT gate_id, net_minor FROM payout
    WHERE merchant_id = $1 AND mode = $2 AND hold <> 'voided' AND signed_at > now() - interval '1 day'
      AND ($3::uuid IS NULL OR id <> $3) AND kind NOT IN ('refund', 'balance_recovery')
    UNION ALL
    SELECT w.gate_id, w.net_minor
    FROM withdrawal w
    JOIN bank_payment p ON p.id = w.id
    ${FILED}
    WHERE w.merchant_id = $1 AND w.mode = $2 AND ($3::uuid IS NULL OR w.id <> $3)
      AND (w.hold = 'open' OR w.hold = 'posted' AND w.completed_at > now() - interval '1 day')
      AND CASE WHEN p.status = 'waiting' THEN $4::boolean ELSE filed.at > now() - interval '1 day' END) AS gone
  GROUP BY gate_id`);
