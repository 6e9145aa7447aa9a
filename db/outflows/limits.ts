import { type GateId, gate, minimumMinor } from '../../domain/assets/assets.ts';
import { exceededLimit, limitRefusal, type PayoutLimits } from '../../domain/outflows/limits.ts';
import { type LeavingSum, refuseBeyondOwnLimits } from '../../domain/outflows/own-limits.ts';
import { EURO_MINIMUM_MINOR } from '../../domain/withdrawals/limits.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { readOwnRoom } from './own-limits.ts';
import { merchantUse, type UsedBy } from './uses.ts';

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

/** An amount that is to leave from one gate, and the merchant's limits for it. */
export interface OutgoingSum extends LeavingSum {
  readonly limits: PayoutLimits;
}

/**
 * Refuses what exceeds the sums of an hour and a day together with what left already, or the merchant's own limits. A
 * mass payout is checked as a whole. Only a caller that has locked the balance, and says so by `locks`, knows that this
 * stays true.
 * @throws DomainError `amount_too_large`, `rate_unavailable`
 */
export async function checkSums(
  on: Tx | Db,
  of: UsedBy & { readonly locks: boolean },
  sums: readonly OutgoingSum[],
): Promise<void> {
  for (const { gateId, netMinor, limits } of sums) {
    if (limits.hourlyMinor === null && limits.dailyMinor === null) continue;
    const exceeded = exceededLimit(netMinor, await merchantUse(on, { ...of, gateId }), limits);
    if (exceeded !== null) throw limitRefusal(exceeded);
  }
  const room = await readOwnRoom(on, of);
  if (room !== null) refuseBeyondOwnLimits(room, sums);
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

const limitSql = prepared(`
  SELECT scope, min_minor, max_minor, hourly_minor, daily_minor
  FROM payout_limit
  WHERE scope = ANY($1::text[]) AND gate_id = $2`);
