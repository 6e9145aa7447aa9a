import { lockForEnds } from '../../db/ledger/resolve.ts';
import { postTransfers } from '../../db/ledger/transfers.ts';
import { unbookedCosts } from '../../db/outgoing/costs.ts';
import {
  contestedAmong,
  endRivals,
  lockOutgoing,
  lockOutgoings,
  moveOutgoing,
  moveOutgoings,
  type Outgoing,
  takePlace,
} from '../../db/outgoing/transactions.ts';
import { holdKeysOf } from '../../db/payouts/holds.ts';
import { payoutProcess } from '../../db/payouts/process.ts';
import { lockVersions } from '../../db/payouts/read.ts';
import { applySteps } from '../../db/process/apply.ts';
import { moneyTransaction, retrying, type Tx } from '../../db/sequelize.ts';
import { type CryptoGate, gatesOn, type Network } from '../../domain/assets.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import type { PayoutWatch } from '../../domain/state/payout-watch.ts';
import type { BlockRef, FoundTransaction } from '../chain/port.ts';
import type { SendingDeps, Ways } from './deps.ts';

/** A transaction of ours as the chain shows it now. */
export interface Sight {
  readonly outgoing: Outgoing;
  readonly found: FoundTransaction;
  readonly tipHeight: number;
}

/** Writes down what the chain says of a transaction, and tells its payouts. The same again changes nothing. */
export async function recordSight(deps: SendingDeps, ways: Ways, sight: Sight): Promise<void> {
  const { outgoing, found } = sight;
  if (found.block === null) return recordWaiting(deps, outgoing);
  if (!(await isSure(ways, sight))) return recordMined(deps, outgoing, found.block);
  await recordEnds(deps, ways, [sight]);
}

/** True once the transaction is at its confirmations: the chain has decided for it. */
export async function isSure(ways: Ways, { outgoing, found: { block }, tipHeight }: Sight): Promise<boolean> {
  if (block === null || confirmationsOf(block, tipHeight) < coinOf(outgoing.network).confirmations) return false;
  return isSolid(ways, block);
}

/**
 * Writes down what became of transactions that are sure, together: what they cost, that nothing else can pay their
 * payouts, and the end of these.
 */
export async function recordEnds(deps: SendingDeps, ways: Ways, sights: readonly Sight[]): Promise<void> {
  const fees = new Map<string, bigint>();
  for (const { outgoing } of sights) {
    fees.set(outgoing.id, (await ways.sending.paidFee(outgoing.txid)) ?? outgoing.feeMinor);
  }
  const seen = new Map(sights.map(({ outgoing, found }) => [outgoing.id, found]));
  deps.faultPoint?.('before_confirmed');
  await retrying(() =>
    moneyTransaction(deps.db, async (tx) => {
      const ends = (await lockOutgoings(tx, [...seen.keys()])).flatMap((outgoing): End[] => {
        const found = seen.get(outgoing.id);
        const paidFeeMinor = fees.get(outgoing.id) ?? outgoing.feeMinor;
        return found === undefined ? [] : [{ outgoing, found, paidFeeMinor }];
      });
      await bookEnds(tx, ends);
      await tellAll(
        tx,
        deps,
        ends.map(({ outgoing, found: { failed } }) => ({
          outgoing,
          event: failed ? { type: 'failed', reason: 'transaction_failed' } : { type: 'confirmed' },
        })),
      );
    }),
  );
  deps.faultPoint?.('after_confirmed');
}

interface End {
  readonly outgoing: Outgoing;
  readonly found: FoundTransaction;
  readonly paidFeeMinor: bigint;
}

/** Costs and places. Payouts are locked before balances, and these in one order with those of the holds that end. */
async function bookEnds(tx: Tx, ends: readonly End[]): Promise<void> {
  const payoutIds = ends.flatMap(({ outgoing }) => outgoing.payoutIds);
  await lockVersions(tx, payoutIds);
  const costs = await unbookedCosts(
    tx,
    ends.map((end) => ({ ...end, coin: coinOf(end.outgoing.network) })),
  );
  // Asked before anything moves: that one was replaced is told by its status.
  const contested = new Set(
    await contestedAmong(
      tx,
      ends.map(({ outgoing }) => outgoing.id),
    ),
  );
  await lockForEnds(tx, holdKeysOf(payoutIds), costs);
  await postTransfers(tx, costs);
  await moveOutgoings(
    tx,
    ends.map(({ outgoing: { id }, found: { block, failed }, paidFeeMinor }) => ({
      ...{ id, block, paidFeeMinor },
      status: failed ? 'failed' : 'confirmed',
    })),
  );
  for (const { outgoing, found } of ends) {
    if (!contested.has(outgoing.id)) continue;
    await (found.failed ? endRivals : takePlace)(tx, outgoing.id);
  }
}

/**
 * On TRON confirmations alone are no safety: a block counts once enough producers have built on it (hazards 35, 37).
 */
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
 * Tells every payout that the transaction pays, and no other (hazard 53). A payout whose status does not take the event
 * has moved on, and stays what it is (hazard 52).
 */
export async function tell(tx: Tx, deps: SendingDeps, outgoing: Outgoing, event: PayoutEvent): Promise<void> {
  await tellAll(tx, deps, [{ outgoing, event }]);
}

/** What happened to the payouts of a transaction. */
export interface Telling {
  readonly outgoing: Outgoing;
  readonly event: PayoutEvent;
}

/**
 * {@link tell} for several transactions that share no payout. @returns the payouts as they are then, but for those that
 * did not take the event
 */
export async function tellAll(
  tx: Tx,
  deps: SendingDeps,
  tellings: readonly Telling[],
): Promise<ReadonlyMap<string, PayoutWatch>> {
  const nowMs = deps.nowMs();
  const locked = await lockVersions(
    tx,
    tellings.flatMap(({ outgoing }) => outgoing.payoutIds),
  );
  const versions = new Map(locked.map(({ id, version }) => [id, version]));
  const steps = tellings.flatMap(({ outgoing: { payoutIds, txid }, event }) =>
    payoutIds.map((payoutId) => ({
      ...{ id: payoutId, event, nowMs },
      // Told again while nothing has changed, it is the same step.
      cause: `${txid}:${event.type}:${versions.get(payoutId)}`,
      byWorkflow: deps.askedByWorkflow === true && payoutIds.length === 1,
    })),
  );
  const watches = new Map<string, PayoutWatch>();
  for (const [index, { answer, refused }] of (await applySteps(tx, payoutProcess, steps)).entries()) {
    if (refused !== undefined && refused.code !== 'illegal_transition') throw refused;
    if (answer !== undefined) watches.set(steps[index]?.id ?? '', answer.watch);
  }
  return watches;
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
