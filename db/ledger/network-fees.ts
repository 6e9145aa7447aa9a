import type { Mode } from '../../domain/assets.ts';
import type { Db } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';
import { GATEWAY } from './accounts.ts';

/** Network fees charged less network costs paid, by mode and asset, in minor units. */
export interface NetworkFeeBalance {
  readonly mode: Mode;
  readonly asset: string;
  readonly minor: bigint;
}

export async function networkFeeBalances(db: Db): Promise<NetworkFeeBalance[]> {
  const rows = await select<{ mode: Mode; asset: string; minor: string }>(db, balancesSql, [GATEWAY]);
  return rows.map(({ minor, ...of }) => ({ ...of, minor: BigInt(minor) }));
}

const balancesSql = prepared(`
  SELECT mode, asset, sum(credits_posted - debits_posted)::text AS minor
  FROM account WHERE owner = $1 AND kind = 'fees:network' GROUP BY mode, asset ORDER BY mode, asset`);
