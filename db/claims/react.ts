import { mayBePaid } from '../../domain/state/payout-facts.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { type PayoutChange, payoutProcess } from '../payouts/process.ts';
import { lockPayout } from '../payouts/read.ts';
import { applyStep } from '../process/apply.ts';
import { claimProcess } from './process.ts';
import { type ClaimRow, claimsTable } from './rows.ts';

/** A payment in suspense, by its ID. */
interface Suspended {
  readonly id: string;
}

/**
 * Payments are about to leave suspense, because a reorganization took them. Claims that wait are refused; a payout that
 * is not signed is canceled; what was paid back becomes a loss, so that the reversal finds its money in suspense. One
 * line of db/reactions.ts.
 */
export async function reverseClaims(tx: Tx, payments: readonly Suspended[]): Promise<void> {
  const nowMs = Date.now();
  for (const claim of await claimsOf(tx, payments)) {
    if (claim.status === 'declined') continue;
    const isOut = claim.payoutId !== null && !(await cancelPayout(tx, claim, nowMs));
    const event = { type: 'reversed', isOut } as const;
    await applyStep(tx, claimProcess, { id: claim.id, event, cause: null, nowMs });
  }
}

/** Payments are in suspense again: what was paid back for them is no loss any more. One line of db/reactions.ts. */
export async function restoreClaims(tx: Tx, payments: readonly Suspended[]): Promise<void> {
  for (const { id, lossMinor } of await claimsOf(tx, payments)) {
    if (lossMinor === 0n) continue;
    await applyStep(tx, claimProcess, { id, event: { type: 'credited_again' }, cause: null, nowMs: Date.now() });
  }
}

/** The payout of a claim was paid, or its money returned. One line of db/reactions.ts. */
export async function followClaimPayouts(tx: Tx, changes: readonly PayoutChange[]): Promise<void> {
  const ended = changes.filter(({ after }) => after.kind === 'balance_recovery');
  for (const { after, step } of ended) {
    const claim = await claimsTable.findOne(tx, { payoutId: after.id });
    if (claim === undefined || claim.id === step.causedBy) continue;
    const event = { type: 'payout_ended', isPaid: after.hold === 'posted' } as const;
    await applyStep(tx, claimProcess, { id: claim.id, event, cause: null, nowMs: step.nowMs });
  }
}

/** @returns false if it may have left, or an operator has to decide about it: then the chain's loss is the gateway's */
async function cancelPayout(tx: Tx, { id, status, payoutId }: ClaimRow, nowMs: number): Promise<boolean> {
  if (status !== 'paying' || payoutId === null) return status !== 'done';
  const payout = await lockPayout(tx, payoutId);
  if (payout.hold !== 'open' || payout.status === 'error' || mayBePaid(payout)) return false;
  await applyStep(tx, payoutProcess, {
    id: payoutId,
    event: { type: 'cancel', by: { kind: 'system', id: 'reorganisation' } },
    cause: 'reorganised',
    causedBy: id,
    nowMs,
  });
  return true;
}

async function claimsOf(tx: Tx, payments: readonly Suspended[]): Promise<ClaimRow[]> {
  if (payments.length === 0) return [];
  const rows = await select<object>(tx, claimsSql, [payments.map(({ id }) => id)]);
  return rows.map((raw) => claimsTable.read(raw) as ClaimRow);
}

// Their rows are locked by their steps: payouts come first.
const claimsSql = prepared(
  `SELECT ${claimsTable.selected()} FROM claim WHERE payment_id = ANY($1::uuid[]) ORDER BY id`,
);
