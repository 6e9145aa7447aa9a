import { applyPayoutEvent } from '../../db/payouts/apply.ts';
import { bookCost } from '../../db/payouts/costs.ts';
import { endRivals, lockOutgoing, moveOutgoing, type Outgoing, takePlace } from '../../db/payouts/outgoing.ts';
import { lockVersions } from '../../db/payouts/read.ts';
import { moneyTransaction, retrying, type Tx } from '../../db/sequelize.ts';
import { type CryptoGate, gatesOn, type Network } from '../../domain/assets.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import type { BlockRef, FoundTransaction } from '../chain/port.ts';
import type { SendingDeps, Ways } from './deps.ts';

/** A transaction of ours as the chain shows it now. */
export interface Sight {
  readonly outgoing: Outgoing;
  readonly found: FoundTransaction;
  readonly tipHeight: number;
}

/** Writes down what the chain says of a transaction, and tells its payouts. The same again changes nothing. */
export async function recordSight(deps: SendingDeps, ways: Ways, { outgoing, found, tipHeight }: Sight): Promise<void> {
  const { block } = found;
  if (block === null) return recordWaiting(deps, outgoing);
  if (confirmationsOf(block, tipHeight) < coinOf(outgoing.network).confirmations || !(await isSolid(ways, block))) {
    return recordMined(deps, outgoing, block);
  }
  const paidFeeMinor = (await ways.sending.paidFee(outgoing.txid)) ?? outgoing.feeMinor;
  deps.faultPoint?.('before_confirmed');
  await move(deps, outgoing, async (tx, now) => {
    await bookCost(tx, { outgoing: now, coin: coinOf(now.network), paidFeeMinor });
    const status = found.failed ? 'failed' : 'confirmed';
    await moveOutgoing(tx, now.id, { status, block, paidFeeMinor });
    if (found.failed) await endRivals(tx, now.id);
    else await takePlace(tx, now.id);
    await tell(tx, deps, now, found.failed ? { type: 'failed', reason: 'transaction_failed' } : { type: 'confirmed' });
  });
  deps.faultPoint?.('after_confirmed');
}

/** On TRON confirmations alone are no safety: a block counts once enough producers have built on it (hazards 35, 37). */
async function isSolid({ port }: Ways, { height }: BlockRef): Promise<boolean> {
  if (port.network !== 'TRON') return true;
  const solid = await port.finalizedHeight();
  return solid === null || height <= solid;
}

export function confirmationsOf({ height }: Pick<BlockRef, 'height'>, tipHeight: number): number {
  return tipHeight - height + 1;
}

export function coinOf(network: Network): CryptoGate {
  const [coin] = gatesOn(network);
  if (coin === undefined) throw new Error(`${network} has no coin.`);
  return coin;
}

/** One transaction with our transaction's row locked, as it is by then. */
export function move(
  deps: SendingDeps,
  { id }: Outgoing,
  work: (tx: Tx, now: Outgoing) => Promise<void>,
): Promise<void> {
  return retrying(() => moneyTransaction(deps.db, async (tx) => work(tx, await lockOutgoing(tx, id))));
}

/**
 * Tells every payout that the transaction pays, and no other (hazard 53). A payout whose status does not take the event has moved on, and stays what it is
 * (hazard 52).
 */
export async function tell(
  tx: Tx,
  deps: SendingDeps,
  { payoutIds, txid }: Outgoing,
  event: PayoutEvent,
): Promise<void> {
  const nowMs = deps.nowMs();
  const byWorkflow = deps.askedByWorkflow === true && payoutIds.length === 1;
  for (const { id: payoutId, version } of await lockVersions(tx, payoutIds)) {
    try {
      // Told again while nothing has changed, it is the same step.
      const cause = `${txid}:${event.type}:${version}`;
      await applyPayoutEvent(tx, { payoutId, event, cause, nowMs, byWorkflow });
    } catch (error) {
      if (!isDomainError(error, 'illegal_transition')) throw error;
    }
  }
}

async function recordWaiting(deps: SendingDeps, outgoing: Outgoing): Promise<void> {
  if (outgoing.status === 'sent' || outgoing.status === 'replaced') return;
  await move(deps, outgoing, async (tx, now) => {
    if (now.status === 'replaced' || now.status === 'failed') return;
    await moveOutgoing(tx, now.id, { status: 'sent', block: null });
    await tell(tx, deps, now, { type: now.status === 'confirmed' ? 'reorganised' : 'sent' });
  });
}

async function recordMined(deps: SendingDeps, outgoing: Outgoing, block: BlockRef): Promise<void> {
  if (outgoing.status === 'mined' && outgoing.block?.hash === block.hash) return;
  await move(deps, outgoing, async (tx, now) => {
    // One whose place was taken and that is mined all the same is told once it is sure.
    if (now.status === 'replaced' || now.status === 'failed') return;
    await moveOutgoing(tx, now.id, { status: 'mined', block });
    await tell(tx, deps, now, { type: now.status === 'confirmed' ? 'reorganised' : 'sent' });
  });
}
