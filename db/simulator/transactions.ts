import { randomBytes } from 'node:crypto';
import type { Network } from '../../domain/assets.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Movement } from '../chain/movement.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, json, maybeOne, prepared, select } from '../sql.ts';
import { type BlockRow, type SimBlock, toBlock } from './chain.ts';

export interface SimTransaction {
  readonly txid: string;
  readonly movements: readonly Movement[];
  readonly spends: readonly string[];
  /** Has no effect once it is mined. */
  readonly failed: boolean;
}

/** Where a transaction is: see `sim_transaction.state`. */
export type SimState = 'waiting' | 'held' | 'pinned' | 'mined' | 'dropped';

export interface StoredSimTransaction extends SimTransaction {
  readonly state: SimState;
  readonly blockHeight: number | null;
  readonly createdAtMs: number;
}

/** Puts a transaction into the mempool of a simulated chain. What waits and shares a spend with it is dropped. */
export async function sendSimulated(
  tx: Tx,
  chain: Chain,
  transaction: SimTransaction,
  state: Extract<SimState, 'waiting' | 'held' | 'pinned'> = 'waiting',
): Promise<void> {
  const { txid, movements, spends, failed } = transaction;
  const stored = movements.map((movement) => ({
    ...movement,
    destinationTag: movement.destinationTag?.toString() ?? null,
    amountMinor: movement.amountMinor.toString(),
  }));
  await execute(tx, sendSql, [chain.mode, chain.network, txid, json(stored), spends, failed, state]);
}

/** Moves a transaction that is not mined: lets blocks take it, or drops it. True when there was one to move. */
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

/** The transaction that uses this up, mined or waiting; one that is mined wins. */
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

/** Transactions by id, in the order they came. */
export async function simTransactions(
  on: Tx | Db,
  { mode, network }: Chain,
  txids: readonly string[],
): Promise<StoredSimTransaction[]> {
  const rows = await select<TransactionRow>(on, byIdSql, [mode, network, txids]);
  return rows.map(toTransaction);
}

/** When a transaction was sent, and when the gateway last wrote down what it saw of it; null: it saw nothing yet. */
export async function simSentAndSeen(
  tx: Tx,
  { mode, network }: Chain,
  txid: string,
): Promise<{ readonly sentAtMs: number; readonly seenAtMs: number | null } | undefined> {
  const row = await maybeOne<{ sent: Date; seen: Date | null }>(tx, sentAndSeenSql, [mode, network, txid]);
  return row && { sentAtMs: row.sent.getTime(), seenAtMs: row.seen?.getTime() ?? null };
}

/** A transaction by its id, and the block that holds it, as they are at one moment. */
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

/** A transaction id that looks like one of the network. */
export function newTxid(network: Network): string {
  const hex = randomBytes(32).toString('hex');
  if (network === 'ETH') return `0x${hex}`;
  return network === 'XRP' ? hex.toUpperCase() : hex;
}

/** What a payer's transaction uses up: an outpoint of coins, or the next number of an account. */
export function newSpend(network: Network): string {
  const coins = network === 'BTC' || network === 'LTC' || network === 'BCH';
  return coins ? `${randomBytes(32).toString('hex')}:0` : `payer-${randomBytes(12).toString('hex')}:1`;
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
  INSERT INTO sim_transaction (mode, network, txid, movements, spends, failed, state)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`);
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
