import type { Chain } from '../../../db/chain/cursor.ts';
import { type Db, inTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import {
  ensureSimChain,
  leaveOutBlock,
  lockSimChain,
  mineBlocks,
  notifyReadersAfterCommit,
  readSoFar,
  reorganise,
  setClock,
} from '../../../db/simulator/chain.ts';
import {
  LEAVE_UNSEEN_AFTER_MS,
  MINE_AGAIN_AFTER_MS,
  MOST_REORGANISED,
  REORGANISE_AFTER_MS,
  REPLACE_AFTER_MS,
  type SimCommand,
} from '../../../db/simulator/commands.ts';
import {
  type DueCommand,
  finishCommand,
  merchantsDue,
  nextCommand,
  nextDue,
  putOff,
  waitsForEarlier,
} from '../../../db/simulator/due-commands.ts';
import {
  newSpend,
  sendSimulated,
  setSimState,
  simSentAndSeen,
  simTransactions,
} from '../../../db/simulator/transactions.ts';
import type { Mode, Network } from '../../../domain/assets/assets.ts';

export interface SimulatorDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** The seconds between blocks of every chain; 0 for blocks only on request. */
  readonly blockSeconds: number;
  readonly chains: readonly { readonly mode: Mode; readonly network: Network }[];
}

/**
 * Makes the simulated chains and sets their clocks, each a little later than the one before, so that blocks do not come
 * all at once. The clock starts again from now: blocks that were missed while nothing ran are not made up for.
 */
export async function startSimulator({ db, nowMs, blockSeconds, chains }: SimulatorDeps): Promise<void> {
  for (const [index, chain] of chains.entries()) {
    const firstMs = (blockSeconds * 1_000 * (index + 1)) / chains.length;
    await inTransaction(db, async (tx) => {
      await ensureSimChain(tx, chain, nowMs());
      await setClock(tx, chain, blockSeconds === 0 ? null : nowMs() + firstMs);
    });
  }
}

/**
 * Does what is due on one chain. Merchants take turns with one command each, in a transaction that locks the chain, so
 * that nobody waits for another merchant's commands; two simulators take turns, too.
 * @returns when something is due next; null if nothing is planned
 */
export async function runSimulatedChain(deps: SimulatorDeps, chain: Chain): Promise<number | null> {
  for (;;) {
    const { clockMs, commandMs } = await nextDue(deps.db, chain);
    const nowMs = deps.nowMs();
    const isClockDue = clockMs !== null && clockMs <= nowMs;
    const isCommandDue = commandMs !== null && commandMs <= nowMs;
    if (!isClockDue && !isCommandDue) {
      const planned = [clockMs, commandMs].filter((atMs) => atMs !== null);
      return planned.length === 0 ? null : Math.min(...planned);
    }
    if (isClockDue) await onClock(deps, chain, nowMs);
    if (isCommandDue && (await isOverrun(deps.db, chain, nowMs))) return nowMs + LOOK_AGAIN_MS;
    for (const merchantId of await merchantsDue(deps.db, chain, nowMs)) {
      await onLockedChain(deps, chain, (tx) => takeTurn(tx, { ...chain, merchantId }, nowMs));
    }
  }
}

async function onLockedChain({ db }: SimulatorDeps, chain: Chain, work: (tx: Tx) => Promise<void>): Promise<void> {
  const locked = async (tx: Tx) => {
    await lockSimChain(tx, chain);
    await work(tx);
    notifyReadersAfterCommit(tx, chain);
  };
  await retrying(() => inTransaction(db, locked));
}

async function onClock(deps: SimulatorDeps, chain: Chain, nowMs: number): Promise<void> {
  const nextBlockAtMs = nowMs + deps.blockSeconds * 1_000;
  const isLeftOut = deps.blockSeconds > 0 && (await leaveOutBlock(deps.db, chain, { nowMs, nextBlockAtMs }));
  if (!isLeftOut) await onLockedChain(deps, chain, (tx) => mineByClock(tx, deps, chain));
}

async function mineByClock(tx: Tx, deps: SimulatorDeps, chain: Chain): Promise<void> {
  const nowMs = deps.nowMs();
  // Another simulator may have made it meanwhile.
  const { clockMs } = await nextDue(tx, chain);
  if (clockMs === null || clockMs > nowMs) return;
  await mineBlocks(tx, chain, { nowMs });
  await setClock(tx, chain, deps.blockSeconds === 0 ? null : nowMs + deps.blockSeconds * 1_000);
}

/** The owner of the command that is carried out; null for the gateway's. */
type Turn = Chain & { readonly merchantId: string | null };

async function takeTurn(tx: Tx, turn: Turn, nowMs: number): Promise<void> {
  const next = await nextCommand(tx, turn, nowMs);
  if (next === undefined) return;
  const laterMs = await waitsUntilMs(tx, turn, next, nowMs);
  if (laterMs !== null) return putOff(tx, next.id, laterMs);
  await carryOut(tx, turn, next.command, nowMs);
  await finishCommand(tx, next.id);
}

/**
 * Whether the follower should read first: blocks that are requested faster than they are read would keep everybody's
 * payments on this chain waiting. A follower that has been away for longer is not waited for.
 */
async function isOverrun(db: Db, chain: Chain, nowMs: number): Promise<boolean> {
  const read = await readSoFar(db, chain);
  if (read === undefined || read.complete || nowMs - read.checkedAtMs > LEAVE_UNSEEN_AFTER_MS) return false;
  return read.unread > MOST_UNREAD || nowMs - read.checkedAtMs > READ_WITHIN_MS;
}

