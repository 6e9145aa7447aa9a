import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, prepared, select } from '../sql.ts';
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

/** Records that all blocks below this height were read again with traces. */
export async function traceUpTo(tx: Tx, { mode, network }: Chain, next: number): Promise<void> {
  await execute(tx, moveSql, [mode, network, next]);
  await execute(tx, endSql, [mode, network]);
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
  'UPDATE untraced_blocks SET from_height = greatest(from_height, $3) WHERE mode = $1 AND network = $2',
);
const endSql = prepared('DELETE FROM untraced_blocks WHERE mode = $1 AND network = $2 AND from_height > to_height');
const hashesSql = prepared(
  'SELECT height, hash FROM chain_block WHERE mode = $1 AND network = $2 AND height = ANY ($3::bigint[])',
);
