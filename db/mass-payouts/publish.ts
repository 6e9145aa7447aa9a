import { presentMassPayout } from '../../contract/mass-payouts.view.ts';
import { gate } from '../../domain/assets/assets.ts';
import type { MassPayoutSnapshot } from '../../domain/state/mass-payout-snapshot.ts';
import { APPROVAL_MS } from '../../domain/state/payout-facts.ts';
import { enqueue, type OutboxRow } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import type { QueueRelease } from '../payouts/nudge.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent, publishEvents } from '../process/public-event.ts';
import { type RowRun, type WorkflowRun, workflowSignal, workflowStart } from '../process/workflow-run.ts';
import type { MassPayoutRow } from './rows.ts';
import { type WaitingSlice, waitingSlices } from './slice-work.ts';

/** The public event `mass_payout.<status>` with the current mass payout. */
export function massPayoutEvent(row: MassPayoutRow, nowMs: number): EventRow {
  return publicEvent('mass_payout', row, presentMassPayout(row), nowMs);
}

/** Writes the first event of a new mass payout. */
export async function publishMassPayout(tx: Tx, row: MassPayoutRow, nowMs: number): Promise<void> {
  await publishEvents(tx, [{ entityId: row.id, event: massPayoutEvent(row, nowMs) }]);
}

export function massSnapshotOf(row: MassPayoutRow, waiting: number): MassPayoutSnapshot {
  return {
    version: row.version,
    status: row.status,
    reason: row.statusReason,
    awaitsApproval: row.runBy !== null && row.approvedBy === null,
    approvalEndsMs: (row.runAt ?? row.createdAt).getTime() + APPROVAL_MS,
    notBeforeMs: row.notBefore?.getTime() ?? null,
    waiting,
    ahead: aheadOf(row, waiting),
    lines: row.lines,
    done: row.done,
    failed: row.failed,
  };
}

/** The number of its payouts that are not signed yet. */
export function aheadOf(row: Pick<MassPayoutRow, 'lines' | 'opened' | 'signed' | 'failed'>, waiting: number): number {
  const canceled = row.lines - waiting - row.opened;
  return Math.max(0, row.opened - row.signed - Math.max(0, row.failed - canceled));
}

export function massRun(row: MassPayoutRow, waiting: number): RowRun {
  const { id, merchantId, mode, lines } = row;
  const watch = massSnapshotOf(row, waiting);
  return {
    workflowType: 'massPayoutWorkflow',
    workflowId: `mass-payout:${id}`,
    summary: `${mode} mass payout of ${lines} lines`,
    input: { version: 2, massPayoutId: id, merchantId, mode, watch },
    searchAttributes: { MerchantId: merchantId },
  };
}

/** Starts the workflow that signs a slice as one transaction. */
export function sliceStart(slice: WaitingSlice): OutboxRow {
  return workflowStart(sliceRun(slice));
}

/** Signals a slice's workflow that it is no longer blocked; starts one if none is running. */
export function sliceNudge(slice: WaitingSlice): OutboxRow {
  return workflowSignal(sliceRun(slice), 'massSliceNudged', {});
}

/** Signals the workflows of slices that wait in these queues to retry at once. */
export async function nudgeSlices(tx: Tx, releases: readonly QueueRelease[]): Promise<void> {
  for (const { modes, networks, merchantId } of releases) {
    const slices = await waitingSlices(tx, { modes, networks });
    const matching = slices.filter((slice) => merchantId === undefined || slice.merchantId === merchantId);
    await enqueue(tx, matching.map(sliceNudge));
  }
}

function sliceRun({ massPayoutId, slice, merchantId, mode, network, gateId, lines }: WaitingSlice): WorkflowRun {
  return {
    workflowType: 'massSliceWorkflow',
    workflowId: `mass-payout:${massPayoutId}:${slice}`,
    summary: `${mode} slice ${slice} of a mass payout: ${lines} lines of ${gate(gateId).ticker}`,
    input: { version: 2, massPayoutId, slice, merchantId, mode, network },
    searchAttributes: {
      MerchantId: merchantId,
      ParentId: `mass-payout:${massPayoutId}`,
      Network: network,
    },
  };
}
