import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { type Chain, type Cursor, lockCursor } from '../../db/chain/cursor.ts';
import {
  readRefused,
  readUntraced,
  refuseTraces,
  rememberedHashes,
  tracedAgain,
  type UntracedBlocks,
} from '../../db/chain/untraced.ts';
import { findWatched } from '../../db/chain/watched.ts';
import { inTransaction, moneyTransaction, retrying } from '../../db/core/sequelize.ts';
import { gatesOn } from '../../domain/assets/assets.ts';
import type { FollowerDeps } from './follower-deps.ts';
import { type ChainBlock, type ChainPort, ChainUnavailableError } from './port.ts';
import { type NewSnapshot, type PaymentEffects, type Recorded, recordSnapshot } from './record.ts';
import { isolateInvoices } from './stuck-invoices.ts';

/** How often a node without traces is checked for them. */
const ASK_EVERY_MS = 60_000;
/** How often a block that the node refused to trace is tried again: each try may last until the node's time is up. */
const RETRY_REFUSED_MS = 600_000;
const BLOCKS_PER_POLL = 20;

export interface TraceCheckInput {
  readonly cursor: Cursor;
  readonly finalizedHeight: number | null;
  /** Blocks were taken in just now that the node made no traces of. */
  readonly untraced: boolean;
}

/**
 * Raises an alert while a node has no traces, because coins from contracts are not detected then. Once it has them, the
 * blocks without traces are read again, some per read, and their payments are credited. Failures delay nothing else,
 * and a block that the node does not trace delays none of the others.
 * @returns a step that answers with what was recorded, or null if nothing was read again
 */
export function createTraceCheck(
  deps: FollowerDeps,
  port: ChainPort,
): (look: TraceCheckInput) => Promise<Recorded | null> {
  const chain: Chain = { mode: port.mode, network: port.network };
  const subject = `${chain.mode}:${chain.network}`;
  let isTracing = false;
  let isDone = port.makesTraces === undefined;
  let nextAskMs = 0;

  async function step(look: TraceCheckInput): Promise<Recorded | null> {
    if (!isTracing && !(await checkNode())) return null;
    const untraced = await readUntraced(deps.db, chain);
    if (untraced !== null) return rereadBlocks(untraced, look);
    const refused = await readRefused(deps.db, chain, { beforeMs: deps.nowMs() - RETRY_REFUSED_MS });
    const recorded = refused.next === null ? null : await rereadBlocks({ from: refused.next, to: refused.next }, look);
    if (recorded !== null) return recorded;
    if (refused.count > 0) {
      nextAskMs = deps.nowMs() + ASK_EVERY_MS;
      return null;
    }
    await resolveAlert(deps.db, { kind: 'traces_refused', subject });
    isDone = true;
    return null;
  }

  async function checkNode(): Promise<boolean> {
    isTracing = (await port.makesTraces?.()) ?? false;
    if (isTracing) {
      await resolveAlert(deps.db, { kind: 'traces_missing', subject });
    } else {
      await raiseAlert(deps.db, { kind: 'traces_missing', subject, message: MISSING_MESSAGE });
      nextAskMs = deps.nowMs() + ASK_EVERY_MS;
    }
    return isTracing;
  }

  async function rereadBlocks(again: UntracedBlocks, look: TraceCheckInput): Promise<Recorded | null> {
    const { from } = again;
    const to = Math.min(again.to, look.cursor.height, from + BLOCKS_PER_POLL - 1);
    const { blocks, next, refusal } = await fetchBlocks(port, { from, to, tip: look.cursor.height });
    if (next > from) return recordBlocks(deps, chain, { ...look, blocks, traced: { from, to: next - 1 } });
    // A node that has lost its traces altogether says nothing about this block.
    if (refusal === null || !(await checkNode())) return null;
    await inTransaction(deps.db, async (tx) => {
      await refuseTraces(tx, chain, { height: from, nowMs: deps.nowMs() });
      await raiseAlert(tx, { kind: 'traces_refused', subject, message: refusedMessage(from, refusal) });
    });
    return null;
  }

  return async (look) => {
    if (look.untraced) {
      isTracing = false;
      isDone = false;
    }
    if (isDone || deps.nowMs() < nextAskMs) return null;
    try {
      return await step(look);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      nextAskMs = deps.nowMs() + ASK_EVERY_MS;
      return null;
    }
  };
}

