import { Op } from 'sequelize';
import type { Mode, Network } from '../../domain/assets/assets.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, maybeOne, prepared, RELAXED, select } from '../core/sql.ts';
import { chainBlocksTable, chainCursorsTable } from './rows.ts';

/** A chain that is followed. */
export interface Chain {
  readonly mode: Mode;
  readonly network: Network;
}

/** The last processed block. */
export interface Cursor {
  readonly height: number;
  readonly hash: string;
}

/** The stored part of a block. */
export interface BlockRow extends Cursor {
  readonly parentHash: string;
  readonly timeMs: number;
}

/** How many blocks are kept to find the fork of a reorganization. */
export const remembered = 1_000;

/** The follower's position on this chain; undefined before its first run. */
export async function readCursor(on: Tx | Db, { mode, network }: Chain): Promise<Cursor | undefined> {
  return toCursor(await maybeOne<CursorRow>(on, readSql, [mode, network]));
}

/** The same, with the row locked: two followers of one chain take turns, and the second sees what the first did. */
export async function lockCursor(tx: Tx, { mode, network }: Chain): Promise<Cursor | undefined> {
  return toCursor(await maybeOne<CursorRow>(tx, lockSql, [mode, network]));
}

/** Starts following at this block. Does nothing when the chain is already followed. */
export async function startCursor(tx: Tx, chain: Chain, block: BlockRow, checkedAtMs: number): Promise<void> {
  const started = await execute(
    tx,
    `
      INSERT INTO chain_cursor (mode, network, height, block_hash, block_time, checked_at)
      VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING`,
    [chain.mode, chain.network, block.height, block.hash, new Date(block.timeMs), new Date(checkedAtMs)],
  );
  if (started > 0) await insertBlocks(tx, chain, [block]);
}

/** Deletes the blocks above the fork, if there is one, adds the new ones and moves to the last of them. */
export async function moveCursor(
  tx: Tx,
  chain: Chain,
  move: { readonly rewindTo: number | null; readonly blocks: readonly BlockRow[] },
): Promise<void> {
  const last = move.blocks.at(-1);
  if (last === undefined) return;
  const of = { mode: chain.mode, network: chain.network };
  if (move.rewindTo !== null) {
    await chainBlocksTable.destroy(tx, { ...of, height: { [Op.gt]: move.rewindTo } });
  }
  await insertBlocks(tx, chain, move.blocks);
  const position = { height: last.height, blockHash: last.hash, blockTime: new Date(last.timeMs) };
  await chainCursorsTable.update(tx, position, of);
  if (last.height % 100 === 0) {
    await chainBlocksTable.destroy(tx, { ...of, height: { [Op.lte]: last.height - remembered } });
  }
}

/**
 * Resets the follower because the chain was replaced. Payments that waited for confirmations have none on the new
 * chain: they become `seen`, and the next runs drop those that the new chain does not know. Nonces and coins of our
 * closed transactions are free again, and deposits are collected from the new chain's beginning.
 */
export async function forgetChain(tx: Tx, chain: Chain): Promise<void> {
  await lockCursor(tx, chain);
  for (const statement of forgetSql) await execute(tx, statement, [chain.mode, chain.network]);
}

/** Records that blocks and mempool were read completely by a run that began at this moment. Never goes back. */
export async function touchCursor(db: Db, chain: Chain, checkedAtMs: number): Promise<void> {
  await execute(db, touchSql, [chain.mode, chain.network, new Date(checkedAtMs)]);
}

/** The stored blocks, highest first. */
export async function rememberedBlocks(on: Tx | Db, { mode, network }: Chain): Promise<Cursor[]> {
  const rows = await select<CursorRow>(
    on,
    'SELECT height, hash AS block_hash FROM chain_block WHERE mode = $1 AND network = $2 ORDER BY height DESC',
    [mode, network],
  );
  return rows.map((row) => ({ height: Number(row.height), hash: row.block_hash }));
}

interface CursorRow {
  height: string;
  block_hash: string;
}

function toCursor(row: CursorRow | undefined): Cursor | undefined {
  return row && { height: Number(row.height), hash: row.block_hash };
}

async function insertBlocks(tx: Tx, { mode, network }: Chain, blocks: readonly BlockRow[]): Promise<void> {
  const rows = blocks.map((block) => ({
    height: block.height,
    hash: block.hash,
    parent_hash: block.parentHash,
    block_time: new Date(block.timeMs),
  }));
  await execute(tx, insertBlocksSql, [mode, network, json(rows)]);
}

const readSql = prepared('SELECT height, block_hash FROM chain_cursor WHERE mode = $1 AND network = $2');
const lockSql = prepared('SELECT height, block_hash FROM chain_cursor WHERE mode = $1 AND network = $2 FOR UPDATE');
const forgetSql = [
  'DELETE FROM chain_cursor WHERE mode = $1 AND network = $2',
  'DELETE FROM chain_block WHERE mode = $1 AND network = $2',
  'DELETE FROM untraced_blocks WHERE mode = $1 AND network = $2',
  'DELETE FROM refused_traces WHERE mode = $1 AND network = $2',
  // The simulator's account is a public key of 66 digits and keeps its nonces: its chain still exists.
  'DELETE FROM sending_account WHERE mode = $1 AND network = $2 AND length(address) < 66',
  'DELETE FROM deposit_holding WHERE mode = $1 AND network = $2',
  'DELETE FROM deposit_cursor WHERE mode = $1 AND network = $2',
  `DELETE FROM outgoing_spend WHERE mode = $1 AND network = $2 AND length(split_part(spend, ':', 1)) < 66
   AND transaction_id IN (SELECT id FROM outgoing_transaction WHERE status IN ('confirmed', 'failed'))`,
  `UPDATE payment SET status = 'seen', block_height = NULL, block_hash = NULL, updated_at = now()
   WHERE mode = $1 AND network = $2 AND status = 'mined'`,
];
// The next run writes it again.
const touchSql = prepared(`
  WITH ${RELAXED} UPDATE chain_cursor
  SET checked_at = greatest(checked_at, $3::timestamptz)
  FROM relaxed
  WHERE mode = $1 AND network = $2`);
const insertBlocksSql = prepared(`
  INSERT INTO chain_block (mode, network, height, hash, parent_hash, block_time)
  SELECT $1, $2, height, hash, parent_hash, block_time
  FROM jsonb_to_recordset($3::jsonb) AS b(height bigint, hash text, parent_hash text, block_time timestamptz)
  ON CONFLICT (mode, network, height) DO UPDATE
  SET hash = excluded.hash, parent_hash = excluded.parent_hash, block_time = excluded.block_time`);
