import { type Chain, type Cursor, lockCursor, moveCursor, readCursor, touchCursor } from '../../db/chain/cursor.ts';
import { waitingPayments } from '../../db/chain/payments.ts';
import { addUntraced } from '../../db/chain/untraced.ts';
import { findWatched, type WatchedTargets } from '../../db/chain/watched.ts';
import { notifyLive } from '../../db/core/live.ts';
import { moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { startFollowing } from './first-block.ts';
import type { FollowerDeps } from './follower-deps.ts';
import { KnownTransactions, MissingTransactions } from './mempool-memory.ts';
import { type NextBlocks, readNextBlocks } from './next-blocks.ts';
import { type ChainPort, type ChainTransaction, ChainUnavailableError } from './port.ts';
import { type NewSnapshot, type PaymentEffects, type Recorded, recordSnapshot } from './record.ts';
import { isolateInvoices, retryStuckInvoices } from './stuck-invoices.ts';
import { createTraceCheck } from './untraced.ts';

export interface FollowerOptions {
  /**
   * How long a transaction must be missing from the mempool before it counts as dropped. A node that just restarted
   * misses many.
   */
  readonly dropAfterMs: number;
}

/** The result of a read, for operators. */
export interface PollResult {
  readonly height: number;
  /** Payments that wait for their first block. */
  readonly waiting: number;
  /** False if there is more than one read processes. */
  readonly complete: boolean;
}

/** Follows one chain. A read can be repeated, interrupted at any point, or made by two followers at once. */
export interface Follower {
  /**
   * Takes in what is new in mempool and blocks.
   * @throws ChainUnavailableError when the node cannot be relied on now: nothing was concluded from it
   */
  poll(): Promise<PollResult>;
}

const blocksPerPoll = 50;
const retryStuckEveryMs = 30_000;
/** Expiry waits for this record, so it is at most this old; more often would only write. */
const touchEveryMs = 800;

export function createFollower(deps: FollowerDeps, port: ChainPort, options: FollowerOptions): Follower {
  return new ChainFollower(deps, port, options);
}

class ChainFollower implements Follower {
  readonly #deps: FollowerDeps;
  readonly #port: ChainPort;
  readonly #options: FollowerOptions;
  readonly #chain: Chain;
  readonly #known = new KnownTransactions();
  readonly #missing = new MissingTransactions();
  readonly #checkTraces: ReturnType<typeof createTraceCheck>;
  /** A block was taken in without traces, and the trace check does not know it yet: the read may fail in between. */
  #untraced = false;
  #finalizedHeight: number | null | undefined;
  #nextRetryMs = 0;
  #nextTouchMs = 0;
  /** The assumed position. Each commit checks it against the database, so a wrong one does no harm. */
  #position: Cursor | undefined;

  constructor(deps: FollowerDeps, port: ChainPort, options: FollowerOptions) {
    this.#deps = deps;
    this.#port = port;
    this.#options = options;
    this.#chain = { mode: port.mode, network: port.network };
    this.#checkTraces = createTraceCheck(deps, port);
  }

  async poll(): Promise<PollResult> {
    const believed = this.#position;
    this.#position = undefined;
    const look = await this.#pollFrom(believed);
    if (look.complete) this.#position = look.cursor;
    return look;
  }

  async #pollFrom(believed: Cursor | undefined): Promise<PollResult & { readonly cursor: Cursor }> {
    const beganAtMs = this.#deps.nowMs();
    if (this.#finalizedHeight === undefined) this.#finalizedHeight = await this.#port.finalizedHeight();
    const [from, waiting] = await Promise.all([
      believed ?? this.#begin(beganAtMs),
      waitingPayments(this.#deps.db, this.#chain),
    ]);

    // The mempool is read before the blocks: a transaction that has left it by then is in one of those blocks, or gone.
    const watched = waiting.map(({ txid }) => txid);
    const mempool = await this.#port.mempool({ known: this.#known.txids, watched });
    const spends = new Set(waiting.flatMap((payment) => payment.spends));
    const recorded = await this.#applyMempool(from, mempool.transactions, spends);
    if (recorded) this.#known.add(mempool.transactions);

    const blocks = await this.#applyBlocks(from);
    // A branch that was left puts transactions back that this mempool did not hold yet.
    if (!blocks.reorganised) {
      const missing = watched.filter((txid) => !mempool.waiting.has(txid));
      await this.#dropMissing(blocks.cursor, missing);
    }

    const complete = recorded && mempool.complete && blocks.complete;
    if (complete) await this.#touch(beganAtMs);
    await this.#retryStuck(beganAtMs);
    await this.#traceAgain(blocks.cursor);
    return { height: blocks.cursor.height, cursor: blocks.cursor, waiting: waiting.length, complete };
  }

  async #begin(beganAtMs: number): Promise<Cursor> {
    const { db } = this.#deps;
    const cursor = await readCursor(db, this.#chain);
    if (cursor !== undefined) return cursor;
    const first = await startFollowing(db, this.#port, beganAtMs);
    return (await readCursor(db, this.#chain)) ?? first;
  }

  async #applyMempool(
    cursor: Cursor,
    waiting: readonly ChainTransaction[],
    spends: ReadonlySet<string>,
  ): Promise<boolean> {
    const watched = await findWatched(this.#deps.db, this.#chain, movementsOf(waiting));
    const matter = watched.size > 0 || waiting.some((each) => each.spends.some((spend) => spends.has(spend)));
    return !matter || this.#commit(cursor, { watched, waiting });
  }

  async #applyBlocks(from: Cursor): Promise<AppliedBlocks> {
    const tip = await this.#port.tip();
    if (tip.height < from.height) {
      throw new ChainUnavailableError(
        `The node stands at block ${tip.height}, below block ${from.height} that was already taken in.`,
      );
    }
    if (tip.hash !== from.hash) this.#finalizedHeight = await this.#port.finalizedHeight();
    let cursor = from;
    let reorganised = false;
    for (let taken = 0; taken < blocksPerPoll && cursor.hash !== tip.hash; taken += 1) {
      const next = await readNextBlocks(this.#deps.db, this.#port, cursor);
      const last = next?.blocks.at(-1);
      if (next === undefined || last === undefined || !(await this.#applyNext(cursor, next))) break;
      reorganised ||= next.rewindTo !== null;
      this.#untraced ||= next.blocks.some((block) => block.untraced !== undefined);
      cursor = { height: last.height, hash: last.hash };
    }
    return { cursor, complete: cursor.hash === tip.hash, reorganised };
  }

  async #applyNext(cursor: Cursor, next: NextBlocks): Promise<boolean> {
    const movements = movementsOf(next.blocks.flatMap((block) => block.transactions));
    const watched = await findWatched(this.#deps.db, this.#chain, movements);
    return this.#commit(cursor, { watched, ...next });
  }

  /** A payment that has been missing for long enough, and that the node does not know by its ID either, is dropped. */
  async #dropMissing(cursor: Cursor, missing: readonly string[]): Promise<void> {
    const bounds = { nowMs: this.#deps.nowMs(), forMs: this.#options.dropAfterMs };
    const gone = new Set<string>();
    for (const txid of this.#missing.longMissing(missing, bounds)) {
      if ((await this.#port.transaction(txid)) === null) gone.add(txid);
    }
    if (gone.size > 0) await this.#commit(cursor, { gone });
  }

  /**
   * Records what was read, moves the cursor over its blocks and updates open pages. @returns false if another follower
   * has moved the cursor meanwhile: its work must not be overwritten
   */
  async #commit(cursor: Cursor, parts: Partial<NewSnapshot>): Promise<boolean> {
    const { effects, nowMs } = this.#deps;
    const snapshot: NewSnapshot = {
      network: this.#chain.network,
      nowMs: nowMs(),
      watched: noTargets,
      rewindTo: null,
      blocks: [],
      waiting: [],
      gone: noTxids,
      tipHeight: parts.blocks?.at(-1)?.height ?? cursor.height,
      finalizedHeight: this.#finalizedHeight ?? null,
      ...parts,
    };
    const recorded = await this.#recordAt(effects, cursor, snapshot).catch((error: unknown) => {
      if (error instanceof ChainUnavailableError) throw error;
      return this.#recordAt(isolateInvoices(effects, this.#chain), cursor, snapshot);
    });
    if (recorded === undefined) return false;
    this.#notifyLive(recorded);
    return true;
  }

  #recordAt(effects: PaymentEffects, cursor: Cursor, snapshot: NewSnapshot): Promise<Recorded | undefined> {
    const chain = this.#chain;
    const record = async (tx: Tx) => {
      const current = await lockCursor(tx, chain);
      if (current?.hash !== cursor.hash) return undefined;
      // Before the invoices decide, because they count confirmations from the cursor.
      await moveCursor(tx, chain, { rewindTo: snapshot.rewindTo, blocks: snapshot.blocks });
      const untraced = snapshot.blocks.filter((block) => block.untraced).map(({ height }) => height);
      if (untraced.length > 0) await addUntraced(tx, chain, { from: Math.min(...untraced), to: Math.max(...untraced) });
      return recordSnapshot(tx, effects, chain, snapshot);
    };
    return retrying(() => moneyTransaction(this.#deps.db, record));
  }

  #notifyLive({ excluded, applied, counted }: Recorded): void {
    this.#known.forget(excluded);
    for (const invoice of new Set([...applied, ...counted])) notifyLive(this.#deps.db, { invoice });
  }

  async #touch(nowMs: number): Promise<void> {
    if (nowMs < this.#nextTouchMs) return;
    await touchCursor(this.#deps.db, this.#chain, nowMs);
    this.#nextTouchMs = nowMs + touchEveryMs;
  }

  async #retryStuck(nowMs: number): Promise<void> {
    if (nowMs < this.#nextRetryMs) return;
    this.#nextRetryMs = nowMs + retryStuckEveryMs;
    await retryStuckInvoices(this.#deps.db, { effects: this.#deps.effects, chain: this.#chain, nowMs });
  }

  async #traceAgain(cursor: Cursor): Promise<void> {
    const untraced = this.#untraced;
    this.#untraced = false;
    const traced = await this.#checkTraces({ cursor, finalizedHeight: this.#finalizedHeight ?? null, untraced });
    if (traced !== null) this.#notifyLive(traced);
  }
}

/** How far the cursor moved in one read. */
interface AppliedBlocks {
  readonly cursor: Cursor;
  readonly complete: boolean;
  readonly reorganised: boolean;
}

const noTargets: WatchedTargets = new Map();
const noTxids: ReadonlySet<string> = new Set();

function movementsOf(transactions: readonly ChainTransaction[]) {
  return transactions.flatMap(({ movements }) => movements);
}