/** Read within seconds. */
const MOST_UNREAD = 1_000;
/** A quiet chain is read every ten seconds. */
const READ_WITHIN_MS = 15_000;

/**
 * A payment that is to be seen in the mempool and then to leave it, or to fail in a block, waits until it was seen,
 * however busy what follows the chain is. The moment to try again; null when it may go its way.
 */
async function waitsUntilMs(tx: Tx, chain: Chain, { id, command }: DueCommand, nowMs: number): Promise<number | null> {
  if (command.type === 'reorganise') return untilReadMs(tx, chain, command.txid, nowMs);
  // A command that mines a payment again would do nothing before the reorganization, and after it nothing else would.
  // The pause leaves time to see the payment unmined.
  if (command.type === 'confirm')
    return (await waitsForEarlier(tx, chain, id, command.txid)) ? nowMs + UNMINED_FOR_MS : null;
  const waits =
    command.type === 'replace' || command.type === 'release' || (command.type === 'drop' && command.whenSeen);
  if (!waits) return null;
  const known = await simSentAndSeen(tx, chain, command.txid);
  if (known === undefined || nowMs >= known.sentAtMs + LEAVE_UNSEEN_AFTER_MS) return null;
  // With growing pauses, so that chains without a follower do not keep the simulator busy.
  const lookAgainMs = nowMs + Math.max(LOOK_AGAIN_MS, (nowMs - known.sentAtMs) / 2);
  const staysMs = command.type === 'release' ? 0 : REPLACE_AFTER_MS;
  const untilMs = known.seenAtMs === null ? lookAgainMs : known.seenAtMs + staysMs;
  return untilMs > nowMs ? untilMs : null;
}

/**
 * One reorganization at a time: the follower takes in a branch at once, so payments of others stay confirmed. In
 * several branches that it finds together they may lie too far from the fork, and would be undone for a moment.
 */
async function untilReadMs(tx: Tx, chain: Chain, txid: string, nowMs: number): Promise<number | null> {
  if ((await depthOf(tx, chain, txid)) === null) return null;
  const read = await readSoFar(tx, chain);
  if (read === undefined || read.complete || nowMs - read.checkedAtMs > LEAVE_UNSEEN_AFTER_MS) return null;
  return nowMs + LOOK_AGAIN_MS;
}

/** The earliest time at which a check makes sense. */
const LOOK_AGAIN_MS = 250;
const UNMINED_FOR_MS = MINE_AGAIN_AFTER_MS - REORGANISE_AFTER_MS;

async function carryOut(tx: Tx, chain: Turn, command: SimCommand, nowMs: number): Promise<void> {
  switch (command.type) {
    case 'blocks': {
      const takeHeldOf = chain.merchantId === null ? 'everybody' : { merchantId: chain.merchantId };
      return mineBlocks(tx, chain, { nowMs, takeHeldOf, count: command.count });
    }
    case 'confirm':
      return confirm(tx, chain, command, nowMs);
    case 'release':
      await setSimState(tx, chain, { txid: command.txid, state: 'waiting' });
      return;
    case 'drop':
      await setSimState(tx, chain, { txid: command.txid, state: 'dropped' });
      return;
    case 'replace':
      return replace(tx, chain, command);
    case 'reorganise': {
      const depth = await depthOf(tx, chain, command.txid);
      if (depth === null) return;
      return reorganise(tx, chain, { depth, leaveOut: [command.txid], nowMs });
    }
    case 'reorganise_depth':
      return reorganise(tx, chain, { depth: command.depth, leaveOut: [], nowMs });
    default:
      throw new Error(`The simulator does not know ${JSON.stringify(command satisfies never)}.`);
  }
}

/** How many blocks a reorganization would replace to take it out; null for none, and for too many. */
async function depthOf(tx: Tx, chain: Chain, txid: string): Promise<number | null> {
  const [transaction] = await simTransactions(tx, chain, [txid]);
  if (transaction?.blockHeight == null) return null;
  const { height } = await lockSimChain(tx, chain);
  const depth = height - transaction.blockHeight + 1;
  return depth > MOST_REORGANISED ? null : depth;
}

/** One block holds the payment, the others come on top. Clock blocks in between are counted. */
async function confirm(
  tx: Tx,
  chain: Chain,
  { txid, confirmations }: Extract<SimCommand, { type: 'confirm' }>,
  nowMs: number,
): Promise<void> {
  await setSimState(tx, chain, { txid, state: 'waiting' });
  const minedAt = async () => (await simTransactions(tx, chain, [txid]))[0]?.blockHeight ?? null;
  if ((await minedAt()) === null) await mineBlocks(tx, chain, { nowMs });
  const blockHeight = await minedAt();
  if (blockHeight === null) return;
  const { height } = await lockSimChain(tx, chain);
  const count = confirmations - (height - blockHeight + 1);
  if (count > 0) await mineBlocks(tx, chain, { nowMs, count });
}

/** The same payment by another transaction that uses the same input or number, as a wallet does that raises the fee. */
async function replace(tx: Tx, chain: Chain, { txid, by }: Extract<SimCommand, { type: 'replace' }>): Promise<void> {
  const [first] = await simTransactions(tx, chain, [txid]);
  if (first === undefined || first.state === 'mined' || first.state === 'dropped') return;
  await sendSimulated(tx, chain, { ...first, txid: by, spends: [...first.spends, newSpend(chain.network)] });
}
