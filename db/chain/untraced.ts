import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, one, prepared, select } from '../core/sql.ts';
import type { Chain } from './cursor.ts';

/** Heights of blocks that were read without traces, both inclusive. */
export interface UntracedBlocks {
  readonly from: number;
  readonly to: number;
}

/** Records that these blocks were read without traces. */
export async function addUntraced(tx: Tx, { mode, network }: Chain, { from, to }: UntracedBlocks): Promise<void> {
  await execute(tx, addSql, [mode, network, from, to]);
}

export async function readUntraced(on: Tx | Db, { mode, network }: Chain): Promise<UntracedBlocks | null> {
  const row = await maybeOne<{ from_height: string; to_height: string }>(on, readSql, [mode, network]);
  return row === undefined ? null : { from: Number(row.from_height), to: Number(row.to_height) };
}

/** Records that these blocks were read again with traces. */
export async function tracedAgain(tx: Tx, { mode, network }: Chain, { from, to }: UntracedBlocks): Promise<void> {
  await execute(tx, moveSql, [mode, network, from, to]);
  await execute(tx, endSql, [mode, network]);
  await execute(tx, tracedSql, [mode, network, from, to]);
}

/** Records that the node did not trace this block when it was read again: others no longer wait for it. */
export async function refuseTraces(
  tx: Tx,
  { mode, network }: Chain,
  { height, nowMs }: { readonly height: number; readonly nowMs: number },
): Promise<void> {
  await execute(tx, refuseSql, [mode, network, height, new Date(nowMs)]);
  await execute(tx, moveSql, [mode, network, height, height]);
  await execute(tx, endSql, [mode, network]);
}

/** How many blocks the node refused to trace, and the one that was tried before this moment, longest ago. */
export async function readRefused(
  on: Tx | Db,
  { mode, network }: Chain,
  { beforeMs }: { readonly beforeMs: number },
): Promise<{ readonly count: number; readonly next: number | null }> {
  const row = await one<{ count: string; next: string | null }>(on, refusedSql, [mode, network, new Date(beforeMs)]);
  return { count: Number(row.count), next: row.next === null ? null : Number(row.next) };
}

/** The hashes of the blocks at these heights, as far as they are still stored. */
export async function rememberedHashes(
  tx: Tx,
  { mode, network }: Chain,
  heights: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await select<{ height: string; hash: string }>(tx, hashesSql, [mode, network, heights]);
  return new Map(rows.map(({ height, hash }) => [Number(height), hash]));
}

const addSql = prepared(`
  INSERT INTO untraced_blocks AS u (mode, network, from_height, to_height) VALUES ($1, $2, $3, $4)
  ON CONFLICT (mode, network) DO UPDATE
    SET from_height = least(u.from_height, excluded.from_height),
      to_height = greatest(u.to_height, excluded.to_height)`);
const readSql = prepared('SELECT from_height, to_height FROM untraced_blocks WHERE mode = $1 AND network = $2');
const moveSql = prepared(
  'UPDATE untraced_blocks SET from_height = $4 + 1 WHERE mode = $1 AND network = $2 AND from_height BETWEEN $3 AND $4',
);
const endSql = prepared('DELETE FROM untraced_blocks WHERE mode = $1 AND network = $2 AND from_height > to_height');
const tracedSql = prepared('DELETE FROM refused_traces WHERE mode = $1 AND network = $2 AND height BETWEEN $3 AND $4');
const refuseSql = prepared(`
  INSERT INTO refused_traces (mode, network, height, tried_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (mode, network, height) DO UPDATE SET tried_at = excluded.tried_at`);
const refusedSql = prepared(`
  SELECT count(*) AS count,
    (SELECT height FROM refused_traces WHERE mode = $1 AND network = $2 AND tried_at < $3
     ORDER BY tried_at, height LIMIT 1) AS next
  FROM refused_traces WHERE mode = $1 AND network = $2`);
const hashesSql = prepared(
  'SELECT height, hash FROM chain_block WHERE mode = $1 AND network = $2 AND height = ANY ($3::bigint[])',
);
