import { type Chain, startCursor } from '../../db/chain/cursor.ts';
import { oldestAddressMs } from '../../db/chain/watched.ts';
import { type Db, moneyTransaction } from '../../db/core/sequelize.ts';
import type { BlockRef, ChainPort } from './port.ts';

/**
 * Starts to follow a new chain. Addresses may have been shown before a follower ran, and blocks may already contain
 * payments to them, so it starts below the first such block, or at the tip if nobody could have paid yet.
 */
export async function startFollowing(db: Db, port: ChainPort, nowMs: number): Promise<BlockRef> {
  const chain: Chain = { mode: port.mode, network: port.network };
  // The tip first: an address that is handed out after it was read is paid in a later block.
  const tip = await port.tip();
  const oldestMs = await oldestAddressMs(db, chain);
  const first = oldestMs === null ? tip : await lastBlockBefore(port, tip, oldestMs - BLOCK_TIME_SLACK_MS);
  // Until the blocks in between are taken in, nothing is known of what came after the first.
  const checkedAtMs = first.hash === tip.hash ? nowMs : first.timeMs;
  await moneyTransaction(db, (tx) => startCursor(tx, chain, first, checkedAtMs));
  return first;
}

/** A block may be dated up to two hours ahead or behind of when it was made. */
const BLOCK_TIME_SLACK_MS = 2 * 3_600_000;

/** The highest block from before a moment, found by halving; the lowest there is when all are later. */
async function lastBlockBefore(port: ChainPort, tip: BlockRef, moment: number): Promise<BlockRef> {
  if (tip.timeMs < moment) return tip;
  let [low, high] = [-1, tip.height];
  let [before, after]: [BlockRef | null, BlockRef] = [null, tip];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const header = await port.headerAt(middle);
    if (header === null || header.timeMs < moment) {
      low = middle;
      before = header;
    } else {
      high = middle;
      after = header;
    }
  }
  return before ?? after;
}
