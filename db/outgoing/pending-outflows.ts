import type { CryptoGateId } from '../../domain/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Tx } from '../sequelize.ts';
import { execute, maybeOne, prepared, select } from '../sql.ts';

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
 * What transactions of an account will take from a balance that does not show it yet, fees at their highest, in minor
 * units by gate. What may already be in the balance counts once more where the chain gives transactions no number: too
 * little is spent then, never too much.
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

/**
 * The lowest number from `from` on that was taken for a transaction that can never be mined any more, free again for
 * another one; null where there is none. Until it is used, everything behind it waits. Under the lock of the chain's
 * signatures.
 */
export async function takeFreedNumber(
  tx: Tx,
  { mode, network }: Chain,
  { address, from }: { readonly address: string; readonly from: bigint },
): Promise<bigint | null> {
  const freed = await maybeOne<{ spend: string; number: string }>(tx, freedSql, [mode, network, address, from]);
  if (freed === undefined) return null;
  await execute(tx, 'DELETE FROM outgoing_spend WHERE mode = $1 AND network = $2 AND spend = $3', [
    mode,
    network,
    freed.spend,
  ]);
  return BigInt(freed.number);
}

// One that failed in a block has used its number; one that failed outside of blocks has lapsed.
const freedSql = prepared(`
  SELECT s.spend, n.number::text AS number
  FROM sending_account a CROSS JOIN LATERAL generate_series($4::bigint, a.next_nonce - 1) AS n(number)
  JOIN outgoing_spend s ON s.mode = a.mode AND s.network = a.network AND s.spend = a.address || ':' || n.number
  JOIN outgoing_transaction t ON t.id = s.transaction_id
  WHERE a.mode = $1 AND a.network = $2 AND a.address = $3 AND t.status = 'failed' AND t.block_height IS NULL
  ORDER BY n.number LIMIT 1`);
