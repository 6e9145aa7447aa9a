import type { WithdrawalSnapshot } from '../../domain/state/withdrawal-snapshot.ts';
import { withdrawalSnapshotOf } from '../../domain/state/withdrawal-snapshot.ts';
import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import type { Outflow } from '../outflows/outflow.ts';
import { applyStep } from '../process/apply.ts';
import { lockWithdrawal, withdrawalProcess } from './process.ts';
import type { WithdrawalSettings } from './settings.ts';

/** Withdrawals to bank accounts. */
export function bankOutflow({ withdrawalSeal }: WithdrawalSettings): Outflow<WithdrawalRow, WithdrawalSnapshot> {
  return {
    name: 'withdrawal',
    lock: lockWithdrawal,
    seal: withdrawalSeal.approve,
    apply: (tx, step) => applyStep(tx, withdrawalProcess, step),
    snapshotOf: withdrawalSnapshotOf,
    kindOf: () => 'withdrawal',
  };
}
