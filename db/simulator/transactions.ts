import { randomBytes } from 'node:crypto';
import { isUtxoNetwork, type Network } from '../../domain/assets/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Movement } from '../chain/movement.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, maybeOne, prepared, select } from '../core/sql.ts';
import { type BlockRow, type SimBlock, toBlock } from './chain.ts';

export interface SimTransaction {
  readonly txid: string;
  readonly movements: readonly Movement[];
  readonly spends: readonly string[];
  /** Has no effect once it is mined. */
  readonly failed: boolean;
  /** The owner of the test; unset for the gateway's own transactions. */
  readonly merchantId?: string;
}

/** The state of a transaction: see `sim_transaction.state`. */
export type SimState = 'waiting' | 'held' | 'pinned' | 'mined' | 'dropped';

export interface StoredSimTransaction extends SimTransaction {
  readonly state: SimState;
  readonly blockHeight: number | null;
  readonly createdAtMs: number;
}

/**
 * Adds a transaction to the mempool of a simulated chain. Waiting transactions that share an input with it are dropped.
 */
export async function sendSimulated(
  tx: Tx,
  chain: Chain,
  transaction: SimTransaction,
  state: Extract<SimState, 'waiting' | 'held' | 'pinned'> = 'waiting',
): Promise<void> {
  const { txid, movements, spends, failed, merchantId = null } = transaction;
  const stored = movements.map((movement) => ({
    ...movement,
    destinationTag: movement.destinationTag?.toString() ?? null,
    amountMinor: movement.amountMinor.toString(),
  }));
  await execute(tx, sendSql, [chain.mode, chain.network, txid, json(stored), spends, failed, state, merchantId]);
}

/** Changes the state of a transaction that is not mined. True if there was one. */
export async function setSimState(
  tx: Tx,
  chain: Chain,
  { txid, state }: { readonly txid: string; readonly state: Exclude<SimState, 'mined'> },
): Promise<boolean> {
  const moved = await execute(
    tx,
    `UPDATE sim_transaction SET state = $4 WHERE mode = $1 AND network = $2 AND txid = $3 AND state <> 'mined'`,
    [chain.mode, chain.network, txid, state],
  );
  return moved > 0;
}

/** The transaction that spends this input, mined or waiting; a mined one has priority. */
export async function spentBy(
  tx: Tx,
  { mode, network }: Chain,
  spend: string,
): Promise<{ readonly mined: boolean; readonly spends: readonly string[] } | undefined> {
  const [row] = await select<{ mined: boolean; spends: string[] }>(tx, spentBySql, [mode, network, spend]);
  return row;
}

/** The ids of everything in the mempool. */
export async function simMempool(on: Tx | Db, { mode, network }: Chain): Promise<string[]> {
  const rows = await select<{ txid: string }>(on, mempoolSql, [mode, network]);
  return rows.map(({ txid }) => txid);
}

/** Transactions by id, in the order of arrival. */
export async function simTransactions(
  on: Tx | Db,
  { mode, network }: Chain,
  txids: readonly string[],
): Promise<StoredSimTransaction[]> {
  const rows = await select<TransactionRow>(on, byIdSql, [mode, network, txids]);
  return rows.map(toTransaction);
}

/** When a transaction was sent, and when the gateway last recorded it; null: not yet. */
export async function simSentAndSeen(
  tx: Tx,
  { mode, network }: Chain,
  txid: string,
): Promise<{ readonly sentAtMs: number; readonly seenAtMs: number | null } | undefined> {
  const row = await maybeOne<{ sent: Date; seen: Date | null }>(tx, sentAndSeenSql, [mode, network, txid]);
  return row && { sentAtMs: row.sent.getTime(), seenAtMs: row.seen?.getTime() ?? null };
}

/** A transaction by its id and its block, as of one moment. */
export async function simTransactionInBlock(
  on: Tx | Db,
  { mode, network }: Chain,
  txid: string,
): Promise<{ readonly transaction: StoredSimTransaction | null; readonly block: SimBlock | null }> {
  const row = await maybeOne<TransactionRow & (BlockRow | { hash: null })>(on, inBlockSql, [mode, network, txid]);
  if (row === undefined) return { transaction: null, block: null };
  return { transaction: toTransaction(row), block: row.hash === null ? null : toBlock(row) };
}

