import { gate, type Mode, type Network } from '../../domain/assets/assets.ts';
import { divCeil } from '../../domain/money/money.ts';
import { gatheringAllowance } from '../../domain/payouts/network-fee.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, one, prepared } from '../core/sql.ts';
import { gatherableCoins } from '../payouts/network-fees.ts';
import type { HeldSlice } from './holds.ts';

/**
 * Raises the fee ceilings of slices that need more of the gateway's coins than their lines are charged for, before they
 * are sealed. No coin counts for two slices.
 */
export async function allowGathering(
  tx: Tx,
  { id, mode, slices }: { readonly id: string; readonly mode: Mode; readonly slices: readonly HeldSlice[] },
): Promise<void> {
  const coinsOf = new Map<Network, bigint[]>();
  for (const { slice, gateId, netMinor } of slices) {
    const of = gate(gateId);
    const coins = coinsOf.get(of.network) ?? (await gatherableCoins(tx, { mode, network: of.network }));
    coinsOf.set(of.network, coins);
    const needed = takeCoins(coins, netMinor);
    const { payments, ceiling } = await one<SliceCeiling>(tx, ceilingSql, [id, slice]);
    const allowed = { gate: of, ceilingMinor: BigInt(ceiling), coins: needed, payments: Number(payments) };
    const more = gatheringAllowance(allowed);
    if (more > 0n) await execute(tx, raiseSql, [id, slice, String(divCeil(more, BigInt(payments)))]);
  }
}

interface SliceCeiling {
  payments: string;
  ceiling: string;
}

/** Removes the biggest coins until they cover the sum. @returns how many */
function takeCoins(coins: bigint[], sumMinor: bigint): number {
  let missingMinor = sumMinor;
  let taken = 0;
  for (const minor of coins) {
    if (missingMinor <= 0n) break;
    missingMinor -= minor;
    taken += 1;
  }
  coins.splice(0, taken);
  return taken;
}

const ceilingSql = prepared(`
  SELECT count(*)::text AS payments, coalesce(min(fee_ceiling_minor), 0)::text AS ceiling
  FROM mass_payout_line WHERE mass_payout_id = $1 AND slice = $2`);
const raiseSql = prepared(`
  UPDATE mass_payout_line SET fee_ceiling_minor = fee_ceiling_minor + $3 WHERE mass_payout_id = $1 AND slice = $2`);
