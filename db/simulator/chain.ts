import { createHash, randomBytes } from 'node:crypto';
import type { Chain } from '../chain/cursor.ts';
import { type Db, dbOf, onCommit, type Tx } from '../sequelize.ts';
import { execute, maybeOne, one, prepared, select } from '../sql.ts';

/** A block of a simulated chain. */
export interface SimBlock {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timeMs: number;
}

/** The channel on which the simulator hears of commands and readers of news; the payload is {@link COMMANDS} or {@link chainName}. */
export const SIMULATOR_CHANNEL = 'simulator';
/** What the channel says when the simulator has something to do. */
export const COMMANDS = 'commands';

/** Chains begin here, so that a reorganisation always has something below it. */
const genesisHeight = 1_000;

/** Blocks further down are forgotten; followers never go back that far. */
const kept = 10_000;

export function chainName({ mode, network }: Chain): string {
  return `${mode}:${network}`;
}

/** Makes the chain with its first block if it is not there yet. */
export async function ensureSimChain(tx: Tx, chain: Chain, nowMs: number): Promise<void> {
  const hash = newHash(chain, 'genesis');
  const made = await execute(tx, makeSql, [chain.mode, chain.network, genesisHeight, hash]);
  if (made === 0) return;
  const block = { height: genesisHeight, hash, parentHash: newHash(chain, 'before'), timeMs: nowMs };
  await insertBlock(tx, chain, block);
}

/** The tip, with the chain locked for whoever builds on it. */
export async function lockSimChain(tx: Tx, { mode, network }: Chain): Promise<Pick<SimBlock, 'height' | 'hash'>> {
  const row = await one<{ height: string; hash: string }>(tx, lockSql, [mode, network]);
  return { height: Number(row.height), hash: row.hash };
}

/**
 * Mines one block with everything that waits, in the order it came. Blocks of the clock leave held transactions out.
 * The chain must be locked.
 */
export async function mineBlock(
  tx: Tx,
  chain: Chain,
  { nowMs, takeHeld }: { readonly nowMs: number; readonly takeHeld: boolean },
): Promise<SimBlock> {
  const tip = await lockSimChain(tx, chain);
  const block = await appendBlock(tx, chain, tip, nowMs);
  await execute(tx, mineSql, [chain.mode, chain.network, block.height, takeHeld ? ['waiting', 'held'] : ['waiting']]);
  await moveTip(tx, chain, block);
  if (block.height % 100 === 0) {
    await execute(tx, 'DELETE FROM sim_block WHERE mode = $1 AND network = $2 AND height < $3', [
      chain.mode,
      chain.network,
      block.height - kept,
    ]);
  }
  return block;
}

/**
 * Replaces the last `depth` blocks by a branch that is one block longer. Transactions of the old branch are mined again one block later and in
 * reversed order, so that they keep their confirmations in another place; those left out wait again, and no block takes them until they are released.
 */
export async function reorganise(
  tx: Tx,
  chain: Chain,
  { depth, leaveOut, nowMs }: { readonly depth: number; readonly leaveOut: readonly string[]; readonly nowMs: number },
): Promise<void> {
  const tip = await lockSimChain(tx, chain);
  const fork = await simBlockAt(tx, chain, tip.height - depth);
  if (fork === null) throw new Error(`The chain ${chainName(chain)} has no ${depth} blocks to reorganise.`);
  const bind = [chain.mode, chain.network, fork.height];
  await execute(tx, pinSql, [...bind, leaveOut]);
  await execute(tx, shiftSql, bind);
  await execute(tx, 'DELETE FROM sim_block WHERE mode = $1 AND network = $2 AND height > $3', bind);
  let last = fork;
  for (let made = 0; made <= depth; made += 1) last = await appendBlock(tx, chain, last, nowMs);
  await moveTip(tx, chain, last);
}

/** The best block. */
export function simTip(on: Tx | Db, { mode, network }: Chain): Promise<SimBlock> {
  return one<BlockRow>(on, tipSql, [mode, network]).then(toBlock);
}

/** The block at this height; null above the tip and for what is forgotten. */
export async function simBlockAt(on: Tx | Db, { mode, network }: Chain, height: number): Promise<SimBlock | null> {
  const row = await maybeOne<BlockRow>(on, blockSql, [mode, network, height]);
  return row === undefined ? null : toBlock(row);
}

/** Tells the readers of this chain, once the transaction is committed. */
export function tellAfterCommit(tx: Tx, chain: Chain): void {
  onCommit(tx, () => dbOf(tx).notifier.send(SIMULATOR_CHANNEL, chainName(chain)));
}

