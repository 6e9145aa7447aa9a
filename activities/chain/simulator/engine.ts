import type { Chain } from '../../../db/chain/cursor.ts';
import { type Db, inTransaction, retrying, type Tx } from '../../../db/sequelize.ts';
import {
  chainsWithWork,
  ensureSimChain,
  lockSimChain,
  mineBlock,
  reorganise,
  setClock,
  tellAfterCommit,
} from '../../../db/simulator/chain.ts';
import type { SimCommand } from '../../../db/simulator/commands.ts';
import { dueCommands, finishCommand, nextDueMs } from '../../../db/simulator/due-commands.ts';
import { newSpend, sendSimulated, setSimState, simTransactions } from '../../../db/simulator/transactions.ts';
import type { Mode, Network } from '../../../domain/assets.ts';

export interface SimulatorDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** Seconds between blocks of every chain; 0: only when asked for. */
  readonly blockSeconds: number;
  readonly chains: readonly { readonly mode: Mode; readonly network: Network }[];
}

/**
 * Makes the simulated chains and sets their clocks, each a little later than the one before, so that blocks do not come all at once. The clock starts again from
 * now: blocks that were missed while nothing ran are not made up for.
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
 * Does what is due: commands in their order, then a block of the clock. One transaction per chain, with the chain locked, so that two simulators
 * take turns.
 *
 * @returns when something is due next; null when nothing is planned
 */
export async function runSimulator(deps: SimulatorDeps): Promise<number | null> {
  for (const { clock, ...chain } of await chainsWithWork(deps.db, deps.nowMs())) {
    await retrying(() => inTransaction(deps.db, (tx) => workOn(tx, deps, chain, clock)));
  }
  return inTransaction(deps.db, nextDueMs);
}

async function workOn(tx: Tx, deps: SimulatorDeps, chain: Chain, clock: boolean): Promise<void> {
  await lockSimChain(tx, chain);
  const nowMs = deps.nowMs();
  for (const { id, command } of await dueCommands(tx, chain, nowMs)) {
    await carryOut(tx, chain, command, nowMs);
    await finishCommand(tx, id);
  }
  if (clock) {
    await mineBlock(tx, chain, { nowMs, takeHeld: false });
    await setClock(tx, chain, deps.blockSeconds === 0 ? null : nowMs + deps.blockSeconds * 1_000);
  }
  tellAfterCommit(tx, chain);
}

async function carryOut(tx: Tx, chain: Chain, command: SimCommand, nowMs: number): Promise<void> {
  switch (command.type) {
    case 'blocks':
      for (let made = 0; made < command.count; made += 1) await mineBlock(tx, chain, { nowMs, takeHeld: true });
      return;
    case 'confirm':
      return confirm(tx, chain, command, nowMs);
    case 'drop':
      await setSimState(tx, chain, { txid: command.txid, state: 'dropped' });
      return;
    case 'replace':
      return replace(tx, chain, command);
    case 'reorganise': {
      const [transaction] = await simTransactions(tx, chain, [command.txid]);
      if (transaction?.blockHeight == null) return;
      const { height } = await lockSimChain(tx, chain);
      return reorganise(tx, chain, { depth: height - transaction.blockHeight + 1, leaveOut: [command.txid], nowMs });
    }
    case 'reorganise_depth':
      return reorganise(tx, chain, { depth: command.depth, leaveOut: [], nowMs });
    default:
      throw new Error(`The simulator does not know ${JSON.stringify(command satisfies never)}.`);
  }
}

/** One block holds the payment, the others come on top. Clock blocks in between are counted. */
async function confirm(
  tx: Tx,
  chain: Chain,
  { txid, confirmations }: Extract<SimCommand, { type: 'confirm' }>,
  nowMs: number,
): Promise<void> {
  await setSimState(tx, chain, { txid, state: 'waiting' });
  for (let made = 0; made <= confirmations; made += 1) {
    const [transaction] = await simTransactions(tx, chain, [txid]);
    const { height } = await lockSimChain(tx, chain);
    if (transaction?.blockHeight != null && height - transaction.blockHeight + 1 >= confirmations) return;
    await mineBlock(tx, chain, { nowMs, takeHeld: false });
  }
}

/** The same payment by another transaction that uses the same input or number, as a wallet does that raises the fee. */
async function replace(tx: Tx, chain: Chain, { txid, by }: Extract<SimCommand, { type: 'replace' }>): Promise<void> {
  const [first] = await simTransactions(tx, chain, [txid]);
  if (first === undefined || first.state === 'mined' || first.state === 'dropped') return;
  await sendSimulated(tx, chain, { ...first, txid: by, spends: [...first.spends, newSpend(chain.network)] });
}
