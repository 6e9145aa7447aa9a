import {
  type Chain,
  type Cursor,
  lockCursor,
  moveCursor,
  readCursor,
  rememberedBlocks,
  touchCursor,
} from '../../db/chain/cursor.ts';
import { waitingPayments } from '../../db/chain/payments.ts';
import { addUntraced } from '../../db/chain/untraced.ts';
import { findWatched, type WatchedTargets } from '../../db/chain/watched.ts';
import { notifyLive } from '../../db/live.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../../db/sequelize.ts';
import { beginToFollow } from './first-block.ts';
import { type ChainBlock, type ChainPort, type ChainTransaction, ChainUnavailable } from './port.ts';
import { type NewSight, type PaymentEffects, type Recorded, recordSight } from './record.ts';
import { isolateInvoices, retryStuckInvoices } from './stuck-invoices.ts';
import { createTraceCheck } from './untraced.ts';

export interface FollowerDeps {
  readonly db: Db;
  readonly effects: PaymentEffects;
  readonly nowMs: () => number;
}

export interface FollowerOptions {
  /**
   * How long a transaction must be missing from the mempool before it counts as dropped. A node that just restarted
   * misses many.
   */
  readonly dropAfterMs: number;
}

/** What came of a look, for operators. */
export interface Look {
  readonly height: number;
  /** Payments that wait for their first block. */
  readonly waiting: number;
  /** False when there is more to see than one look takes in. */
  readonly complete: boolean;
}

/** One chain, followed. Looks may be repeated, interrupted at any point, and made by two followers at once. */
export interface Follower {
  /**
   * Takes in what is new in mempool and blocks.
   * @throws ChainUnavailable when the node cannot be relied on now: nothing was concluded from it
   */
  look(): Promise<Look>;
}

/**
 * Blocks of a reorganisation that are taken in together, so that a payment in both branches never appears to be gone.
 */
const branchBlocks = 100;
const blocksPerLook = 50;
const retryStuckEveryMs = 30_000;
/** Expiry waits for this record, so it is at most this old; more often would only write. */
const touchEveryMs = 800;

