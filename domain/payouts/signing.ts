import type { Mode } from '../assets/assets.ts';
import { exceededBound, type LimitBound } from '../outflows/limits.ts';
import type { PayoutActor } from '../state/payout-event.ts';
import { isCreator } from '../state/payout-facts.ts';
import type { PayoutKind, PayoutReason, PayoutStatus } from '../state/payout-status.ts';

/** Everything that the signer checks, read under the locks of its own transaction. Earlier checks do not count here. */
export interface SigningFacts {
  /** The emergency stop of the network or of everything. */
  readonly stopped: boolean;
  readonly status: PayoutStatus;
  /** A signed transaction of the payout may be mined. */
  readonly signed: boolean;
  /** Staff suspended the payout as suspicious. */
  readonly suspended: boolean;
  /** Approved exactly as the row is now (hazard 68), by a person other than its creator where that is required. */
  readonly approved: boolean;
  /** The cool-off of a new address has not ended. */
  readonly coolingOff: boolean;
  /** Compliance has stopped all payouts of the merchant in this mode. */
  readonly closed: boolean;
  /** The merchant's own limits, lowered since the request, do not let it leave now. */
  readonly beyondOwnLimits: boolean;
  readonly netMinor: bigint;
  readonly heldMinor: bigint;
  /** The hold in the ledger; null if there never was one. */
  readonly hold: SigningHold | null;
  /** The address as parsed now for the chain in use: the approved one, a different one, or one that cannot be paid. */
  readonly target: 'as_approved' | 'changed' | 'refused';
  /** The merchant's limits and what was signed within them; null without limits. */
  readonly merchant: LimitBound | null;
  /** The same for all merchants together. */
  readonly gateway: LimitBound;
}

/** The people who requested a payout, and who approved it. */
export interface ApprovedBy {
  readonly approvalRequired: boolean;
  readonly createdBy: string;
  /** Users who count as the creator besides `createdBy`. */
  readonly creators: readonly string[];
  readonly approvedBy: string | null;
  readonly approvedByKind: PayoutActor['kind'] | null;
}

/** Whether the approver may approve: if another person is required, neither the creator nor a machine. */
export function isByAnotherPerson({ approvalRequired, approvedBy, approvedByKind, ...creator }: ApprovedBy): boolean {
  if (!approvalRequired) return true;
  if (approvedBy === null || isCreator(creator, approvedBy)) return false;
  return approvedByKind === 'user' || approvedByKind === 'staff';
}

/** Refunds and claims are the payers' money: a merchant's limits and verification do not hold them back. */
export function isPayersMoney({ kind }: { readonly kind: PayoutKind }): boolean {
  return kind === 'refund' || kind === 'balance_recovery';
}

/**
 * Whether compliance stops a payout: in production, everything of a blocked merchant, and payouts of a merchant that is
 * not verified. Refunds and claims of payers of an unverified merchant are allowed.
 */
export function isClosed(of: {
  readonly mode: Mode;
  readonly kind: PayoutKind;
  readonly merchantStatus: string;
}): boolean {
  if (of.mode !== 'production') return false;
  return isPayersMoney(of) ? of.merchantStatus === 'blocked' : of.merchantStatus !== 'verified';
}

export interface SigningHold {
  /** `posted`: paid out, by a transaction that was confirmed. */
  readonly state: 'open' | 'posted' | 'voided';
  readonly heldMinor: bigint;
  readonly netMinor: bigint;
  readonly frozen: boolean;
}

export type SigningVerdict =
  | { readonly kind: 'sign' }
  /** The payout is already signed: a second attempt gets what the first one stored (hazard 46). */
  | { readonly kind: 'signed' }
  /** The payout is not queued for the signer; nothing changes. */
  | { readonly kind: 'not_queued' }
  /** The payout stays queued and is tried again. */
  | { readonly kind: 'retry_later'; readonly reason: PayoutReason }
  | { readonly kind: 'permanent_refusal'; readonly reason: PayoutReason };

/** The signer's decision about one payout. Pure; `use` does not include the payout's own amount. */
export function judgePayout(facts: SigningFacts): SigningVerdict {
  if (facts.signed) return { kind: 'signed' };
  if (facts.status !== 'queue') return { kind: 'not_queued' };
  if (facts.stopped) return { kind: 'retry_later', reason: 'stopped' };
  return judgeContent(facts) ?? judgeLimits(facts) ?? { kind: 'sign' };
}

export type ReplacementVerdict =
  /** The same payment for a higher fee. */
  | { readonly kind: 'pay' }
  /** The payment is not allowed any more: what takes its place must not pay it. */
  | { readonly kind: 'cancel'; readonly reason: CancelReason }
  /** Nothing is signed: the transaction stays as it is. */
  | { readonly kind: 'wait'; readonly reason: PayoutReason };

/** The only reasons for which a payment on its way is taken back: staff, a freeze or a broken seal forbid it. */
export type CancelReason = Extract<
  PayoutReason,
  'operation_suspended' | 'approval_void' | 'production_closed' | 'balance_frozen'
>;

/**
 * Decides whether a transaction on its way may be replaced by a signature. Limits and status are not checked: the first
 * signature has counted already, and the payout is no longer queued. A payment that was done and that a reorganization
 * took out of its block has its money paid out in the books, so it is paid again and not canceled.
 */
export function judgeReplacement(facts: SigningFacts): ReplacementVerdict {
  if (facts.stopped) return { kind: 'wait', reason: 'stopped' };
  const forbidden = forbiddenBy(facts);
  if (forbidden !== null) return { kind: 'cancel', reason: forbidden };
  const { hold } = facts;
  if (hold === null || hold.state === 'voided' || !isAsHeld(facts, hold))
    return { kind: 'wait', reason: 'hold_mismatch' };
  return facts.target === 'refused' ? { kind: 'wait', reason: 'address_refused' } : { kind: 'pay' };
}

function forbiddenBy({ suspended, approved, target, closed, hold }: SigningFacts): CancelReason | null {
  if (suspended) return 'operation_suspended';
  if (!approved || target === 'changed') return 'approval_void';
  if (closed) return 'production_closed';
  return hold?.frozen === true ? 'balance_frozen' : null;
}

function isAsHeld({ heldMinor, netMinor }: SigningFacts, hold: SigningHold): boolean {
  return hold.heldMinor === heldMinor && hold.netMinor === netMinor;
}

function judgeContent(facts: SigningFacts): Extract<SigningVerdict, { reason: PayoutReason }> | null {
  const { hold } = facts;
  if (facts.suspended) return { kind: 'retry_later', reason: 'operation_suspended' };
  if (!facts.approved || facts.target === 'changed') return { kind: 'permanent_refusal', reason: 'approval_void' };
  if (hold === null || hold.state !== 'open' || !isAsHeld(facts, hold)) {
    return { kind: 'permanent_refusal', reason: 'hold_mismatch' };
  }
  if (facts.closed) return { kind: 'retry_later', reason: 'production_closed' };
  if (hold.frozen) return { kind: 'retry_later', reason: 'balance_frozen' };
  if (facts.coolingOff) return { kind: 'retry_later', reason: 'cooling_off' };
  if (facts.target === 'refused') return { kind: 'permanent_refusal', reason: 'address_refused' };
  return null;
}

function judgeLimits({ beyondOwnLimits, netMinor, merchant, gateway }: SigningFacts): SigningVerdict | null {
  if (beyondOwnLimits) return { kind: 'retry_later', reason: 'own_limit' };
  const reason = exceededBound(netMinor, merchant === null ? [gateway] : [merchant, gateway]);
  return reason === null ? null : { kind: 'retry_later', reason };
}
