import type { CryptoGateId } from '../../domain/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';

/** A balance of an account as it was read from the chain. */
export interface BalanceView {
  readonly address: string;
  /** The block it was read at. */
  readonly height: number;
  /** The account's next number there; null where transactions have none. */
  readonly number: bigint | null;
  /** A transaction that is about to be replaced, and no longer promises anything. */
  readonly exceptId: string | null;
}

/**
 * What transactions of an account will take from a balance that does not show it yet, fees at their highest, in minor units by gate. What may already be in the balance counts once
 * more where the chain gives transactions no number: too little is spent then, never too much.
 */
export async function promisedBy(
  tx: Tx,
  { mode, network }: Chain,
  coin: CryptoGateId,
  view: BalanceView,
): Promise<ReadonlyMap<CryptoGateId, bigint>> {
  const rows = await select<{ gate_id: CryptoGateId; minor: string }>(tx, promisedSql, [
    mode,
    network,
    view.address,
    view.height,
    view.number,
    view.exceptId,
    coin,
  ]);
  return new Map(rows.map(({ gate_id, minor }) => [gate_id, BigInt(minor)]));
}

const promisedSql = prepared(`
  WITH promise AS (
    SELECT t.id, t.fee_minor FROM outgoing_transaction t
    WHERE t.mode = $1 AND t.network = $2 AND t.id IS DISTINCT FROM $6::uuid AND split_part(t.spends[1], ':', 1) = $3
      AND (t.status IN ('signed', 'sent') OR (t.status IN ('mined', 'confirmed') AND t.block_height > $4))
      AND CASE WHEN $5::bigint IS NULL THEN true ELSE split_part(t.spends[1], ':', 2)::bigint >= $5::bigint END)
  SELECT gate_id, sum(minor)::text AS minor FROM (
    SELECT $7::text AS gate_id, fee_minor AS minor FROM promise
    UNION ALL
    SELECT p.gate_id, p.net_minor FROM promise o JOIN outgoing_line l ON l.transaction_id = o.id AND l.live JOIN payout p ON p.id = l.payout_id
    UNION ALL
    SELECT i.gate_id, i.amount_minor FROM promise o JOIN outgoing_internal i ON i.transaction_id = o.id) AS taken
  GROUP BY gate_id`);
