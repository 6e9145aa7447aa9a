import type { Chain } from '../../db/chain/cursor.ts';
import { applyPayoutEvent } from '../../db/payouts/apply.ts';
import { bookCost } from '../../db/payouts/costs.ts';
import { isStopped } from '../../db/payouts/emergency-stop.ts';
import {
  allOutgoingOf,
  lockOutgoing,
  moveOutgoing,
  type Outgoing,
  takePlace,
  trackedOutgoing,
} from '../../db/payouts/outgoing.ts';
import { type Db, inTransaction, moneyTransaction, retrying, type Tx } from '../../db/sequelize.ts';
import { gatesOn } from '../../domain/assets.ts';
import { isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import type { ChainPort, FoundTransaction } from '../chain/port.ts';
import type { SendAnswer, SendingPort } from './port.ts';

export interface SendingDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** Called at each step, by name, so that tests can die there. */
  readonly faultPoint?: (name: SendingFaultPoint) => void;
}

export type SendingFaultPoint = 'before_send' | 'after_send' | 'before_confirmed' | 'after_confirmed';

export interface Ways {
  readonly port: Pick<ChainPort, 'mode' | 'network' | 'transaction' | 'tip'>;
  readonly sending: SendingPort;
}

/** A confirmed transaction is looked after for this many blocks: reorganisations have been deeper than any threshold (hazard 2). */
const WATCHED_BLOCKS = 120;

/**
 * Looks after everything of ours that is on its way on a chain: unsent bytes are sent, vanished ones sent again as they are, and what the chain says is
 * written down. May be repeated, interrupted at any point and run twice at once.
 * @throws ChainUnavailable when the node cannot be relied on now: nothing was concluded
 */
export async function trackOutgoing(deps: SendingDeps, ways: Ways): Promise<void> {
  const chain = chainOf(ways);
  const tip = await ways.port.tip();
  for (const outgoing of await trackedOutgoing(deps.db, chain, tip.height - WATCHED_BLOCKS)) {
    const found = await ways.port.transaction(outgoing.txid);
    if (found !== null) await record(deps, ways, { outgoing, found, tipHeight: tip.height });
    else if (outgoing.status !== 'replaced') await resend(deps, ways, outgoing);
  }
}

/**
 * Sends stored bytes and writes down that a node has them. For the first time or again: the bytes are the same, so the chain takes them once (hazard 47).
 * @throws ChainUnavailable when the outcome is unknown
 */
export async function sendOutgoing(deps: SendingDeps, ways: Ways, outgoing: Outgoing): Promise<SendAnswer | 'stopped'> {
  const chain = chainOf(ways);
  if (await inTransaction(deps.db, (tx) => isStopped(tx, chain))) return 'stopped';
  deps.faultPoint?.('before_send');
  const answer = await ways.sending.send(outgoing.raw);
  deps.faultPoint?.('after_send');
  if (answer.kind === 'accepted') {
    const seenBefore = outgoing.status !== 'signed';
    await move(deps, outgoing, async (tx, now) => {
      if (now.status === 'confirmed') return;
      await moveOutgoing(tx, now.id, { status: 'sent', blockHeight: null });
      await tell(tx, deps, now, { type: seenBefore ? 'sent_again' : 'sent' });
    });
    return answer;
  }
  // Its inputs or its number are taken: by itself, by one of ours that it replaces, or by somebody else (hazard 49).
  if (await isAnyOnChain(deps, ways, outgoing)) return { kind: 'accepted' };
  const reason = answer.kind === 'conflict' ? 'transaction_conflict' : 'transaction_refused';
  await move(deps, outgoing, (tx, now) => tell(tx, deps, now, { type: 'failed', reason }));
  return answer;
}

async function isAnyOnChain(deps: SendingDeps, { port }: Ways, outgoing: Outgoing): Promise<boolean> {
  for (const payoutId of outgoing.payoutIds) {
    for (const { txid } of await allOutgoingOf(deps.db, payoutId)) {
      if ((await port.transaction(txid)) !== null) return true;
    }
  }
  return false;
}

