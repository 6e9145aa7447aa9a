import { createBatches } from '../../db/batches.ts';
import type { Chain } from '../../db/chain/cursor.ts';
import { moveOutgoing, type Outgoing, trackedOutgoing } from '../../db/outgoing/transactions.ts';
import { ChainUnavailable } from '../chain/port.ts';
import { type SendingDeps, WATCHED_BLOCKS, type Ways } from './deps.ts';
import { judgeConflict } from './overtaken.ts';
import { HistoryGap } from './port.ts';
import { coinOf, confirmationsOf, isSure, move, recordEnds, recordSight, type Sight, tell } from './record.ts';
import { type SendingOutcome, sendOutgoing } from './send.ts';

/**
 * Looks after everything of ours that is on its way on a chain: unsent bytes are sent, vanished ones sent again as they
 * are, and what the chain says is written down. May be repeated, interrupted at any point and run twice at once. What
 * goes wrong with one transaction holds up no other.
 * @param graceMs for how long what was signed is left to whoever asked for it
 * @throws ChainUnavailable when the node cannot be relied on now: nothing was concluded
 */
export async function trackOutgoing(deps: SendingDeps, ways: Ways, graceMs = 0): Promise<void> {
  const { mode, network } = ways.port;
  const chain: Chain = { mode, network };
  const tip = await ways.port.tip();
  const blockAt = remembering(async (height) => (await ways.port.headerAt(height))?.hash ?? null);
  const troubles: unknown[] = [];
  // Those of a block are written down together, while the next ones are asked about.
  const ends = createBatches<Sight, true>({
    run: async (sights) => {
      await recordEnds(deps, ways, sights);
      return sights.map(() => true);
    },
    keysOf: ({ outgoing }) => [outgoing.id, ...outgoing.payoutIds],
    max: ENDS_AT_ONCE,
    sizeOf: ({ outgoing }) => outgoing.payoutIds.length,
  });
  const ending: Promise<unknown>[] = [];
  const look = { tipHeight: tip.height, end: (sight: Sight) => void ending.push(ends.add(sight).catch(noteTrouble)) };
  function noteTrouble(error: unknown): void {
    troubles.push(error);
  }

  for (const outgoing of await trackedOutgoing(deps.db, chain, { aboveHeight: tip.height - WATCHED_BLOCKS, graceMs })) {
    try {
      if (!(await isSettled(outgoing, tip.height, blockAt))) await lookAfter(deps, ways, outgoing, look);
    } catch (error) {
      noteTrouble(error);
      if (error instanceof ChainUnavailable && !(error instanceof HistoryGap)) break;
    }
  }
  await Promise.all(ending);
  const unavailable = troubles.find((error) => error instanceof ChainUnavailable);
  if (unavailable !== undefined) throw unavailable;
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} transactions failed to update.`);
}

/** Payouts that end in one transaction, about. */
const ENDS_AT_ONCE = 50;

interface Look {
  readonly tipHeight: number;
  /** Has what is sure written down, with others. */
  readonly end: (sight: Sight) => void;
}

/**
 * Nothing can be new of it: its block is still there, and has no more to say. A whole block of payouts is asked about
 * in one call.
 */
async function isSettled(
  { status, block, network }: Outgoing,
  tipHeight: number,
  blockAt: (height: number) => Promise<string | null>,
): Promise<boolean> {
  if (block === null || (status !== 'mined' && status !== 'confirmed')) return false;
  if (status === 'mined' && confirmationsOf(block, tipHeight) >= coinOf(network).confirmations) return false;
  const now = await blockAt(block.height);
  // A node without a block of this height is behind: only another block in its place undoes anything (hazard 10).
  return now === null || now === block.hash;
}

async function lookAfter(deps: SendingDeps, ways: Ways, outgoing: Outgoing, { tipHeight, end }: Look): Promise<void> {
  const found = await ways.port.transaction(outgoing.txid);
  if (found !== null) {
    const sight = { outgoing, found, tipHeight };
    return (await isSure(ways, sight)) ? end(sight) : recordSight(deps, ways, sight);
  }
  if (await lapse(deps, ways, outgoing)) return;
  if (outgoing.status === 'replaced') return;
  if ((await resend(deps, ways, outgoing)) === 'conflict') await judgeConflict(deps, ways, outgoing);
}

/**
 * Gives up bytes that can never be mined any more; only then another transaction may be signed for the same payment.
 */
async function lapse(deps: SendingDeps, ways: Ways, outgoing: Outgoing): Promise<boolean> {
  if (!(await ways.sending.hasLapsed(outgoing))) return false;
  // It may have been mined between the look and the question: now that no block can take it any more, a look is final.
  if ((await ways.port.transaction(outgoing.txid)) !== null) return true;
  await move(deps, outgoing, async (tx, now) => {
    await moveOutgoing(tx, now.id, { status: 'failed', block: null });
    await tell(tx, deps, now, { type: 'lapsed' });
  });
  return true;
}

/**
 * It was there, or should have been, and is not: a reorganisation, a node that lost its mempool, or bytes that nobody
 * sent yet.
 */
async function resend(deps: SendingDeps, ways: Ways, outgoing: Outgoing): Promise<SendingOutcome> {
  if (outgoing.status !== 'mined' && outgoing.status !== 'confirmed') {
    const isResting = outgoing.sendAfterMs !== null && deps.nowMs() < outgoing.sendAfterMs;
    return isResting ? 'refused' : sendOutgoing(deps, ways, outgoing);
  }
  await move(deps, outgoing, async (tx, now) => {
    if (now.status !== outgoing.status) return;
    await moveOutgoing(tx, now.id, { status: 'sent', block: null });
    if (now.status === 'confirmed') await tell(tx, deps, now, { type: 'reorganised' });
  });
  return sendOutgoing(deps, ways, { ...outgoing, status: 'sent' });
}

function remembering(ask: (height: number) => Promise<string | null>): (height: number) => Promise<string | null> {
  const answers = new Map<number, Promise<string | null>>();
  return (height) => {
    const known = answers.get(height);
    if (known !== undefined) return known;
    const answer = ask(height);
    answers.set(height, answer);
    return answer;
  };
}
