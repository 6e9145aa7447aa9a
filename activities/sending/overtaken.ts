import { releaseUntaken } from '../../db/outgoing/coins.ts';
import { markOvertaken, moveOutgoing, type Outgoing, rivalsOf } from '../../db/outgoing/transactions.ts';
import type { Tx } from '../../db/sequelize.ts';
import { type SendingDeps, WATCHED_BLOCKS, type Ways } from './deps.ts';
import { move, tell } from './record.ts';

/**
 * Looks whether a transaction that conflicts can never be mined any more, and with it none of those it shares what it
 * spends with (hazard 50). The block that showed it first is written down; once it is deep enough on the best chain,
 * and all of them are still not to be found, they are given up: their payouts are errors, held, for an operator to
 * retry or to resolve as unpaid, and the coins that nobody took are free again.
 * @throws ChainUnavailable when the node cannot be relied on now: nothing was concluded
 */
export async function judgeConflict(deps: SendingDeps, ways: Ways, outgoing: Outgoing): Promise<void> {
  const tip = await ways.port.tip();
  const rivals = (await rivalsOf(deps.db, outgoing.id)).filter(({ status }) => status !== 'failed');
  const taken = await takenFromAll(ways, rivals);
  // What was answered belongs to the block that was the best one before and after.
  if ((await ways.port.tip()).hash !== tip.hash) return;
  const since = outgoing.overtakenAt;
  if (taken === null) {
    if (since !== null) await markOvertaken(deps.db, outgoing.id, null);
    return;
  }
  if (since === null || (await ways.port.headerAt(since.height))?.hash !== since.hash) {
    await markOvertaken(deps.db, outgoing.id, tip);
    return;
  }
  if (tip.height - since.height >= WATCHED_BLOCKS) await giveUp(deps, outgoing, { rivals, taken });
}

/** What others have of them; null while one of them is there or may still be mined. */
async function takenFromAll(ways: Ways, rivals: readonly Outgoing[]): Promise<ReadonlySet<string> | null> {
  const all = new Set<string>();
  for (const rival of rivals) {
    const taken = await ways.sending.takenFrom(rival);
    if (taken.length === 0 || (await ways.port.transaction(rival.txid)) !== null) return null;
    for (const spend of taken) all.add(spend);
  }
  return all;
}

interface Overtaken {
  readonly rivals: readonly Outgoing[];
  readonly taken: ReadonlySet<string>;
}

async function giveUp(deps: SendingDeps, outgoing: Outgoing, { rivals, taken }: Overtaken): Promise<void> {
  await move(deps, outgoing, async (tx, now) => {
    if (now.status !== 'signed' && now.status !== 'sent') return;
    if (!(await areAll(tx, outgoing, rivals))) return;
    for (const { id } of rivals) await moveOutgoing(tx, id, { status: 'failed', block: null });
    await releaseUntaken(tx, outgoing.id, [...taken]);
    await tell(tx, deps, now, { type: 'failed', reason: 'transaction_conflict' });
  });
}

/** True when nothing was signed since the chain was asked, and nothing of it was found. */
async function areAll(tx: Tx, { id }: Outgoing, rivals: readonly Outgoing[]): Promise<boolean> {
  const states = (all: readonly Outgoing[]) => all.map((each) => `${each.txid}:${each.status}`).join();
  const now = (await rivalsOf(tx, id)).filter(({ status }) => status !== 'failed');
  return states(now) === states(rivals);
}