export function createFollower(deps: FollowerDeps, port: ChainPort, options: FollowerOptions): Follower {
  const chain: Chain = { mode: port.mode, network: port.network };
  const seen = new Set<string>();
  const missingSinceMs = new Map<string, number>();
  let finalizedHeight: number | null | undefined;
  let nextRetryMs = 0;
  let nextTouchMs = 0;
  const checkTraces = createTraceCheck(deps, port);
  // Where we believe to stand. Each commit checks it against the database, so that it may be wrong but never do harm.
  let stand: Cursor | undefined;

  async function look(): Promise<Look> {
    const believed = stand;
    stand = undefined;
    const look = await lookFrom(believed);
    if (look.complete) stand = look.cursor;
    return look;
  }

  async function lookFrom(believed: Cursor | undefined): Promise<Look & { readonly cursor: Cursor }> {
    const beganAtMs = deps.nowMs();
    if (finalizedHeight === undefined) finalizedHeight = await port.finalizedHeight();
    const [from, waiting] = await Promise.all([
      believed ?? readCursor(deps.db, chain).then((cursor) => cursor ?? begin(beganAtMs)),
      waitingPayments(deps.db, chain),
    ]);

    // The mempool is looked at before the blocks: what has left it by then is in a block that is looked at, or it is
    // gone.
    const mempool = await port.mempool({ known: seen, watched: waiting.map(({ txid }) => txid) });
    const recorded = await takeMempool(from, mempool.transactions, new Set(waiting.flatMap(({ spends }) => spends)));
    if (recorded) remember(mempool.transactions);

    const blocks = await takeBlocks(from);
    const missing = waiting.map(({ txid }) => txid).filter((txid) => !mempool.waiting.has(txid));
    // A branch that was left puts transactions back that this mempool did not hold yet.
    if (!blocks.reorganised) await takeGone(blocks.cursor, missing);

    const complete = recorded && mempool.complete && blocks.complete;
    if (complete && beganAtMs >= nextTouchMs) {
      await touchCursor(deps.db, chain, beganAtMs);
      nextTouchMs = beganAtMs + touchEveryMs;
    }
    await retryStuck(beganAtMs);
    const { cursor, untraced } = blocks;
    const traced = await checkTraces({ cursor, finalizedHeight: finalizedHeight ?? null, untraced });
    if (traced !== null) announce(traced);
    return { height: blocks.cursor.height, cursor: blocks.cursor, waiting: waiting.length, complete };
  }

  async function begin(beganAtMs: number): Promise<Cursor> {
    const first = await beginToFollow(deps.db, port, beganAtMs);
    return (await readCursor(deps.db, chain)) ?? first;
  }

  async function takeMempool(
    cursor: Cursor,
    waiting: readonly ChainTransaction[],
    spends: ReadonlySet<string>,
  ): Promise<boolean> {
    const watched = await findWatched(deps.db, chain, movementsOf(waiting));
    const matter = watched.size > 0 || waiting.some((each) => each.spends.some((spend) => spends.has(spend)));
    return !matter || commit(cursor, { watched, waiting });
  }

  async function takeBlocks(from: Cursor) {
    const tip = await port.tip();
    if (tip.height < from.height) {
      throw new ChainUnavailable(
        `The node stands at block ${tip.height}, below block ${from.height} that was already taken in.`,
      );
    }
    if (tip.hash !== from.hash) finalizedHeight = await port.finalizedHeight();
    let cursor = from;
    let reorganised = false;
    let untraced = false;
    for (let taken = 0; taken < blocksPerLook && cursor.hash !== tip.hash; taken += 1) {
      const step = await nextStep(cursor);
      const last = step?.blocks.at(-1);
      if (step === undefined || last === undefined || !(await takeIn(cursor, step))) break;
      reorganised ||= step.rewindTo !== null;
      untraced ||= step.blocks.some((block) => block.untraced !== undefined);
      cursor = { height: last.height, hash: last.hash };
    }
    return { cursor, complete: cursor.hash === tip.hash, reorganised, untraced };
  }

  /** The next block, or after a reorganisation the whole new branch; undefined when the chain changed in between. */
  async function nextStep(cursor: Cursor): Promise<Step | undefined> {
    const block = await port.blockAt(cursor.height + 1);
    if (block?.parentHash === cursor.hash) return { rewindTo: null, blocks: [block] };
    const fork = await findFork();
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
  async function findFork(): Promise<{ height: number; hash: string | null }> {
    let lowest = 0;
    for (const block of await rememberedBlocks(deps.db, chain)) {
      const header = await port.headerAt(block.height);
      if (header?.hash === block.hash) return block;
      lowest = block.height;
    }
    return { height: lowest - 1, hash: null };
  }

  async function takeIn(cursor: Cursor, step: Step): Promise<boolean> {
    const watched = await findWatched(deps.db, chain, movementsOf(step.blocks.flatMap((block) => block.transactions)));
    return commit(cursor, { watched, ...step });
  }

  /** What has been missing for long enough, and is not known to the node by its id either, is dropped. */
  async function takeGone(cursor: Cursor, missing: readonly string[]): Promise<void> {
    const nowMs = deps.nowMs();
    for (const txid of missingSinceMs.keys()) if (!missing.includes(txid)) missingSinceMs.delete(txid);
    const gone = new Set<string>();
    for (const txid of missing) {
      const sinceMs = missingSinceMs.get(txid) ?? nowMs;
      missingSinceMs.set(txid, sinceMs);
      if (nowMs - sinceMs >= options.dropAfterMs && (await port.transaction(txid)) === null) gone.add(txid);
    }
    if (gone.size > 0) await commit(cursor, { gone });
  }

  /**
   * Takes a sight into the books, moves the cursor over its blocks, and tells open pages what they show differently
   * now. False when another follower moved the cursor since: what it took in must not be taken in over it.
   */
  async function commit(cursor: Cursor, parts: Partial<NewSight>): Promise<boolean> {
    const sight: NewSight = {
      network: chain.network,
      nowMs: deps.nowMs(),
      watched: nobody,
      rewindTo: null,
      blocks: [],
      waiting: [],
      gone: nothing,
      tipHeight: parts.blocks?.at(-1)?.height ?? cursor.height,
      finalizedHeight: finalizedHeight ?? null,
      ...parts,
    };
    const recorded = await attempt(deps.effects, cursor, sight).catch((error: unknown) => {
      if (error instanceof ChainUnavailable) throw error;
      return attempt(isolateInvoices(deps.effects, chain), cursor, sight);
    });
    if (recorded === undefined) return false;
    announce(recorded);
    return true;
  }

  function announce({ excluded, applied, counted }: Recorded): void {
    for (const txid of excluded) seen.delete(txid);
    for (const invoice of new Set([...applied, ...counted])) notifyLive(deps.db, { invoice });
  }

  function attempt(effects: PaymentEffects, cursor: Cursor, sight: NewSight): Promise<Recorded | undefined> {
    const record = async (tx: Tx) => {
      const current = await lockCursor(tx, chain);
      if (current?.hash !== cursor.hash) return undefined;
      // Before invoices decide: what they tell counts confirmations from the cursor.
      await moveCursor(tx, chain, { rewindTo: sight.rewindTo, blocks: sight.blocks });
      const untraced = sight.blocks.filter((block) => block.untraced).map(({ height }) => height);
      if (untraced.length > 0) await addUntraced(tx, chain, { from: Math.min(...untraced), to: Math.max(...untraced) });
      return recordSight(tx, effects, chain, sight);
    };
    return retrying(() => moneyTransaction(deps.db, record));
  }

  async function retryStuck(nowMs: number): Promise<void> {
    if (nowMs < nextRetryMs) return;
    nextRetryMs = nowMs + retryStuckEveryMs;
    await retryStuckInvoices(deps.db, { effects: deps.effects, chain, nowMs });
  }

  /**
   * What is in the books need not be described again. Forgotten with the process; then everything is described once
   * more.
   */
  function remember(transactions: readonly ChainTransaction[]): void {
    for (const { txid } of transactions) seen.add(txid);
    for (const txid of seen) {
      if (seen.size <= rememberedTransactions) break;
      seen.delete(txid);
    }
  }

  return { look };
}

interface Step {
  readonly rewindTo: number | null;
  readonly blocks: readonly ChainBlock[];
}

const nobody: WatchedTargets = new Map();
const nothing: ReadonlySet<string> = new Set();
const rememberedTransactions = 500_000;

function movementsOf(transactions: readonly ChainTransaction[]) {
  return transactions.flatMap(({ movements }) => movements);
}
