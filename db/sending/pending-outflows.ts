import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';
import { outgoingSpendsTable } from './rows.ts';

/** The point of the chain at which a balance was read. */
export interface BalanceSnapshot {
  readonly address: string;
  /** The block it was read at. */
  readonly height: number;
  /** The account's next nonce there; null where transactions have none. */
  readonly number: bigint | null;
  /** A transaction that is about to be replaced, so it does not count. */
  readonly exceptId: string | null;
}

/**
 * The amounts that our pending transactions will still take from an account's balance, with maximum fees, in minor
 * units by gate. On chains without nonces, some may be deducted already and count twice: that spends too little, never
 * too much.
 */
export async function pendingOutflows(
  tx: Tx,
  { mode, network }: Chain,
  coin: CryptoGateId,
  view: BalanceSnapshot,
): Promise<ReadonlyMap<CryptoGateId, bigint>> {
  const rows = await select<{ gate_id: CryptoGateId; minor: string }>(tx, pendingSql, [
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

const pendingSql = prepared(`
  WITH pending AS (
    SELECT t.id, t.fee_minor FROM outgoing_transaction t
    WHERE t.mode = $1 AND t.network = $2 AND t.id IS DISTINCT FROM $6::uuid AND split_part(t.spends[1], ':', 1) = $3
      AND (t.status IN ('signed', 'sent') OR (t.status IN ('mined', 'confirmed') AND t.block_height > $4))
      AND CASE WHEN $5::bigint IS NULL THEN true ELSE split_part(t.spends[1], ':', 2)::bigint >= $5::bigint END)
  SELECT gate_id, sum(minor)::text AS minor FROM (
    SELECT $7::text AS gate_id, fee_minor AS minor FROM pending
    UNION ALL
    SELECT p.gate_id, p.net_minor
    FROM pending o
    JOIN outgoing_line l ON l.transaction_id = o.id AND l.live
    JOIN payout p ON p.id = l.payout_id
    UNION ALL
    SELECT i.gate_id, i.amount_minor FROM pending o JOIN outgoing_internal i ON i.transaction_id = o.id) AS taken
  GROUP BY gate_id`);

/**
 * Frees the lowest nonce from `from` on whose transaction can never be mined; null where there is none. Until it is
 * used again, all higher nonces wait. The caller holds the signing lock of the chain.
 */
export async function takeFreedNonce(
  tx: Tx,
  { mode, network }: Chain,
  { address, from }: { readonly address: string; readonly from: bigint },
): Promise<bigint | null> {
  const freed = await maybeOne<{ spend: string; number: string }>(tx, freedSql, [mode, network, address, from]);
  if (freed === undefined) return null;
  await outgoingSpendsTable.destroy(tx, { mode, network, spend: freed.spend });
  return BigInt(freed.number);
}

// A transaction that failed in a block has used its nonce; one that failed outside of blocks has expired.
const freedSql = prepared(`
  SELECT s.spend, n.number::text AS number
  FROM sending_account a CROSS JOIN LATERAL generate_series($4::bigint, a.next_nonce - 1) AS n(number)
  JOIN outgoing_spend s ON s.mode = a.mode AND s.network = a.network AND s.spend = a.address || ':' || n.number
  JOIN outgoing_transaction t ON t.id = s.transaction_id
  WHERE a.mode = $1 AND a.network = $2 AND a.address = $3 AND t.status = 'failed' AND t.block_height IS NULL
  ORDER BY n.number LIMIT 1`);
