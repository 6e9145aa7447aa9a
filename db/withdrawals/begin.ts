import { newId } from '../../domain/ids.ts';
import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import type { Tx } from '../core/sequelize.ts';
import { firstEvents, newOutflow, type Request } from '../outflows/begin.ts';
import { begin } from '../process/begin.ts';
import { withdrawalProcess } from './process.ts';
import type { WithdrawalSettings } from './settings.ts';

/** The fields of a request. */
export type RequestedWithdrawal = Omit<
  WithdrawalRow,
  keyof ReturnType<typeof newOutflow> | 'id' | 'gateId' | 'bankStage' | 'payeeName' | 'bankReference'
>;

export interface BeginWithdrawal extends Request {
  readonly withdrawal: RequestedWithdrawal;
}

/**
 * Writes a requested withdrawal, an event for each status that it passes immediately, and its workflow start: approved
 * if its creator may approve, and queued for the bank if there is no cool-off. The caller adds the hold in the same
 * transaction.
 * @returns the resulting row
 */
export function beginWithdrawal(
  tx: Tx,
  { withdrawalSeal }: WithdrawalSettings,
  { withdrawal, ...request }: BeginWithdrawal,
): Promise<WithdrawalRow> {
  const { nowMs } = request;
  const row: WithdrawalRow = {
    ...withdrawal,
    ...newOutflow(withdrawal, request),
    id: newId(nowMs),
    gateId: 'EUR',
    bankStage: 'none',
    payeeName: null,
    bankReference: null,
  };
  return begin(tx, withdrawalProcess, { facts: { row }, events: firstEvents(row, request, withdrawalSeal), nowMs });
}
