import { createHash, randomBytes } from 'node:crypto';
import { type Chain, remembered } from '../chain/cursor.ts';
import { type Db, dbOf, onCommit, type Tx } from '../core/sequelize.ts';
import { execute, maybeOne, one, prepared } from '../core/sql.ts';
import { simChainsTable } from './rows.ts';

/** A block of a simulated chain. */
export interface SimBlock {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly timeMs: number;
}

/**
 * The channel for commands to the simulator and for its readers; the payload is {@link commandsOf} or {@link
 * chainName}.
 */
export const SIMULATOR_CHANNEL = 'simulator';

/** The payload that announces work for the simulator on this chain. */
export function commandsOf(chain: Chain): string {
  return `commands:${chainName(chain)}`;
}

/** The first height of a chain, so that a reorganization always has blocks below it. */
const GENESIS_HEIGHT = 1_000;

/** Older blocks are deleted, if the follower has read them; it never goes back that far. */
const KEPT_BLOCKS = 10_000;

/** The owner of held transactions that blocks include: all for the gateway, for a merchant its own. */
export type HeldOf = 'everybody' | { readonly merchantId: string };

export function chainName({ mode, network }: Chain): string {
  return `${mode}:${network}`;
}

/** Creates the chain with its first block, if missing. */
export async function ensureSimChain(tx: Tx, chain: Chain, nowMs: number): Promise<void> {
  const hash = newHash(chain, 'genesis');
  const made = await execute(tx, makeSql, [chain.mode, chain.network, GENESIS_HEIGHT, hash]);
  if (made === 0) return;
  const block = { height: GENESIS_HEIGHT, hash, parentHash: newHash(chain, 'before'), timeMs: nowMs };
  await insertBlocks(tx, chain, [block]);
}

/** The tip, with the chain locked for a new block. */
export async function lockSimChain(tx: Tx, { mode, network }: Chain): Promise<Pick<SimBlock, 'height' | 'hash'>> {
  const row = await one<{ height: string; hash: string }>(tx, lockSql, [mode, network]);
  return { height: Number(row.height), hash: row.hash };
}

/**
 * Mines blocks, the first with all waiting transactions, in order. Held transactions are skipped, but for those of
 * `takeHeldOf`. The chain must be locked. A hundred blocks cost hardly more than one.
 */
export async function mineBlocks(
  tx: Tx,
  chain: Chain,
  { nowMs, takeHeldOf, count = 1 }: { readonly nowMs: number; readonly takeHeldOf?: HeldOf; readonly count?: number },
): Promise<void> {
  const tip = await lockSimChain(tx, chain);
  const last = await appendBlocks(tx, chain, { on: tip, count, nowMs });
  const ofAll = takeHeldOf === 'everybody';
  const merchantId = takeHeldOf === undefined || ofAll ? null : takeHeldOf.merchantId;
  await execute(tx, mineSql, [chain.mode, chain.network, tip.height + 1, ofAll, merchantId]);
  await moveTip(tx, chain, last);
  if (Math.floor(last.height / 100) > Math.floor(tip.height / 100)) {
    await execute(tx, forgetSql, [chain.mode, chain.network, last.height - KEPT_BLOCKS, remembered]);
  }
}

/**
 * Replaces the last `depth` blocks by a branch that is one block longer. Transactions of the old branch are mined again
 * one block later and in reverse order, so they keep their confirmations in another place; those in `leaveOut` wait
 * again until they are released.
 */
export async function reorganise(
  tx: Tx,
  chain: Chain,
  { depth, leaveOut, nowMs }: { readonly depth: number; readonly leaveOut: readonly string[]; readonly nowMs: number },
): Promise<void> {
  const tip = await lockSimChain(tx, chain);
  const fork = await simBlockAt(tx, chain, tip.height - depth);
  if (fork === null) throw new Error(`The chain ${chainName(chain)} has no ${depth} blocks to reorganize.`);
  const bind = [chain.mode, chain.network, fork.height];
  await execute(tx, pinSql, [...bind, leaveOut]);
  await execute(tx, shiftSql, bind);
  await execute(tx, 'DELETE FROM sim_block WHERE mode = $1 AND network = $2 AND height > $3', bind);
  await moveTip(tx, chain, await appendBlocks(tx, chain, { on: fork, count: depth + 1, nowMs }));
}

