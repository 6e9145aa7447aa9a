import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { depositCursorsTable, depositHoldingsTable } from './rows.ts';

/** A deposit address that may hold money of one gate. */
export interface DepositHolding {
  readonly gateId: CryptoGateId;
  readonly addressKey: string;
  /** On the external chain of the account. */
  readonly index: number;
}

/** The state of a sweep. `dust`: worth less than the cost of moving it. `refused`: the node refuses the transfer. */
export interface HoldingState {
  readonly state: 'dust' | 'waiting' | 'moving' | 'refused';
  readonly amountMinor: bigint;
  readonly words: string | null;
  /** When to check it again. */
  readonly dueAtMs: number;
}

/**
 * Payments confirm later than their block and may be reorganized, so each run rereads the newest blocks, and all from
 * the first with an unconfirmed payment on: TRON may take any time for a solid block (hazard 35).
 */
const LOOK_BACK_BLOCKS = 200;

/** Adds the addresses that received confirmed payments since the last run. Idempotent. */
export async function collectDeposits(tx: Tx, { mode, network }: Chain): Promise<void> {
  const cursor = await depositCursorsTable.findOne(tx, { mode, network }, { lock: tx.LOCK.UPDATE });
  await execute(tx, collectSql, [mode, network, cursor?.height ?? 0]);
  await execute(tx, moveCursorSql, [mode, network, LOOK_BACK_BLOCKS]);
}

/** The addresses to check now, the longest waiting first. */
export async function dueHoldings(
  on: Tx | Db,
  { mode, network }: Chain,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<DepositHolding[]> {
  const rows = await select<{ gate_id: CryptoGateId; address_key: string; derivation_index: string }>(on, dueSql, [
    mode,
    network,
    new Date(nowMs),
    limit,
  ]);
  return rows.map((row) => ({
    gateId: row.gate_id,
    addressKey: row.address_key,
    index: Number(row.derivation_index),
  }));
}

/** Stores the state of a checked address; null when it is empty, which removes it. */
export async function updateHolding(
  on: Tx | Db,
  { mode, network }: Chain,
  { gateId, addressKey }: DepositHolding,
  found: HoldingState | null,
): Promise<void> {
  const key = { mode, network, addressKey, gateId };
  if (found === null) {
    await depositHoldingsTable.destroy(on, key);
    return;
  }
  const { state, amountMinor, words, dueAtMs } = found;
  const refusals = state === 'dust' ? { refusals: 0 } : {};
  await depositHoldingsTable.update(on, { state, amountMinor, words, dueAt: new Date(dueAtMs), ...refusals }, key);
}

const collectSql = prepared(`
  INSERT INTO deposit_holding (mode, network, address_key, gate_id, derivation_index)
  SELECT DISTINCT p.mode, p.network, p.address_key, p.gate_id, w.derivation_index
  FROM payment p JOIN watched_address w
    ON w.address_key = p.address_key AND w.destination_tag = p.destination_tag AND w.network = p.network
      AND w.mode = p.mode
  WHERE p.mode = $1 AND p.network = $2 AND p.block_height >= $3 AND p.status = 'confirmed' AND p.gate_id IS NOT NULL
  ON CONFLICT DO NOTHING`);
const moveCursorSql = prepared(`
  INSERT INTO deposit_cursor (mode, network, height)
  SELECT $1, $2, greatest(0, least(
    (SELECT coalesce(max(block_height), 0) - $3::bigint FROM payment WHERE mode = $1 AND network = $2),
    (SELECT min(block_height) FROM payment WHERE mode = $1 AND network = $2 AND status = 'mined')))
  ON CONFLICT (mode, network) DO UPDATE SET height = excluded.height`);
const dueSql = prepared(`
  SELECT gate_id, address_key, derivation_index FROM deposit_holding
  WHERE mode = $1 AND network = $2 AND due_at <= $3 ORDER BY due_at LIMIT $4`);
