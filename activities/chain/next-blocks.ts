import { type Cursor, rememberedBlocks } from '../../db/chain/cursor.ts';
import type { Db } from '../../db/core/sequelize.ts';
import type { ChainBlock, ChainPort } from './port.ts';

/** Blocks that are taken in together. */
export interface NextBlocks {
  /** The last block that both branches share, when the chain left the one the cursor is on; else null. */
  readonly rewindTo: number | null;
  readonly blocks: readonly ChainBlock[];
}

/**
 * Blocks of a reorganisation that are taken in together, so that a payment in both branches never appears to be gone.
 */
const branchBlocks = 100;

/** The next block, or after a reorganisation the whole new branch; undefined when the chain changed in between. */
export async function readNextBlocks(db: Db, port: ChainPort, cursor: Cursor): Promise<NextBlocks | undefined> {
  const block = await port.blockAt(cursor.height + 1);
  if (block?.parentHash === cursor.hash) return { rewindTo: null, blocks: [block] };
  const fork = await findFork(db, port);
  const blocks: ChainBlock[] = [];
  let parent = fork.hash;
  while (blocks.length < branchBlocks) {
    const next = await port.blockAt(fork.height + 1 + blocks.length);
    if (next === null) break;
    if (parent !== null && next.parentHash !== parent) return undefined;
    blocks.push(next);
    parent = next.hash;
  }
  // A branch that ends below ours is not the best one yet: the node is still changing over.
  const unfinished = blocks.length < branchBlocks && fork.height + blocks.length < cursor.height;
  return unfinished ? undefined : { rewindTo: fork.height, blocks };
}

/** The highest remembered block that is still on the node's chain. Its hash is null when none of them is. */
async function findFork(db: Db, port: ChainPort): Promise<{ readonly height: number; readonly hash: string | null }> {
  let lowest = 0;
  for (const block of await rememberedBlocks(db, { mode: port.mode, network: port.network })) {
    const header = await port.headerAt(block.height);
    if (header?.hash === block.hash) return block;
    lowest = block.height;
  }
  return { height: lowest - 1, hash: null };
}
