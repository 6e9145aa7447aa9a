import type { CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { PayoutReason } from '../../domain/state/payout-status.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { UTXO_NETWORKS_SQL } from '../core/utxo-networks.ts';

/** The remaining work for the lines of a slice until the chain has them. */
export interface SliceWork {
  /** Payouts without a live transaction. */
  readonly unsigned: readonly string[];
  /** One payout for each transaction that is signed but not at any node. */
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

export interface OverdueLine {
  readonly id: string;
  /** Why no node has it; null: a node does. */
  readonly reason: PayoutReason | null;
}

/**
 * Signed payouts of a mass payout without progress for six hours that no operator was asked about. Unsigned lines wait
 * with their slice, whose workflow asks once for all of them: a line that an operator decides is signed separately,
 * with its own fee.
 */
export function overdueLines(db: Db, massPayoutId: string): Promise<OverdueLine[]> {
  return select<OverdueLine>(db, overdueSql, [massPayoutId]);
}

/** A slice whose lines wait to be signed together or to be sent. */
export interface WaitingSlice {
  readonly massPayoutId: string;
  readonly slice: number;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly network: Network;
  readonly gateId: CryptoGateId;
  readonly lines: number;
}

/** Slices in these networks' queues whose workflows have work. */
export function waitingSlices(
  on: Tx | Db,
  { modes, networks }: { readonly modes: readonly Mode[]; readonly networks: readonly Network[] },
): Promise<WaitingSlice[]> {
  return select<WaitingSlice>(on, waitingSql, [modes, networks]);
}

const workSql = prepared(`
  SELECT p.id, o.transaction_id FROM mass_payout_line l
  JOIN payout p ON p.mass_payout_id = l.mass_payout_id AND p.mass_line = l.number
  LEFT JOIN outgoing_line o ON o.payout_id = p.id AND o.live
  WHERE l.mass_payout_id = $1 AND l.slice = $2 AND p.status = 'queue' AND NOT p.needs_operator
  ORDER BY l.number`);

const overdueSql = prepared(`
  SELECT id, CASE status WHEN 'queue' THEN status_reason END AS reason
  FROM payout p WHERE mass_payout_id = $1 AND network IN (${UTXO_NETWORKS_SQL}) AND NOT needs_operator
    AND (status = 'confirming'
      OR (status = 'queue' AND EXISTS (SELECT FROM outgoing_line o WHERE o.payout_id = p.id AND o.live)))
    AND updated_at < now() - interval '6 hours' LIMIT 200`);

const waitingSql = prepared(`
  SELECT s.mass_payout_id AS "massPayoutId", s.slice, p.merchant_id AS "merchantId", p.mode, s.network,
    s.gate_id AS "gateId", s.lines
  FROM payout p
  JOIN mass_payout_line l ON l.mass_payout_id = p.mass_payout_id AND l.number = p.mass_line
  JOIN mass_payout_slice s ON s.mass_payout_id = l.mass_payout_id AND s.slice = l.slice
  WHERE p.status = 'queue' AND NOT p.needs_operator AND p.mode = ANY($1::text[]) AND p.network = ANY($2::text[])
  GROUP BY s.mass_payout_id, s.slice, p.merchant_id, p.mode`);