/** The transactions of a block in their order. */
export async function simBlockTransactions(
  on: Tx | Db,
  { mode, network }: Chain,
  height: number,
): Promise<StoredSimTransaction[]> {
  const rows = await select<TransactionRow>(on, byBlockSql, [mode, network, height]);
  return rows.map(toTransaction);
}

/** A random transaction id in the network's format. */
export function newTxid(network: Network, random: (size: number) => Buffer = randomBytes): string {
  const hex = random(32).toString('hex');
  if (network === 'ETH') return `0x${hex}`;
  return network === 'XRP' ? hex.toUpperCase() : hex;
}

/** The input of a payer's transaction: an outpoint, or the next nonce of an account. */
export function newSpend(network: Network, random: (size: number) => Buffer = randomBytes): string {
  return isUtxoNetwork(network) ? `${random(32).toString('hex')}:0` : `payer-${random(12).toString('hex')}:1`;
}

interface TransactionRow {
  txid: string;
  movements: (Omit<Movement, 'destinationTag' | 'amountMinor'> & {
    destinationTag: string | null;
    amountMinor: string;
  })[];
  spends: string[];
  failed: boolean;
  state: SimState;
  block_height: string | null;
  created_at: Date;
}

function toTransaction(row: TransactionRow): StoredSimTransaction {
  return {
    txid: row.txid,
    movements: row.movements.map((movement) => ({
      ...movement,
      destinationTag: movement.destinationTag === null ? null : BigInt(movement.destinationTag),
      amountMinor: BigInt(movement.amountMinor),
    })),
    spends: row.spends,
    failed: row.failed,
    state: row.state,
    blockHeight: row.block_height === null ? null : Number(row.block_height),
    createdAtMs: row.created_at.getTime(),
  };
}

const sendSql = prepared(`
  WITH overtaken AS (
    UPDATE sim_transaction SET state = 'dropped'
    WHERE mode = $1 AND network = $2 AND state IN ('waiting', 'held', 'pinned') AND spends && $5)
  INSERT INTO sim_transaction (mode, network, txid, movements, spends, failed, state, merchant_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`);
const spentBySql = prepared(`
  SELECT state = 'mined' AS mined, spends FROM sim_transaction
  WHERE mode = $1 AND network = $2 AND state <> 'dropped' AND spends @> ARRAY[$3]::text[]
  ORDER BY state = 'mined' DESC LIMIT 1`);
const mempoolSql = prepared(`
  SELECT txid
  FROM sim_transaction
  WHERE mode = $1 AND network = $2 AND state IN ('waiting', 'held', 'pinned')
  ORDER BY seq`);
const columns = 'txid, movements, spends, failed, state, block_height, created_at';
const sentAndSeenSql = prepared(`
  SELECT t.created_at AS sent,
    (SELECT max(p.updated_at) FROM payment p
     WHERE p.mode = t.mode AND p.network = t.network AND p.txid = t.txid) AS seen
  FROM sim_transaction t WHERE t.mode = $1 AND t.network = $2 AND t.txid = $3`);
const byIdSql = prepared(
  `SELECT ${columns} FROM sim_transaction WHERE mode = $1 AND network = $2 AND txid = ANY($3) ORDER BY seq`,
);
const inBlockSql = prepared(`
  SELECT ${columns}, b.height, b.hash, b.parent_hash, b.block_time FROM sim_transaction t
  LEFT JOIN sim_block b ON b.mode = t.mode AND b.network = t.network AND b.height = t.block_height
  WHERE t.mode = $1 AND t.network = $2 AND t.txid = $3`);
const byBlockSql = prepared(
  `SELECT ${columns} FROM sim_transaction
   WHERE mode = $1 AND network = $2 AND block_height = $3 AND state = 'mined' ORDER BY position`,
);
