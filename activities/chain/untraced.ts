import { raiseAlert, resolveAlert } from '../../db/alerts.ts';
import { type Chain, type Cursor, lockCursor } from '../../db/chain/cursor.ts';
import { readUntraced, rememberedHashes, traceUpTo, type UntracedBlocks } from '../../db/chain/untraced.ts';
import { findWatched } from '../../db/chain/watched.ts';
import { moneyTransaction, retrying } from '../../db/sequelize.ts';
import { gatesOn } from '../../domain/assets.ts';
import type { FollowerDeps } from './follower-deps.ts';
import { type ChainBlock, type ChainPort, ChainUnavailableError } from './port.ts';
import { type NewSnapshot, type PaymentEffects, type Recorded, recordSnapshot } from './record.ts';
import { isolateInvoices } from './stuck-invoices.ts';

/** How often a node without traces is checked for them, or one that refuses to trace old blocks is asked again. */
const ASK_EVERY_MS = 60_000;
const BLOCKS_PER_POLL = 20;

export interface TraceCheckInput {
  readonly cursor: Cursor;
  readonly finalizedHeight: number | null;
  /** Blocks were taken in just now that the node made no traces of. */
  readonly untraced: boolean;
}

/**
 * Raises an alert while a node has no traces, because coins from contracts are not detected then. Once it has them, the
 * blocks without traces are read again, some per read, and their payments are credited. Failures delay nothing else.
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
    if (!isTracing) {
      isTracing = (await port.makesTraces?.()) ?? false;
      if (!isTracing) {
        await raiseAlert(deps.db, { kind: 'traces_missing', subject, message: MISSING_MESSAGE });
        nextAskMs = deps.nowMs() + ASK_EVERY_MS;
        return null;
      }
      await resolveAlert(deps.db, { kind: 'traces_missing', subject });
    }
    const untraced = await readUntraced(deps.db, chain);
    if (untraced !== null) return rereadBlocks(untraced, look);
    await resolveAlert(deps.db, { kind: 'traces_refused', subject });
    isDone = true;
    return null;
  }

  async function rereadBlocks(untraced: UntracedBlocks, look: TraceCheckInput): Promise<Recorded | null> {
    const to = Math.min(untraced.to, look.cursor.height, untraced.from + BLOCKS_PER_POLL - 1);
    try {
      const blocks = await fetchBlocks(port, { from: untraced.from, to, tip: look.cursor.height });
      return await recordBlocks(deps, chain, { ...look, blocks, next: to + 1 });
    } catch (error) {
      if (error instanceof ChainUnavailableError) {
        await raiseAlert(deps.db, {
          kind: 'traces_refused',
          subject,
          message: refusedMessage(untraced, error.message),
        });
      }
      throw error;
    }
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
  'The ETH node has no traces, so ETH that contracts send to invoices is not detected or credited. Enable debug_traceBlockByHash on the node. The blocks that were followed without traces are then read again and these payments credited.';

function refusedMessage({ from, to }: UntracedBlocks, reason: string): string {
  return (
    `Blocks ${from} to ${to} were followed without traces, and the ETH node cannot trace them now: ${reason} ` +
    'ETH that contracts sent in them is not credited. ' +
    'Set the URL to a node that has the state of these blocks; they are then read again automatically.'
  );
}

interface Range extends UntracedBlocks {
  readonly tip: number;
}

/**
 * The blocks with their traces, followed by the bare blocks that confirm them and show when a payment reached its
 * confirmations.
 */
async function fetchBlocks(port: ChainPort, { from, to, tip }: Range): Promise<ChainBlock[]> {
  const blocks: ChainBlock[] = [];
  const confirming = Math.max(...gatesOn(port.network).map(({ confirmations }) => confirmations));
  for (let height = from; height <= Math.min(to + confirming, tip); height += 1) {
    const block = height <= to ? await port.blockAt(height) : await bareBlock(port, height);
    const before = blocks.at(-1);
    if (block === null || (before !== undefined && block.parentHash !== before.hash)) {
      throw new ChainUnavailableError('The blocks changed while they were read.');
    }
    if (block.untraced !== undefined) throw new ChainUnavailableError(block.untraced);
    blocks.push(block);
  }
  return blocks;
}

async function bareBlock(port: ChainPort, height: number): Promise<ChainBlock | null> {
  const header = await port.headerAt(height);
  return header === null ? null : { ...header, transactions: [] };
}

interface RereadBlocks extends TraceCheckInput {
  readonly blocks: readonly ChainBlock[];
  /** The height after the last block that was read with traces. */
  readonly next: number;
}

/**
 * Records the blocks again at the follower's position; repeating this changes nothing. Null if the chain has changed
 * meanwhile.
 */
async function recordBlocks(deps: FollowerDeps, chain: Chain, again: RereadBlocks): Promise<Recorded | null> {
  const { blocks, cursor, finalizedHeight, next } = again;
  const movements = blocks.flatMap(({ transactions }) => transactions.flatMap((each) => each.movements));
  const sight: NewSnapshot = {
    ...{ network: chain.network, nowMs: deps.nowMs(), tipHeight: cursor.height, finalizedHeight, blocks },
    ...{ watched: await findWatched(deps.db, chain, movements), rewindTo: null, waiting: [], gone: new Set<string>() },
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
        await traceUpTo(tx, chain, next);
        return recordSnapshot(tx, effects, chain, sight);
      }),
    );
  return attempt(deps.effects).catch(() => attempt(isolateInvoices(deps.effects, chain)));
}
