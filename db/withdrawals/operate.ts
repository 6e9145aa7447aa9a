import type { WithdrawalSnapshot } from '../../domain/state/withdrawal-snapshot.ts';
import type { Tx } from '../core/sequelize.ts';
import { type OperatorAct, type OperatorDecision, operateOutflow } from '../outflows/outflow.ts';
import { bankOutflow } from './outflow.ts';
import type { WithdrawalSettings } from './settings.ts';

export interface OperateWithdrawal extends OperatorDecision {
  readonly withdrawalId: string;
  readonly act: OperatorAct;
}

/**
 * Applies an operator's decision by a permitted staff member and records it in the staff's audit log.
 * @throws DomainError `permission_denied`, `illegal_transition`, `operation_suspended`
 */
export function operateWithdrawal(
  tx: Tx,
  settings: WithdrawalSettings,
  { withdrawalId: id, ...operate }: OperateWithdrawal,
): Promise<WithdrawalSnapshot> {
  return operateOutflow(tx, bankOutflow(settings), { id, ...operate });
}
