import { presentWithdrawal } from '../../contract/withdrawals.view.ts';
import { newId } from '../../domain/ids.ts';
import { type WithdrawalSnapshot, withdrawalSnapshotOf } from '../../domain/state/withdrawal-snapshot.ts';
import type { LiveMessage } from '../core/live.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';
import { toFacts, type WithdrawalRow } from './rows.ts';

/** The public event `withdrawal.<status>` with the current withdrawal. */
export function withdrawalEvent(row: WithdrawalRow, nowMs: number): EventRow {
  return publicEvent('withdrawal', row, presentWithdrawal({ type: 'fiat', row }), nowMs);
}

/** The message to open pages that the withdrawal changed. */
export function liveMessageOf({ id, profileId: profile, status, version }: WithdrawalRow): LiveMessage {
  return { entity: 'withdrawal', id, profile, status, version };
}

export function snapshotOf(row: WithdrawalRow): WithdrawalSnapshot {
  return withdrawalSnapshotOf(toFacts(row));
}

/** Starts the withdrawal's workflow; repeating it does nothing. */
export function workflowStart(row: WithdrawalRow): OutboxRow {
  return { topic: 'workflow.start', payload: workflowOf(row) };
}

/** Signals the current withdrawal to its workflow; starts a new run if the workflow has ended. */
export function workflowSignal(row: WithdrawalRow): OutboxRow {
  return signalOf(row, {});
}

/** Signals the workflow that it is no longer blocked and should retry at once. */
export function workflowNudge(row: WithdrawalRow): OutboxRow {
  return signalOf(row, { again: true });
}

function signalOf(row: WithdrawalRow, more: { readonly again?: true }): OutboxRow {
  const eventId = newId();
  const payload = {
    ...workflowOf(row),
    signalName: 'withdrawalChanged',
    signalArgs: [{ eventId, watch: snapshotOf(row), ...more }],
  };
  return { topic: 'workflow.signal', payload, eventId };
}

function workflowOf(row: WithdrawalRow) {
  const { id, merchantId, mode } = row;
  const { net_amount } = presentWithdrawal({ type: 'fiat', row });
  return {
    workflowType: 'withdrawalWorkflow',
    workflowId: `withdrawal:${id}`,
    taskQueue: 'core',
    summary: `${mode} withdrawal of ${net_amount} EUR`,
    input: { version: 2, withdrawalId: id, merchantId, mode, watch: snapshotOf(row) },
    searchAttributes: { MerchantId: merchantId, Network: 'SEPA' },
  };
}
