import type { Db } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';

/** What is left to do for the lines of a slice before the chain has them. */
export interface SliceWork {
  /** Payouts that no live transaction pays. */
  readonly unsigned: readonly string[];
  /** One payout for each transaction that is signed and that no node has. */
  readonly unsent: readonly string[];
}

export async function sliceWork(db: Db, massPayoutId: string, slice: number): Promise<SliceWork> {
  const rows = await select<{ id: string; transaction_id: string | null }>(db, workSql, [massPayoutId, slice]);
  const first = new Map(rows.flatMap(({ id, transaction_id: tx }) => (tx === null ? [] : [[tx, id] as const])));
  return {
    unsigned: rows.flatMap(({ id, transaction_id: tx }) => (tx === null ? [id] : [])),
    unsent: [...first.values()],
  };
}

/** Payouts of a mass payout that nothing was heard of for long and that no operator was asked about. */
export async function overdueLines(db: Db, massPayoutId: string): Promise<string[]> {
  return (await select<{ id: string }>(db, overdueSql, [massPayoutId])).map(({ id }) => id);
}

const workSql = prepared(`
  SELECT p.id, o.transaction_id FROM mass_payout_line l
  JOIN payout p ON p.mass_payout_id = l.mass_payout_id AND p.mass_line = l.number
  LEFT JOIN outgoing_line o ON o.payout_id = p.id AND o.live
  WHERE l.mass_payout_id = $1 AND l.slice = $2 AND p.status = 'queue' AND NOT p.needs_operator
  ORDER BY l.number`);

const overdueSql = prepared(`
  SELECT id FROM payout WHERE mass_payout_id = $1 AND network IN ('BTC', 'LTC', 'BCH') AND NOT needs_operator
    AND status IN ('queue', 'confirming') AND updated_at < now() - interval '6 hours' LIMIT 200`);
