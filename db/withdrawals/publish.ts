import { presentWithdrawal } from '../../contract/withdrawals.view.ts';
import { withdrawalSnapshotOf } from '../../domain/state/withdrawal-snapshot.ts';
import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';
import type { RowRun } from '../process/workflow-run.ts';

/** The public event `withdrawal.<status>` with the current withdrawal. */
export function withdrawalEvent(row: WithdrawalRow, nowMs: number): EventRow {
  return publicEvent('withdrawal', row, presentWithdrawal({ type: 'fiat', row }), nowMs);
}

export function withdrawalRun(row: WithdrawalRow): RowRun {
  const { id, merchantId, mode } = row;
  const { net_amount } = presentWithdrawal({ type: 'fiat', row });
  return {
    workflowType: 'withdrawalWorkflow',
    workflowId: `withdrawal:${id}`,
    summary: `${mode} withdrawal of ${net_amount} EUR`,
    input: { version: 2, withdrawalId: id, merchantId, mode, watch: withdrawalSnapshotOf(row) },
    searchAttributes: { MerchantId: merchantId, Network: 'SEPA' },
  };
}