const MISSING_MESSAGE =
  'The ETH node returns no traces, or not in time, so ETH that contracts send to invoices is not detected or credited. Enable debug_traceBlockByHash on the node. The blocks that were followed without traces are then read again and these payments credited.';

function refusedMessage(height: number, reason: string): string {
  return (
    `Block ${height} was followed without traces, and the ETH node does not trace it now: ${reason} ` +
    'ETH that contracts sent in it is not credited. ' +
    'Set the URL to a node that traces this block; it is then read again automatically. ' +
    'The table refused_traces lists all such blocks.'
  );
}

interface Range extends UntracedBlocks {
  readonly tip: number;
}

interface FetchedBlocks {
  /**
   * The blocks with their traces, followed by the bare blocks that confirm them and show when a payment reached its
   * confirmations.
   */
  readonly blocks: readonly ChainBlock[];
  /** The height after the last block with traces. */
  readonly next: number;
  /** Why the node does not trace the block at this height; null if it was not asked to. */
  readonly refusal: string | null;
}

/** Stops at the first block that the node does not trace. */
async function fetchBlocks(port: ChainPort, { from, to, tip }: Range): Promise<FetchedBlocks> {
  const blocks: ChainBlock[] = [];
  const add = (block: ChainBlock | null) => {
    const before = blocks.at(-1);
    if (block === null || (before !== undefined && block.parentHash !== before.hash)) {
      throw new ChainUnavailableError('The blocks changed while they were read.');
    }
    blocks.push(block);
  };
  let next = from;
  let refusal: string | null = null;
  while (next <= to && refusal === null) {
    const block = await port.blockAt(next);
    refusal = block?.untraced ?? null;
    if (refusal !== null) break;
    add(block);
    next += 1;
  }
  if (next === from) return { blocks: [], next, refusal };
  const confirming = Math.max(...gatesOn(port.network).map(({ confirmations }) => confirmations));
  for (let height = next; height < Math.min(next + confirming, tip + 1); height += 1) {
    add(await bareBlock(port, height));
  }
  return { blocks, next, refusal };
}

async function bareBlock(port: ChainPort, height: number): Promise<ChainBlock | null> {
  const header = await port.headerAt(height);
  return header === null ? null : { ...header, transactions: [] };
}

interface RereadBlocks extends TraceCheckInput {
  readonly blocks: readonly ChainBlock[];
  /** Those of them that were read with traces. */
  readonly traced: UntracedBlocks;
}

/**
 * Records the blocks again at the follower's position; repeating this changes nothing. Null if the chain has changed
 * meanwhile.
 */
async function recordBlocks(deps: FollowerDeps, chain: Chain, again: RereadBlocks): Promise<Recorded | null> {
  const { blocks, cursor, finalizedHeight, traced } = again;
  const movements = blocks.flatMap(({ transactions }) => transactions.flatMap((each) => each.movements));
  const snapshot: NewSnapshot = {
    network: chain.network,
    nowMs: deps.nowMs(),
    tipHeight: cursor.height,
    finalizedHeight,
    blocks,
    watched: await findWatched(deps.db, chain, movements),
    rewindTo: null,
    waiting: [],
    gone: new Set<string>(),
  };
  const attempt = (effects: PaymentEffects) =>
    retrying(() =>
      moneyTransaction(deps.db, async (tx) => {
        if ((await lockCursor(tx, chain))?.hash !== cursor.hash) return null;
        const known = await rememberedHashes(
          tx,
          chain,
          blocks.map(({ height }) => height),
        );
        if (blocks.some(({ height, hash }) => (known.get(height) ?? hash) !== hash)) return null;
        await tracedAgain(tx, chain, traced);
        return recordSnapshot(tx, effects, chain, snapshot);
      }),
    );
  return attempt(deps.effects).catch(() => attempt(isolateInvoices(deps.effects, chain)));
}
