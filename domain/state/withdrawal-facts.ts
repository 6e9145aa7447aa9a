import type { WithdrawalRow } from '../withdrawals/record.ts';
import type { WithdrawalEvent } from './withdrawal-event.ts';

/** Everything that decisions about a withdrawal depend on. */
export type WithdrawalFacts = Pick<
  WithdrawalRow,
  | 'version'
  | 'status'
  | 'statusReason'
  | 'statusWords'
  | 'needsOperator'
  | 'approvalRequired'
  | 'createdBy'
  | 'creators'
  | 'createdAt'
  | 'notBefore'
  | 'hold'
  | 'bankStage'
  | 'payeeName'
  | 'bankReference'
>;

export interface WithdrawalPosition {
  readonly facts: WithdrawalFacts;
  readonly event: WithdrawalEvent;
  readonly nowMs: number;
}