/** The best block. */
export function simTip(on: Tx | Db, { mode, network }: Chain): Promise<SimBlock> {
  return one<BlockRow>(on, tipSql, [mode, network]).then(toBlock);
}

/** The block at this height; null above the tip and for deleted blocks. */
export async function simBlockAt(on: Tx | Db, { mode, network }: Chain, height: number): Promise<SimBlock | null> {
  const row = await maybeOne<BlockRow>(on, blockSql, [mode, network, height]);
  return row === undefined ? null : toBlock(row);
}

/** How far the follower of a simulated chain has read; undefined while nothing follows it. */
export interface ReadSoFar {
  /** How many blocks above its position are still to be read. */
  readonly unread: number;
  /** Whether it has read up to the tip. */
  readonly complete: boolean;
  /** When it last had. */
  readonly checkedAtMs: number;
}

export async function readSoFar(on: Tx | Db, { mode, network }: Chain): Promise<ReadSoFar | undefined> {
  const row = await maybeOne<{ unread: string; complete: boolean; checked_at: Date }>(on, readSql, [mode, network]);
  return row && { unread: Number(row.unread), complete: row.complete, checkedAtMs: row.checked_at.getTime() };
}

/** Notifies the readers of this chain after the commit. */
export function notifyReadersAfterCommit(tx: Tx, chain: Chain): void {
  onCommit(tx, () => dbOf(tx).notifier.send(SIMULATOR_CHANNEL, chainName(chain)));
}

/** Notifies the simulator after the commit. */
export function wakeSimulatorAfterCommit(tx: Tx, chain: Chain): void {
  onCommit(tx, () => dbOf(tx).notifier.send(SIMULATOR_CHANNEL, commandsOf(chain)));
}

/** Sets when the clock makes the chain's next block; null stops it. */
export async function setClock(tx: Tx, chain: Chain, nextBlockAtMs: number | null): Promise<void> {
  const nextBlockAt = nextBlockAtMs === null ? null : new Date(nextBlockAtMs);
  await simChainsTable.update(tx, { nextBlockAt }, { mode: chain.mode, network: chain.network });
}

/**
 * Leaves out the block that the clock would make now and sets the clock to the next one, if nobody needs the block: no
 * transaction waits for one, none is new enough that somebody counts its confirmations, and the last block is less than
 * a minute old. To make and to read a block takes some thirty statements, and there are sixteen chains.
 *
 * @returns whether it was left out
 */
export async function leaveOutBlock(
  on: Db | Tx,
  { mode, network }: Chain,
  { nowMs, nextBlockAtMs }: { readonly nowMs: number; readonly nextBlockAtMs: number },
): Promise<boolean> {
  const [now, next, quietSince] = [nowMs, nextBlockAtMs, nowMs - LONGEST_WITHOUT_BLOCK_MS].map((ms) => new Date(ms));
  return (await execute(on, leaveOutSql, [mode, network, now, next, quietSince, COUNTED_BLOCKS])) > 0;
}

/** People who look at a chain see that it lives. */
const LONGEST_WITHOUT_BLOCK_MS = 60_000;
/** More than any gate, the finality of Ethereum, or what sends our payments counts. */
const COUNTED_BLOCKS = 64;

/** A block's row. */
export interface BlockRow {
  height: string;
  hash: string;
  parent_hash: string;
  block_time: Date;
}

export function toBlock(row: BlockRow): SimBlock {
  return { height: Number(row.height), hash: row.hash, parentHash: row.parent_hash, timeMs: row.block_time.getTime() };
}

