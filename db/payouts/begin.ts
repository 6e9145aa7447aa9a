import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { Tx } from '../core/sequelize.ts';
import { firstEvents, newOutflow, type Request } from '../outflows/begin.ts';
import { begin } from '../process/begin.ts';
import { payoutProcess } from './process.ts';
import type { PayoutSettings } from './settings.ts';

/** The request fields that payouts and refunds share. */
export type RequestedPayout = Omit<
  PayoutRow,
  keyof ReturnType<typeof newOutflow> | 'feeRaiseMinor' | 'feeRaiseMac' | 'signedAt' | 'massPayoutId' | 'transactions'
>;

export interface BeginPayout extends Request {
  readonly payout: RequestedPayout;
}

/**
 * Writes a requested payout or refund, an event for each status that it passes immediately, and its workflow start:
 * approved if its creator may approve, and queued for the signer if there is no cool-off. The caller adds the hold in
 * the same transaction.
 * @returns the resulting row
 */
export function beginPayout(tx: Tx, { seal }: PayoutSettings, { payout, ...request }: BeginPayout): Promise<PayoutRow> {
  const row: PayoutRow = {
    ...payout,
    ...newOutflow(payout, request),
    feeRaiseMinor: null,
    feeRaiseMac: null,
    signedAt: null,
    massPayoutId: null,
    transactions: [],
  };
  return begin(tx, payoutProcess, { facts: { row }, events: firstEvents(row, request, seal), nowMs: request.nowMs });
}
