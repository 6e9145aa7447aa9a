import type { PayoutMoment } from '../../contract/payouts.ts';
import type { LedgerLine } from '../../contract/spa-invoices.ts';
import type { AnyWithdrawal } from '../../contract/withdrawals.view.ts';
import type { Db } from '../core/sequelize.ts';
import { operationTimeline } from '../payouts/timeline.ts';

export interface WithdrawalTimeline {
  readonly timeline: readonly PayoutMoment[];
  readonly ledger: readonly LedgerLine[];
}

/** The history of a withdrawal, oldest first, and the merchant's side of the ledger. */
export function withdrawalTimeline(db: Db, { type, row }: AnyWithdrawal): Promise<WithdrawalTimeline> {
  return operationTimeline(db, { id: row.id, kind: 'withdrawal', gateId: type === 'fiat' ? 'EUR' : row.gateId });
}
