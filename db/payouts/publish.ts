import { presentPayout } from '../../contract/payouts.view.ts';
import { presentRefund } from '../../contract/refunds.view.ts';
import { presentWithdrawal } from '../../contract/withdrawals.view.ts';
import { newId } from '../../domain/ids.ts';
import { APPROVAL_MS } from '../../domain/state/payout-facts.ts';
import { type PayoutSnapshot, payoutSnapshotOf } from '../../domain/state/payout-snapshot.ts';
import type { LiveMessage } from '../core/live.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';
import { type PayoutRow, toFacts } from './rows.ts';

/**
 * The public event `payout.<status>` (or `refund.…`, `withdrawal.…`) with the current payout: one row, one exact text,
 * and the message that leaves.
 */
export function payoutEvent(row: PayoutRow, nowMs: number): EventRow {
  return publicEvent(row.kind, row, presentedOf(row), nowMs);
}

function presentedOf(row: PayoutRow): object {
  switch (row.kind) {
    case 'payout':
    case 'balance_recovery':
      return presentPayout(row);
    case 'refund':
      return presentRefund(row);
    case 'withdrawal':
      return presentWithdrawal({ type: 'crypto', row });
    default:
      return row.kind satisfies never;
  }
}

/** The message to open pages that the payout or refund changed. */
export function liveMessageOf(row: PayoutRow): LiveMessage {
  const { kind, id, profileId: profile, status, version } = row;
  return { entity: kind, id, profile, status, version };
}

export function snapshotOf(row: PayoutRow): PayoutSnapshot {
  return payoutSnapshotOf(toFacts(row), APPROVAL_MS);
}

/** Starts the payout's workflow; repeating it does nothing. */
export function workflowStart(row: PayoutRow): OutboxRow {
  return { topic: 'workflow.start', payload: workflowOf(row) };
}

/** Signals the current payout to its workflow; starts a new run if the workflow has ended. */
export function workflowSignal(row: PayoutRow): OutboxRow {
  return signalOf(row, {});
}

/** Signals the workflow that it is no longer blocked and should retry at once. */
export function workflowNudge(row: PayoutRow): OutboxRow {
  return signalOf(row, { again: true });
}

function signalOf(row: PayoutRow, more: { readonly again?: true }): OutboxRow {
  const eventId = newId();
  const payload = {
    ...workflowOf(row),
    signalName: 'payoutChanged',
    signalArgs: [{ eventId, watch: snapshotOf(row), ...more }],
  };
  return { topic: 'workflow.signal', payload, eventId };
}

function workflowOf(row: PayoutRow) {
  const { id, kind, merchantId, mode, network, gateId } = row;
  const watch = snapshotOf(row);
  const { net_amount } = presentPayout(row);
  return {
    workflowType: 'payoutWorkflow',
    workflowId: `${kind}:${id}`,
    taskQueue: 'core',
    summary: `${mode} ${kind} of ${net_amount} ${gateId}`,
    input: { version: 2, payoutId: id, kind, merchantId, mode, network, gateId, watch },
    searchAttributes: {
      MerchantId: merchantId,
      Network: network,
      ...(row.massPayoutId === null ? {} : { ParentId: `mass-payout:${row.massPayoutId}` }),
    },
  };
}
