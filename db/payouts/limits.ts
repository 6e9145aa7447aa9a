import { type CryptoGateId, type GateId, gate, type Mode, minimumMinor } from '../../domain/assets.ts';
import { exceededLimit, limitRefusal, type PayoutLimits, type PayoutUse } from '../../domain/payouts/limits.ts';
import { EURO_MINIMUM_MINOR } from '../../domain/withdrawals/limits.ts';
import type { Db, Tx } from '../sequelize.ts';
import { one, prepared, select } from '../sql.ts';

/** A merchant's limits for a gate: its own row, else the default one; without any, only the minimum applies. */
export async function merchantLimits(on: Tx | Db, merchantId: string, gateId: GateId): Promise<PayoutLimits> {
  return (await signingLimits(on, merchantId, gateId)).merchant;
}

/** The limits for signatures. */
export interface SigningLimits {
  readonly merchant: PayoutLimits;
  /** The limits of all merchants together, checked by the signer. */
  readonly gateway: PayoutLimits;
}

/** {@link merchantLimits} and those of the gateway, by one statement. */
export async function signingLimits(on: Tx | Db, merchantId: string, gateId: GateId): Promise<SigningLimits> {
  const rows = await select<LimitRow & { scope: string }>(on, limitSql, [[merchantId, 'default', 'gateway'], gateId]);
  const of = (scope: string) => rows.find((row) => row.scope === scope);
  return {
    merchant: limitsOf(gateId, of(merchantId) ?? of('default')),
    gateway: limitsOf(gateId, of('gateway')),
  };
}

/** The merchant's uncanceled requests of the last hour and day, without the given payout. */
export async function merchantUse(on: Tx | Db, of: UsedBy): Promise<PayoutUse> {
  return useOf(await one<UseRow>(on, merchantUseSql, [of.merchantId, of.mode, of.gateId, of.exceptId ?? null]));
}

interface UsedBy {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly gateId: GateId;
  readonly exceptId?: string;
}

/**
 * Refuses what exceeds the sums of an hour and a day together with what left already. Only a caller that has locked the
 * balance knows that this stays true.
 * @throws DomainError `amount_too_large`
 */
export async function checkSums(
  on: Tx | Db,
  { limits, netMinor, ...of }: UsedBy & { readonly limits: PayoutLimits; readonly netMinor: bigint },
): Promise<void> {
  if (limits.hourlyMinor === null && limits.dailyMinor === null) return;
  const exceeded = exceededLimit(netMinor, await merchantUse(on, of), limits);
  if (exceeded !== null) throw limitRefusal(exceeded);
}

/** The same for each gate with requests. */
export async function merchantUses(
  on: Tx | Db,
  of: { readonly merchantId: string; readonly mode: Mode },
): Promise<ReadonlyMap<string, PayoutUse>> {
  const rows = await select<UseRow & { gate_id: string }>(on, merchantUsesSql, [of.merchantId, of.mode, null, null]);
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

export interface LimitRow {
  min_minor: string | null;
  max_minor: string | null;
  hourly_minor: string | null;
  daily_minor: string | null;
}

export function limitsOf(gateId: GateId, row: LimitRow | undefined): PayoutLimits {
  const minor = (text: string | null | undefined) => (text === null || text === undefined ? null : BigInt(text));
  return {
    minMinor: minor(row?.min_minor) ?? (gateId === 'EUR' ? EURO_MINIMUM_MINOR : minimumMinor(gate(gateId))),
    maxMinor: minor(row?.max_minor),
    hourlyMinor: minor(row?.hourly_minor),
    dailyMinor: minor(row?.daily_minor),
  };
}

interface UseRow {
  hour: string;
  day: string;
}

function useOf({ hour, day }: UseRow): PayoutUse {
  return { hourMinor: BigInt(hour), dayMinor: BigInt(day) };
}

const limitSql = prepared(`
  SELECT scope, min_minor, max_minor, hourly_minor, daily_minor
  FROM payout_limit
  WHERE scope = ANY($1::text[]) AND gate_id = $2`);

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