/** @returns the last of the new blocks */
async function appendBlocks(
  tx: Tx,
  chain: Chain,
  of: { readonly on: Pick<SimBlock, 'height' | 'hash'>; readonly count: number; readonly nowMs: number },
): Promise<Pick<SimBlock, 'height' | 'hash'>> {
  const blocks: SimBlock[] = [];
  let last = of.on;
  for (let made = 0; made < of.count; made += 1) {
    const block = { height: last.height + 1, hash: newHash(chain, last.hash), parentHash: last.hash, timeMs: of.nowMs };
    blocks.push(block);
    last = block;
  }
  await insertBlocks(tx, chain, blocks);
  return last;
}

async function insertBlocks(tx: Tx, { mode, network }: Chain, blocks: readonly SimBlock[]): Promise<void> {
  const heights = blocks.map(({ height }) => height);
  const hashes = blocks.map(({ hash }) => hash);
  const parents = blocks.map(({ parentHash }) => parentHash);
  const times = blocks.map(({ timeMs }) => new Date(timeMs).toISOString());
  await execute(tx, insertSql, [mode, network, heights, hashes, parents, times]);
}

async function moveTip(
  tx: Tx,
  { mode, network }: Chain,
  { height, hash }: Pick<SimBlock, 'height' | 'hash'>,
): Promise<void> {
  await simChainsTable.update(tx, { height, hash }, { mode, network });
}

/** A hash in the chain's format; the random part makes every branch different. */
function newHash({ network }: Chain, parent: string, random: (size: number) => Buffer = randomBytes): string {
  const hash = createHash('sha256').update(parent).update(random(16)).digest('hex');
  if (network === 'ETH') return `0x${hash}`;
  return network === 'XRP' ? hash.toUpperCase() : hash;
}

// ON CONFLICT alone would wait for the transaction that makes a block of a chain that exists.
const makeSql = prepared(`
  INSERT INTO sim_chain (mode, network, height, hash)
  SELECT $1::text, $2::text, $3::bigint, $4::text
  WHERE NOT EXISTS (SELECT FROM sim_chain WHERE mode = $1 AND network = $2)
  ON CONFLICT DO NOTHING`);
const lockSql = prepared('SELECT height, hash FROM sim_chain WHERE mode = $1 AND network = $2 FOR UPDATE');
const insertSql = prepared(`
  INSERT INTO sim_block (mode, network, height, hash, parent_hash, block_time)
  SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::text[], $6::timestamptz[])`);
const mineSql = prepared(`
  UPDATE sim_transaction t SET state = 'mined', block_height = $3, position = o.position
  FROM (SELECT txid, (row_number() OVER (ORDER BY seq))::int AS position FROM sim_transaction
        WHERE mode = $1 AND network = $2 AND (state = 'waiting'
          OR state = 'held' AND ($4::boolean OR $5::uuid IS NOT NULL AND coalesce(merchant_id, $5) = $5))) AS o
  WHERE t.mode = $1 AND t.network = $2 AND t.txid = o.txid`);
const forgetSql = prepared(`
  DELETE FROM sim_block WHERE mode = $1 AND network = $2
    AND height < least($3, (SELECT height - $4::int FROM chain_cursor WHERE mode = $1 AND network = $2))`);
const readSql = prepared(`
  SELECT s.height - c.height AS unread, s.hash = c.block_hash AS complete, c.checked_at
  FROM sim_chain s JOIN chain_cursor c USING (mode, network) WHERE s.mode = $1 AND s.network = $2`);
const leaveOutSql = prepared(`
  UPDATE sim_chain c SET next_block_at = $4
  WHERE mode = $1 AND network = $2 AND next_block_at <= $3
    AND EXISTS (SELECT FROM sim_block b
                WHERE b.mode = $1 AND b.network = $2 AND b.height = c.height AND b.block_time > $5)
    AND NOT EXISTS (SELECT FROM sim_transaction t WHERE t.mode = $1 AND t.network = $2 AND t.state = 'waiting')
    AND NOT EXISTS (SELECT FROM sim_transaction t
                    WHERE t.mode = $1 AND t.network = $2 AND t.state = 'mined'
                       AND t.block_height > c.height - $6::int)`);
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
