import type { CryptoGateId, GateId, Mode } from '../../domain/assets.ts';
import type { PayoutUse } from '../../domain/payouts/limits.ts';
import type { Db, Tx } from '../sequelize.ts';
import { one, prepared, select } from '../sql.ts';

/** The merchant's uncanceled requests of the last hour and day, without the given payout. */
export async function merchantUse(on: Tx | Db, of: UsedBy & { readonly gateId: GateId }): Promise<PayoutUse> {
  return useOf(await one<UseRow>(on, merchantUseSql, [of.merchantId, of.mode, of.gateId, of.exceptId ?? null]));
}

/** Whose requests count. */
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
const asked = `(
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
const merchantUseSql = prepared(`SELECT ${sums} FROM ${asked}`);
const merchantUsesSql = prepared(`SELECT gate_id, ${sums} FROM ${asked} GROUP BY gate_id`);

const signedUseSql = prepared(`
  SELECT coalesce(sum(net_minor) FILTER (WHERE signed_at > now() - interval '1 hour'), 0)::text AS hour,
    coalesce(sum(net_minor), 0)::text AS day
  FROM payout WHERE mode = $1 AND gate_id = $2 AND id <> $3 AND signed_at > now() - interval '1 day'
    AND ($4::uuid IS NULL OR (merchant_id = $4 AND kind NOT IN ('refund', 'balance_recovery')))`);
