import type { Chain } from '../../db/chain/cursor.ts';
import { createBatches } from '../../db/core/batches.ts';
import { type Outgoing, trackedOutgoing, updateOutgoing } from '../../db/sending/transactions.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { type ChainAccess, type SendingDeps, WATCHED_BLOCKS } from './deps.ts';
import { judgeConflict } from './judge-conflict.ts';
import { HistoryGapError } from './port.ts';
import {
  applyToPayoutsOf,
  coinOf,
  confirmationsOf,
  hasEnoughConfirmations,
  type OutgoingSnapshot,
  recordOutcomes,
  recordSnapshot,
  withLockedOutgoing,
} from './record.ts';
import { type SendingOutcome, sendOutgoing } from './send.ts';

export interface TrackingOptions {
  /** How long a newly signed transaction is left to its workflow to send. */
  readonly graceMs?: number;
  /**
   * The follower's block, from which merchants are shown confirmations: what has come since does not count yet, or a
   * payout would be done with fewer confirmations than it needs.
   */
  readonly followedTo?: number;
}

/**
 * Tracks all our unfinished transactions of a chain: sends those not sent yet, sends vanished ones again, and records
 * what the chain shows. Safe to repeat, to interrupt and to run twice at once; an error in one does not block others.
 * @throws ChainUnavailableError when the node cannot be relied on now: nothing was concluded
 */
export async function trackOutgoing(
  deps: SendingDeps,
  access: ChainAccess,
  { graceMs = 0, followedTo }: TrackingOptions = {},
): Promise<void> {
  const { mode, network } = access.port;
  const chain: Chain = { mode, network };
  const upTo = followedTo ?? (await access.port.tip()).height;
  const tracked = await trackedOutgoing(deps.db, chain, { aboveHeight: upTo - WATCHED_BLOCKS, graceMs });
  if (tracked.length === 0) return;
  const tipHeight = Math.min((await access.port.tip()).height, upTo);
  const blockAt = memoized(async (height) => (await access.port.headerAt(height))?.hash ?? null);
  const errors: unknown[] = [];
  // Outcomes of one block are recorded together, while the next transactions are queried.
  const outcomes = createBatches<OutgoingSnapshot, true>({
    run: async (snapshots) => {
      await recordOutcomes(deps, access, snapshots);
      return snapshots.map(() => true);
    },
    keysOf: ({ outgoing }) => [outgoing.id, ...outgoing.payoutIds],
    max: PAYOUTS_PER_TRANSACTION,
    sizeOf: ({ outgoing }) => outgoing.payoutIds.length,
  });
  const recording: Promise<unknown>[] = [];
  const round: TrackingRound = {
    tipHeight,
    recordOutcome: (snapshot: OutgoingSnapshot) => void recording.push(outcomes.add(snapshot).catch(collectError)),
  };
  function collectError(error: unknown): void {
    errors.push(error);
  }

  for (const outgoing of tracked) {
    try {
      if (!(await isSettled(outgoing, tipHeight, blockAt))) await trackOne(deps, access, outgoing, round);
    } catch (error) {
      collectError(error);
      if (error instanceof ChainUnavailableError && !(error instanceof HistoryGapError)) break;
    }
  }
  await Promise.all(recording);
  const unavailable = errors.find((error) => error instanceof ChainUnavailableError);
  if (unavailable !== undefined) throw unavailable;
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} transactions failed to update.`);
}

/** Roughly how many payouts one database transaction finishes. */
const PAYOUTS_PER_TRANSACTION = 50;

interface TrackingRound {
  readonly tipHeight: number;
  /** Records a final outcome, batched with others. */
  readonly recordOutcome: (snapshot: OutgoingSnapshot) => void;
}

/** True when its block is still on the chain and nothing new can follow. One query covers all payouts of a block. */
async function isSettled(
  { status, block, network }: Outgoing,
  tipHeight: number,
  blockAt: (height: number) => Promise<string | null>,
): Promise<boolean> {
  if (block === null || (status !== 'mined' && status !== 'confirmed')) return false;
  if (status === 'mined' && confirmationsOf(block, tipHeight) >= coinOf(network).confirmations) return false;
  const now = await blockAt(block.height);
  // A node without a block of this height is behind: only another block at that height undoes anything (hazard 10).
  return now === null || now === block.hash;
}

async function trackOne(
  deps: SendingDeps,
  access: ChainAccess,
  outgoing: Outgoing,
  { tipHeight, recordOutcome }: TrackingRound,
): Promise<void> {
  const found = await access.port.transaction(outgoing.txid);
  if (found !== null) {
    const snapshot = { outgoing, found, tipHeight };
    return (await hasEnoughConfirmations(access, snapshot))
      ? recordOutcome(snapshot)
      : recordSnapshot(deps, access, snapshot);
  }
  if (await failExpired(deps, access, outgoing)) return;
  if (outgoing.status === 'replaced') return;
  if ((await resend(deps, access, outgoing)) === 'conflict') await judgeConflict(deps, access, outgoing);
}

/** Fails a transaction that can never be mined; only then may another be signed for the same payment. */
async function failExpired(deps: SendingDeps, access: ChainAccess, outgoing: Outgoing): Promise<boolean> {
  if (!(await access.sending.hasExpired(outgoing))) return false;
  // It may have been mined in between: now that no later block can include it, this second query is final.
  if ((await access.port.transaction(outgoing.txid)) !== null) return true;
  await withLockedOutgoing(deps, outgoing, async (tx, now) => {
    await updateOutgoing(tx, now.id, { status: 'failed', block: null });
    await applyToPayoutsOf(tx, deps, now, { type: 'lapsed' });
  });
  return true;
}

/** Sends a transaction that the chain does not show: after a reorganization, a lost mempool, or when never sent. */
async function resend(deps: SendingDeps, access: ChainAccess, outgoing: Outgoing): Promise<SendingOutcome> {
  if (outgoing.status !== 'mined' && outgoing.status !== 'confirmed') {
    const isBackingOff = outgoing.sendAfterMs !== null && deps.nowMs() < outgoing.sendAfterMs;
    return isBackingOff ? 'refused' : sendOutgoing(deps, access, outgoing);
  }
  await withLockedOutgoing(deps, outgoing, async (tx, now) => {
    if (now.status !== outgoing.status) return;
    await updateOutgoing(tx, now.id, { status: 'sent', block: null });
    if (now.status === 'confirmed') await applyToPayoutsOf(tx, deps, now, { type: 'reorganised' });
  });
  return sendOutgoing(deps, access, { ...outgoing, status: 'sent' });
}

function memoized(query: (height: number) => Promise<string | null>): (height: number) => Promise<string | null> {
  const answers = new Map<number, Promise<string | null>>();
  return (height) => {
    const known = answers.get(height);
    if (known !== undefined) return known;
    const answer = query(height);
    answers.set(height, answer);
    return answer;
  };
}