/** It was there, or should have been, and is not: a reorganisation, a node that lost its mempool, or bytes that nobody sent yet. */
async function resend(deps: SendingDeps, ways: Ways, outgoing: Outgoing): Promise<void> {
  if (outgoing.status === 'confirmed') {
    await move(deps, outgoing, async (tx, now) => {
      if (now.status !== 'confirmed') return;
      await moveOutgoing(tx, now.id, { status: 'sent', blockHeight: null });
      await tell(tx, deps, now, { type: 'reorganised' });
    });
  }
  await sendOutgoing(deps, ways, { ...outgoing, status: outgoing.status === 'signed' ? 'signed' : 'sent' });
}

interface Sight {
  readonly outgoing: Outgoing;
  readonly found: FoundTransaction;
  readonly tipHeight: number;
}

async function record(deps: SendingDeps, ways: Ways, { outgoing, found, tipHeight }: Sight): Promise<void> {
  const { block } = found;
  if (block === null) return recordWaiting(deps, outgoing);
  const [coin] = gatesOn(outgoing.network);
  if (coin === undefined) throw new Error(`${outgoing.network} has no coin.`);
  const confirmed = tipHeight - block.height + 1 >= coin.confirmations;
  if (!confirmed) return recordMined(deps, outgoing, block.height);
  if (outgoing.status === 'confirmed' && outgoing.blockHeight === block.height) return;
  const paidFeeMinor = (await ways.sending.paidFee(outgoing.txid)) ?? outgoing.feeMinor;
  deps.faultPoint?.('before_confirmed');
  await move(deps, outgoing, async (tx, now) => {
    await bookCost(tx, { outgoing: now, coin, paidFeeMinor });
    if (found.failed) {
      await moveOutgoing(tx, now.id, { status: 'failed', blockHeight: block.height, paidFeeMinor });
      await tell(tx, deps, now, { type: 'failed', reason: 'transaction_failed' });
      return;
    }
    await moveOutgoing(tx, now.id, { status: 'confirmed', blockHeight: block.height, paidFeeMinor });
    await takePlace(tx, now.id);
    await tell(tx, deps, now, { type: 'confirmed' });
  });
  deps.faultPoint?.('after_confirmed');
}

async function recordWaiting(deps: SendingDeps, outgoing: Outgoing): Promise<void> {
  if (outgoing.status === 'sent' || outgoing.status === 'replaced') return;
  await move(deps, outgoing, async (tx, now) => {
    await moveOutgoing(tx, now.id, { status: 'sent', blockHeight: null });
    await tell(tx, deps, now, { type: now.status === 'confirmed' ? 'reorganised' : 'sent' });
  });
}

async function recordMined(deps: SendingDeps, outgoing: Outgoing, blockHeight: number): Promise<void> {
  if (outgoing.status === 'mined' && outgoing.blockHeight === blockHeight) return;
  await move(deps, outgoing, async (tx, now) => {
    // One that was replaced and is mined all the same is told once it is sure.
    if (now.status === 'replaced') return;
    await moveOutgoing(tx, now.id, { status: 'mined', blockHeight });
    await tell(tx, deps, now, { type: now.status === 'confirmed' ? 'reorganised' : 'sent' });
  });
}

/** One transaction with our transaction's row locked, as it is by then. */
function move(deps: SendingDeps, { id }: Outgoing, work: (tx: Tx, now: Outgoing) => Promise<void>): Promise<void> {
  return retrying(() => moneyTransaction(deps.db, async (tx) => work(tx, await lockOutgoing(tx, id))));
}

/** Tells every payout that the transaction pays, and no other (hazard 53). A status that does not take the event has moved on. */
async function tell(tx: Tx, deps: SendingDeps, { payoutIds, txid }: Outgoing, event: PayoutEvent): Promise<void> {
  const nowMs = deps.nowMs();
  for (const payoutId of payoutIds) {
    try {
      await applyPayoutEvent(tx, { payoutId, event, cause: `${txid}:${event.type}:${newId(nowMs)}`, nowMs });
    } catch (error) {
      if (!isDomainError(error, 'illegal_transition')) throw error;
    }
  }
}

function chainOf({ port }: Ways): Chain {
  return { mode: port.mode, network: port.network };
}
