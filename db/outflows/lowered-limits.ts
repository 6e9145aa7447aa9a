import { ASSETS, type GateId, type Mode } from '../../domain/assets/assets.ts';
import { type LeavingSum, mayLeave } from '../../domain/outflows/own-limits.ts';
import type { Tx } from '../core/sequelize.ts';
import { lockUntilCommit, maybeOne, prepared, select } from '../core/sql.ts';
import { currentRates } from '../rates/rates.ts';
import { type InForce, inForceSql, limitsInForce } from './own-limits.ts';
import { leftOf, sumsOf } from './uses.ts';

/** The amount that leaves now; minor units of the gate. */
export interface Leaving {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly gateId: GateId;
  readonly netMinor: bigint;
  /** It is a line of this one, which is a payout as a whole. */
  readonly massPayoutId?: string | null;
}

interface Beside {
  /** The payments that leave together with it. */
  readonly beside: readonly LeavingSum[];
  /** Whether euro that wait for the next file of the bank count. */
  readonly countsWaiting: boolean;
}

/**
 * Of these payouts and withdrawals, those that were requested before their merchant lowered a limit of its own: nobody
 * checked them by it. Usually none.
 */
export async function requestedUnderHigherLimits(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await select<{ id: string }>(tx, underHigherSql, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether the merchant's own limits keep back what was requested before one of them was lowered. It leaves once they
 * allow it: counted is what left within 24 hours. Until the commit, nothing else of the merchant's is requested.
 */
export async function isBeyondOwnLimits(tx: Tx, leaving: Leaving, { beside, countsWaiting }: Beside): Promise<boolean> {
  const { id, merchantId, mode, gateId, netMinor, massPayoutId = null } = leaving;
  await lockUntilCommit(tx, `own-limits:${mode}:${merchantId}`);
  const row = await maybeOne<InForce>(tx, limitsSql, [merchantId, mode]);
  if (row === undefined) return false;
  const { currency, ...limits } = limitsInForce(row);
  const rates = await currentRates(tx, { mode, assets: ASSETS, currencies: [currency, 'EUR'] });
  const own = { gateId, netMinor };
  const whole = massPayoutId === null ? [own] : await sumsOf(tx, linesSql, [massPayoutId]);
  const left = await leftOf(tx, { merchantId, mode, exceptId: id, countsWaiting });
  return !mayLeave({ ...limits, currency, rates }, { whole, inOneDay: [...left, ...beside, own] });
}

// The lines of a mass payout are checked when it is run, and become payouts later.
const underHigherSql = prepared(`
  SELECT p.id FROM payout p
  JOIN own_payout_limit l USING (merchant_id, mode)
  LEFT JOIN mass_payout m ON m.id = p.mass_payout_id
  WHERE p.id = ANY($1::uuid[]) AND p.kind NOT IN ('refund', 'balance_recovery')
    AND coalesce(m.run_at, p.created_at) < l.lowered_at
  UNION ALL
  SELECT w.id FROM withdrawal w
  JOIN own_payout_limit l USING (merchant_id, mode)
  WHERE w.id = ANY($1::uuid[]) AND w.created_at < l.lowered_at`);
const limitsSql = prepared(inForceSql);
const linesSql = prepared(`
  SELECT gate_id, sum(net_minor)::text AS minor FROM (
    SELECT gate_id, net_minor FROM payout WHERE mass_payout_id = $1 AND hold <> 'voided'
    UNION ALL
    SELECT gate_id, net_minor FROM mass_payout_slice WHERE mass_payout_id = $1 AND status = 'held') AS line
  GROUP BY gate_id`);
