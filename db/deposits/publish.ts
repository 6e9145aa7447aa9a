import { presentDeposit } from '../../contract/deposits.view.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import type { DepositSnapshot } from '../../domain/state/deposit-waits.ts';
import type { LiveMessage } from '../core/live.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';
import { type DepositParts, type DepositRow, toRecord } from './rows.ts';

/** The public event `deposit.<status>` with the current deposit. */
export function depositEvent(parts: DepositParts, nowMs: number): EventRow {
  return publicEvent('deposit', parts.row, presentDeposit(toRecord(parts)), nowMs);
}

/** The message to open pages that the deposit changed. */
export function liveMessageOf({ id, profileId: profile, status, version }: DepositRow): LiveMessage {
  return { entity: 'deposit', id, profile, status, version };
}

export function snapshotOf({ version, status, statusReason: reason, ...row }: DepositRow): DepositSnapshot {
  return { version, status, reason, needsOperator: row.needsOperator, ...(row.complianceHold ? { held: true } : {}) };
}

/** Signals the current deposit to its workflow; starts a run if none is running. */
export function depositSignal(row: DepositRow): OutboxRow {
  const eventId = newId();
  const payload = {
    ...workflowOf(row),
    signalName: 'depositChanged',
    signalArgs: [{ eventId, watch: snapshotOf(row) }],
  };
  return { topic: 'workflow.signal', payload, eventId };
}

function workflowOf(row: DepositRow) {
  const { id, merchantId, mode, gateId, network, amountMinor, paymentKey, reference } = row;
  const amount = formatTrimmed(amountMinor, gateDecimals(gateId));
  return {
    workflowType: 'depositWorkflow',
    workflowId: `deposit:${paymentKey}`,
    taskQueue: 'core',
    summary: `${mode} deposit of ${amount} ${gateId} for ${reference}`,
    input: { version: 2, depositId: id, merchantId, mode, watch: snapshotOf(row) },
    searchAttributes: { MerchantId: merchantId, Network: network },
  };
}
