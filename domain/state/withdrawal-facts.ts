import type { WithdrawalEvent } from './withdrawal-event.ts';
import type { BankStage, WithdrawalReason, WithdrawalStatus } from './withdrawal-status.ts';

/** Everything that decisions about a withdrawal depend on. */
export interface WithdrawalFacts {
  readonly version: number;
  readonly status: WithdrawalStatus;
  readonly reason: WithdrawalReason | null;
  /** The explanation of the reason, for people. */
  readonly words: string | null;
  readonly needsOperator: boolean;
  /** A person other than the creator has to approve. */
  readonly approvalRequired: boolean;
  readonly createdBy: string;
  /** Users who count as the creator besides `createdBy`. */
  readonly creators: readonly string[];
  readonly createdAtMs: number;
  /** When the cool-off of a new bank account ends. */
  readonly notBeforeMs: number | null;
  readonly hold: 'open' | 'posted' | 'voided';
  readonly bankStage: BankStage;
  /** The owner of the account according to the bank, after its question about the name. */
  readonly payeeName: string | null;
  /** The reference of the booking at the bank. */
  readonly bankReference: string | null;
}

export interface WithdrawalPosition {
  readonly facts: WithdrawalFacts;
  readonly event: WithdrawalEvent;
  readonly nowMs: number;
}
