import { moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { lockForEnds } from '../../db/ledger/resolve.ts';
import { postTransfers } from '../../db/ledger/transfers.ts';
import { holdKeysOf } from '../../db/outflows/holds.ts';
import { type PayoutKind, payoutProcess } from '../../db/payouts/process.ts';
import { lockVersions } from '../../db/payouts/read.ts';
import { applySteps } from '../../db/process/apply.ts';
import type { StepOf } from '../../db/process/define.ts';
import { canceledPayouts } from '../../db/sending/cancellations.ts';
import { unbookedCosts, undoneCosts } from '../../db/sending/costs.ts';
import {
  failConflicting,
  listConflicted,
  lockOutgoing,
  lockOutgoings,
  makeSolePayment,
  type Outgoing,
  updateOutgoing,
  updateOutgoings,
} from '../../db/sending/transactions.ts';
import { type CryptoGate, gatesOn, type Network } from '../../domain/assets/assets.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import type { PayoutSnapshot } from '../../domain/state/payout-snapshot.ts';
import type { BlockRef, FoundTransaction } from '../chain/port.ts';
import type { ChainAccess, SendingDeps } from './deps.ts';

/** A transaction of the gateway as the chain shows it now. */
export interface OutgoingSnapshot {
  readonly outgoing: Outgoing;
  readonly found: FoundTransaction;
  readonly tipHeight: number;
}

/** Records what the chain shows of a transaction and updates its payouts. Idempotent. */
export async function recordSnapshot(
  deps: SendingDeps,
  access: ChainAccess,
  snapshot: OutgoingSnapshot,
): Promise<void> {
  const { outgoing, found } = snapshot;
  if (found.block === null) return recordUnmined(deps, outgoing);
  if (!(await hasEnoughConfirmations(access, snapshot))) return recordMined(deps, outgoing, found.block);
  await recordOutcomes(deps, access, [snapshot]);
}

/** True once the transaction has the confirmations that its network requires. */
export async function hasEnoughConfirmations(
  access: ChainAccess,
  { outgoing, found: { block }, tipHeight }: OutgoingSnapshot,
): Promise<boolean> {
  if (block === null || confirmationsOf(block, tipHeight) < coinOf(outgoing.network).confirmations) return false;
  return isSolid(access, { block, kind: outgoing.kind });
}

/** Records confirmed transactions together: books their cost, fails conflicting ones and finishes their payouts. */
export async function recordOutcomes(
  deps: SendingDeps,
  access: ChainAccess,
  snapshots: readonly OutgoingSnapshot[],
): Promise<void> {
  const fees = new Map<string, bigint>();
  for (const { outgoing } of snapshots) {
    fees.set(outgoing.id, (await access.sending.paidFee(outgoing.txid)) ?? outgoing.feeMinor);
  }
  const seen = new Map(snapshots.map(({ outgoing, found }) => [outgoing.id, found]));
  deps.faultPoint?.('before_confirmed');
  await retrying(() =>
    moneyTransaction(deps.db, async (tx) => {
      const locked = await lockOutgoings(tx, [...seen.keys()]);
      const canceled = await canceledPayouts(tx, locked);
      const ends = locked.flatMap((outgoing): Outcome[] => {
        const found = seen.get(outgoing.id);
        const paidFeeMinor = fees.get(outgoing.id) ?? outgoing.feeMinor;
        const payoutIds = canceled.get(outgoing.id) ?? outgoing.payoutIds;
        return found === undefined ? [] : [{ outgoing: { ...outgoing, payoutIds }, found, paidFeeMinor }];
      });
      await bookOutcomes(tx, ends);
      await applyToPayouts(
        tx,
        deps,
        ends.map(({ outgoing, found }) => ({ outgoing, event: outcomeFor(outgoing, found) })),
      );
    }),
  );
  deps.faultPoint?.('after_confirmed');
}

/** A cancellation has used what the payment needs: no block can include the payment any more. */
function outcomeFor({ kind }: Outgoing, { failed }: FoundTransaction): PayoutEvent {
  if (kind === 'cancellation') return { type: 'lapsed' };
  return failed ? { type: 'failed', reason: 'transaction_failed' } : { type: 'confirmed' };
}

interface Outcome {
  /** For a cancellation with the payouts that it cancels. */
  readonly outgoing: Outgoing;
  readonly found: FoundTransaction;
  readonly paidFeeMinor: bigint;
}

/** Payouts are locked before balances; costs and released holds lock balances in one common order. */
async function bookOutcomes(tx: Tx, ends: readonly Outcome[]): Promise<void> {
  const payoutIds = ends.flatMap(({ outgoing }) => outgoing.payoutIds);
  await lockVersions(tx, payoutIds);
  const costs = await unbookedCosts(
    tx,
    ends.map((end) => ({ ...end, coin: coinOf(end.outgoing.network) })),
  );
  // Read before the updates below overwrite the status `replaced`.
  const conflicted = new Set(
    await listConflicted(
      tx,
      ends.map(({ outgoing }) => outgoing.id),
    ),
  );
  await lockForEnds(tx, holdKeysOf(payoutIds), costs);
  await postTransfers(tx, costs);
  await updateOutgoings(
    tx,
    ends.map(({ outgoing: { id }, found: { block, failed }, paidFeeMinor }) => ({
      id,
      block,
      paidFeeMinor,
      status: failed ? 'failed' : 'confirmed',
    })),
  );
  for (const { outgoing, found } of ends) {
    if (!conflicted.has(outgoing.id)) continue;
    const undone = await (found.failed ? failConflicting : makeSolePayment)(tx, outgoing.id);
    const coin = coinOf(outgoing.network);
    await postTransfers(
      tx,
      undoneCosts(undone.map(({ paidFeeMinor, ...lost }) => ({ outgoing: lost, coin, paidFeeMinor }))),
    );
  }
}

/**
 * On TRON confirmations are not enough: a block counts once enough producers have built on it (hazards 35, 37). After a
 * cancellation another transaction pays, with another number: the block must be final, or both payments could be mined.
 */
async function isSolid(
  { port }: ChainAccess,
  { block, kind }: { readonly block: BlockRef; readonly kind: Outgoing['kind'] },
): Promise<boolean> {
  if (port.network !== 'TRON' && kind !== 'cancellation') return true;
  const solid = await port.finalizedHeight();
  return solid === null || block.height <= solid;
}

export function confirmationsOf({ height }: Pick<BlockRef, 'height'>, tipHeight: number): number {
  return tipHeight - height + 1;
}

export function coinOf(network: Network): CryptoGate {
  const [coin] = gatesOn(network);
  if (coin === undefined) throw new Error(`${network} has no coin.`);
  return coin;
}

/** Runs work in a database transaction that locks the outgoing transaction and reads it again. */
export function withLockedOutgoing(
  deps: SendingDeps,
  { id }: Outgoing,
  work: (tx: Tx, now: Outgoing) => Promise<void>,
): Promise<void> {
  return retrying(() => moneyTransaction(deps.db, async (tx) => work(tx, await lockOutgoing(tx, id))));
}

/**
 * Applies an event to every payout that the transaction pays, and no other (hazard 53). A payout whose status does not
 * allow the event has moved on and is left unchanged (hazard 52).
 */
export async function applyToPayoutsOf(
  tx: Tx,
  deps: SendingDeps,
  outgoing: Outgoing,
  event: PayoutEvent,
): Promise<void> {
  await applyToPayouts(tx, deps, [{ outgoing, event }]);
}

/** An event for all payouts of a transaction. */
export interface PayoutUpdate {
  readonly outgoing: Outgoing;
  readonly event: PayoutEvent;
}

/** {@link applyToPayoutsOf} for transactions that share no payout. @returns the payouts that were updated */
export async function applyToPayouts(
  tx: Tx,
  deps: SendingDeps,
  updates: readonly PayoutUpdate[],
): Promise<ReadonlyMap<string, PayoutSnapshot>> {
  const nowMs = deps.nowMs();
  const locked = await lockVersions(
    tx,
    updates.flatMap(({ outgoing }) => outgoing.payoutIds),
  );
  const versions = new Map(locked.map(({ id, version }) => [id, version]));
  const steps = updates.flatMap(({ outgoing: { payoutIds, txid }, event }) =>
    payoutIds.map((payoutId) => ({
      id: payoutId,
      event,
      nowMs,
      // The same event for an unchanged payout is the same step.
      cause: `${txid}:${event.type}:${versions.get(payoutId)}`,
      byWorkflow: deps.isCalledByWorkflow === true && payoutIds.length === 1,
    })),
  );
  const watches = new Map<string, PayoutSnapshot>();
  for (const [index, { answer, refused }] of (await applySteps(tx, payoutProcess, steps)).entries()) {
    if (refused !== undefined && refused.code !== 'illegal_transition') throw refused;
    if (answer !== undefined) watches.set(steps[index]?.id ?? '', answer.watch);
  }
  return watches;
}

async function recordUnmined(deps: SendingDeps, outgoing: Outgoing): Promise<void> {
  if (outgoing.status === 'sent' || outgoing.status === 'replaced') return;
  await withLockedOutgoing(deps, outgoing, async (tx, now) => {
    if (now.status === 'replaced' || now.status === 'failed') return;
    await updateOutgoing(tx, now.id, { status: 'sent', block: null });
    await applyToPayoutsOf(tx, deps, now, { type: now.status === 'confirmed' ? 'reorganised' : 'sent' });
  });
}

async function recordMined(deps: SendingDeps, outgoing: Outgoing, block: BlockRef): Promise<void> {
  if (outgoing.status === 'mined' && outgoing.block?.hash === block.hash) return;
  await withLockedOutgoing(deps, outgoing, async (tx, now) => {
    // A replaced transaction that is mined after all counts only once it is confirmed.
    if (now.status === 'replaced' || now.status === 'failed') return;
    await updateOutgoing(tx, now.id, { status: 'mined', block });
    await applyToPayoutsOf(tx, deps, now, { type: now.status === 'confirmed' ? 'reorganised' : 'sent' });
  });
}

export type PayoutStep = StepOf<PayoutKind>;

/** Steps that all have to be made, or none. @returns the payouts as they are then @throws what refuses one of them */
export async function applyPayoutSteps(
  tx: Tx,
  steps: readonly PayoutStep[],
): Promise<ReadonlyMap<string, PayoutSnapshot>> {
  const answers = await applySteps(tx, payoutProcess, steps);
  return new Map(
    answers.map(({ answer, refused }, index) => {
      if (answer === undefined) throw refused ?? new Error('A step has an answer.');
      return [steps[index]?.id ?? '', answer.watch];
    }),
  );
}
