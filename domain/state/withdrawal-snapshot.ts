import type { Mode } from '../assets/assets.ts';
import { APPROVAL_MS } from './payout-facts.ts';
import type { WithdrawalFacts } from './withdrawal-facts.ts';
import type { BankStage, WithdrawalReason, WithdrawalStatus } from './withdrawal-status.ts';

/** A workflow's snapshot of its withdrawal: the row at one version, carried by inputs, answers and signals. */
export interface WithdrawalSnapshot {
  readonly version: number;
  readonly status: WithdrawalStatus;
  readonly reason: WithdrawalReason | null;
  readonly words: string | null;
  readonly needsOperator: boolean;
  readonly bankStage: BankStage;
  /** When a missing approval expires. */
  readonly approvalEndsMs: number;
  readonly notBeforeMs: number | null;
}

export interface WithdrawalSubject {
  readonly withdrawalId: string;
  readonly merchantId: string;
  readonly mode: Mode;
}

/** The durations of the workflow in milliseconds; tests shorten them. */
export interface WithdrawalWaits {
  /** How long the bank may take for each answer before an operator is asked. */
  readonly bankMs: number;
  /** How long giving the payment to the bank may be blocked before an operator is asked. */
  readonly blockedMs: number;
  /** How often operators are reminded. */
  readonly reminderMs: number;
}

export function withdrawalSnapshotOf(facts: WithdrawalFacts): WithdrawalSnapshot {
  return {
    version: facts.version,
    status: facts.status,
    reason: facts.statusReason,
    words: facts.statusWords,
    needsOperator: facts.needsOperator,
    bankStage: facts.bankStage,
    approvalEndsMs: facts.createdAt.getTime() + APPROVAL_MS,
    notBeforeMs: facts.notBefore?.getTime() ?? null,
  };
}
