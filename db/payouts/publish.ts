import { presentPayout } from '../../contract/payouts.view.ts';
import { presentRefund } from '../../contract/refunds.view.ts';
import { presentWithdrawal } from '../../contract/withdrawals.view.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import { payoutSnapshotOf } from '../../domain/state/payout-snapshot.ts';
import type { EventRow } from '../process/define.ts';
import { publicEvent } from '../process/public-event.ts';
import type { RowRun } from '../process/workflow-run.ts';

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

export function payoutRun(row: PayoutRow): RowRun {
  const { id, kind, merchantId, mode, network, gateId } = row;
  const watch = payoutSnapshotOf(row);
  const { net_amount } = presentPayout(row);
  return {
    workflowType: 'payoutWorkflow',
    workflowId: `${kind}:${id}`,
    summary: `${mode} ${kind} of ${net_amount} ${gateId}`,
    input: { version: 2, payoutId: id, kind, merchantId, mode, network, gateId, watch },
    searchAttributes: {
      MerchantId: merchantId,
      Network: network,
      ...(row.massPayoutId === null ? {} : { ParentId: `mass-payout:${row.massPayoutId}` }),
    },
  };
}
