import type { Mode } from '../assets/assets.ts';
import type { WithdrawalReason } from '../state/withdrawal-status.ts';

/** Everything that decides whether a withdrawal may be at the bank, read under locks. Earlier checks do not count. */
export interface GivingFacts {
  /** The emergency stop of SEPA or of everything. */
  readonly stopped: boolean;
  /** Approved exactly as the row is now (hazard 68), by a person other than its creator where that is required. */
  readonly approved: boolean;
  readonly coolingOff: boolean;
  readonly mode: Mode;
  readonly merchantStatus: string;
  readonly netMinor: bigint;
  readonly heldMinor: bigint;
  /** The hold in the ledger; null if there never was one. */
  readonly hold: GivenHold | null;
  /** The method compared with the withdrawal: the recipient that was requested, or not. */
  readonly method: 'as_requested' | 'paused' | 'changed';
}

interface GivenHold {
  readonly state: 'open' | 'posted' | 'voided';
  readonly heldMinor: bigint;
  readonly netMinor: bigint;
  readonly frozen: boolean;
}

export type GivingVerdict =
  | { readonly kind: 'give' }
  | { readonly kind: 'retry_later'; readonly reason: WithdrawalReason }
  | { readonly kind: 'refuse'; readonly reason: WithdrawalReason; readonly words: string | null };

/** Decides about one withdrawal, when it is given to the bank and again when it goes into a file. Pure. */
export function judgeGiving(facts: GivingFacts): GivingVerdict {
  const { hold } = facts;
  if (facts.stopped) return { kind: 'retry_later', reason: 'stopped' };
  if (!facts.approved) return { kind: 'refuse', reason: 'approval_void', words: null };
  if (
    hold === null ||
    hold.state !== 'open' ||
    hold.heldMinor !== facts.heldMinor ||
    hold.netMinor !== facts.netMinor
  ) {
    return { kind: 'refuse', reason: 'hold_mismatch', words: null };
  }
  if (facts.method === 'changed') return { kind: 'refuse', reason: 'method_changed', words: METHOD_CHANGED };
  if (facts.mode !== 'production' || facts.merchantStatus !== 'verified') {
    return { kind: 'retry_later', reason: 'production_closed' };
  }
  if (hold.frozen) return { kind: 'retry_later', reason: 'balance_frozen' };
  if (facts.method === 'paused') return { kind: 'retry_later', reason: 'method_paused' };
  if (facts.coolingOff) return { kind: 'retry_later', reason: 'cooling_off' };
  return { kind: 'give' };
}

/** Why a withdrawal ended when its method was changed or deleted, for merchants. */
export const METHOD_CHANGED = 'The withdrawal method was changed or deleted after the request.';