/** Tells the simulator, once the transaction is committed. */
export function wakeSimulatorAfterCommit(tx: Tx): void {
  onCommit(tx, () => dbOf(tx).notifier.send(SIMULATOR_CHANNEL, COMMANDS));
}

/** Sets when the clock makes the next block of each chain; null stops it. */
export async function setClock(tx: Tx, chain: Chain, nextBlockAtMs: number | null): Promise<void> {
  await execute(tx, clockSql, [chain.mode, chain.network, nextBlockAtMs === null ? null : new Date(nextBlockAtMs)]);
}

/** Chains that have something to do at this moment. */
export function chainsWithWork(on: Tx | Db, nowMs: number): Promise<(Chain & { readonly clock: boolean })[]> {
  return select(on, workSql, [new Date(nowMs)]);
}

/** A block as the database has it. */
export interface BlockRow {
  height: string;
  hash: string;
  parent_hash: string;
  block_time: Date;
}

export function toBlock(row: BlockRow): SimBlock {
  return { height: Number(row.height), hash: row.hash, parentHash: row.parent_hash, timeMs: row.block_time.getTime() };
}

async function appendBlock(
  tx: Tx,
  chain: Chain,
  parent: Pick<SimBlock, 'height' | 'hash'>,
  nowMs: number,
): Promise<SimBlock> {
  const block = {
    height: parent.height + 1,
    hash: newHash(chain, parent.hash),
    parentHash: parent.hash,
    timeMs: nowMs,
  };
  await insertBlock(tx, chain, block);
  return block;
}

async function insertBlock(tx: Tx, { mode, network }: Chain, block: SimBlock): Promise<void> {
  await execute(tx, insertSql, [mode, network, block.height, block.hash, block.parentHash, new Date(block.timeMs)]);
}

async function moveTip(tx: Tx, { mode, network }: Chain, { height, hash }: SimBlock): Promise<void> {
  await execute(tx, moveSql, [mode, network, height, hash]);
}

/** Looks like a hash of the chain; the random part makes every branch another one. */
function newHash({ network }: Chain, parent: string): string {
  const hash = createHash('sha256').update(parent).update(randomBytes(16)).digest('hex');
  if (network === 'ETH') return `0x${hash}`;
  return network === 'XRP' ? hash.toUpperCase() : hash;
}

const makeSql = prepared(
  'INSERT INTO sim_chain (mode, network, height, hash) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
);
const lockSql = prepared('SELECT height, hash FROM sim_chain WHERE mode = $1 AND network = $2 FOR UPDATE');
const clockSql = prepared('UPDATE sim_chain SET next_block_at = $3 WHERE mode = $1 AND network = $2');
const insertSql = prepared(
  'INSERT INTO sim_block (mode, network, height, hash, parent_hash, block_time) VALUES ($1, $2, $3, $4, $5, $6)',
);
const moveSql = prepared('UPDATE sim_chain SET height = $3, hash = $4 WHERE mode = $1 AND network = $2');
const mineSql = prepared(`
  UPDATE sim_transaction t SET state = 'mined', block_height = $3, position = o.position
  FROM (SELECT txid, (row_number() OVER (ORDER BY seq))::int AS position FROM sim_transaction
        WHERE mode = $1 AND network = $2 AND state = ANY($4)) AS o
  WHERE t.mode = $1 AND t.network = $2 AND t.txid = o.txid`);
const pinSql = `
  UPDATE sim_transaction SET state = 'pinned', block_height = NULL, position = NULL
  WHERE mode = $1 AND network = $2 AND block_height > $3 AND txid = ANY($4)`;
const shiftSql = `
  UPDATE sim_transaction SET block_height = block_height + 1, position = 1000000 - position
  WHERE mode = $1 AND network = $2 AND block_height > $3`;
const tipSql = prepared(`
  SELECT b.height, b.hash, b.parent_hash, b.block_time FROM sim_chain c
  JOIN sim_block b ON b.mode = c.mode AND b.network = c.network AND b.height = c.height
  WHERE c.mode = $1 AND c.network = $2`);
const blockSql = prepared(
  'SELECT height, hash, parent_hash, block_time FROM sim_block WHERE mode = $1 AND network = $2 AND height = $3',
);
const workSql = prepared(`
  SELECT mode, network, coalesce(next_block_at <= $1, false) AS clock FROM sim_chain c
  WHERE next_block_at <= $1
    OR EXISTS (SELECT 1 FROM sim_command k WHERE k.mode = c.mode AND k.network = c.network AND k.done_at IS NULL AND k.due_at <= $1)`);
