import { presentDeposit } from '../../contract/deposits.view.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import { formatTrimmed } from '../../domain/money/money.ts';
import type { DepositSnapshot } from '../../domain/state/deposit-waits.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';
import type { RowRun } from '../process/workflow-run.ts';
import { type DepositParts, type DepositRow, toRecord } from './rows.ts';

/** The public event `deposit.<status>` with the current deposit. */
export function depositEvent(parts: DepositParts, nowMs: number): EventRow {
  return publicEvent('deposit', parts.row, presentDeposit(toRecord(parts)), nowMs);
}

export function snapshotOf({ version, status, statusReason: reason, ...row }: DepositRow): DepositSnapshot {
  return { version, status, reason, needsOperator: row.needsOperator, ...(row.complianceHold ? { held: true } : {}) };
}

export function depositRun(row: DepositRow): RowRun {
  const { id, merchantId, mode, gateId, network, amountMinor, paymentKey, reference } = row;
  const amount = formatTrimmed(amountMinor, gateDecimals(gateId));
  return {
    workflowType: 'depositWorkflow',
    workflowId: `deposit:${paymentKey}`,
    summary: `${mode} deposit of ${amount} ${gateId} for ${reference}`,
    input: { version: 2, depositId: id, merchantId, mode, watch: snapshotOf(row) },
    searchAttributes: { MerchantId: merchantId, Network: network },
  };
}
