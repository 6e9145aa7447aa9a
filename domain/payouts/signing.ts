import type { Mode } from '../assets.ts';
import type { PayoutActor } from '../state/payout-event.ts';
import { isCreator } from '../state/payout-facts.ts';
import type { PayoutReason, PayoutStatus } from '../state/payout-status.ts';
import { exceededLimit, type PayoutLimits, type PayoutUse } from './limits.ts';

/**
 * All that the signer looks at before it signs, read under the locks of its own transaction: what was checked earlier
 * is no argument here.
 */
export interface SigningFacts {
  /** The emergency stop of the network or of everything. */
  readonly stopped: boolean;
  readonly status: PayoutStatus;
  /** A transaction of it is signed and may be mined. */
  readonly signed: boolean;
  /** Staff hold it as suspicious. */
  readonly suspended: boolean;
  /**
   * There is an approval over exactly what the row says now (hazard 68), by another person than its creator where the
   * merchant asks for one.
   */
  readonly approved: boolean;
  /** The end of a new address's cool-off is still to come. */
  readonly coolingOff: boolean;
  /** Compliance lets nothing of the merchant leave in this mode. */
  readonly closed: boolean;
  readonly netMinor: bigint;
  readonly heldMinor: bigint;
  /** What the ledger says of the hold; null: none was ever made. */
  readonly hold: SigningHold | null;
  /**
   * The address, read today for the chain that is followed: what was approved, something else, or nothing that can be
   * paid.
   */
  readonly target: 'as_approved' | 'changed' | 'refused';
  /** What bounds the merchant, and what was signed for it; null where nothing does. */
  readonly merchant: SigningBound | null;
  /** The same for all merchants together. */
  readonly gateway: SigningBound;
}

/** Who asked for a payout, and who approved it. */
export interface ApprovedBy {
  readonly approvalRequired: boolean;
  readonly createdBy: string;
  /** Users who count as the creator besides `createdBy`. */
  readonly creators: readonly string[];
  readonly approvedBy: string | null;
  readonly approvedByKind: PayoutActor['kind'] | null;
}

/**
 * Whether the approval is by somebody who may give it: where another person has to, neither the creator nor a machine.
 */
export function isByAnotherPerson({ approvalRequired, approvedBy, approvedByKind, ...creator }: ApprovedBy): boolean {
  if (!approvalRequired) return true;
  if (approvedBy === null || isCreator(creator, approvedBy)) return false;
  return approvedByKind === 'user' || approvedByKind === 'staff';
}

/**
 * Whether compliance keeps the merchant's money from leaving: in production a blocked merchant's, and payouts of one
 * that is not, or no longer, verified. Money of payers may go back all the same.
 */
export function isClosed(of: {
  readonly mode: Mode;
  readonly kind: 'payout' | 'refund';
  readonly merchantStatus: string;
}): boolean {
  if (of.mode !== 'production') return false;
  return of.kind === 'refund' ? of.merchantStatus === 'blocked' : of.merchantStatus !== 'verified';
}

export interface SigningHold {
  readonly open: boolean;
  readonly heldMinor: bigint;
  readonly netMinor: bigint;
  readonly frozen: boolean;
}

export interface SigningBound {
  readonly limits: PayoutLimits;
  readonly use: PayoutUse;
}

export type SigningVerdict =
  | { readonly kind: 'sign' }
  /** It is signed already: whoever comes second gets what the first one stored (hazard 46). */
  | { readonly kind: 'signed' }
  /** It is not in the signer's hands; nothing happens to it. */
  | { readonly kind: 'not_queued' }
  /** It stays queued and is tried again. */
  | { readonly kind: 'retry_later'; readonly reason: PayoutReason }
  | { readonly kind: 'permanent_refusal'; readonly reason: PayoutReason };

/** The signer's decision about one payout. Pure; the limits count what is not yet in `use` by the amount itself. */
export function judgePayout(facts: SigningFacts): SigningVerdict {
  if (facts.signed) return { kind: 'signed' };
  if (facts.status !== 'queue') return { kind: 'not_queued' };
  if (facts.stopped) return { kind: 'retry_later', reason: 'stopped' };
  return judgeContent(facts) ?? judgeLimits(facts) ?? { kind: 'sign' };
}

/**
 * Why another transaction for the same payment may not be signed in place of one that is on its way; null: it may. What
 * was signed once has counted for the limits, and its status is not the signer's any more.
 */
export function judgeReplacement(facts: SigningFacts): PayoutReason | null {
  if (facts.stopped) return 'stopped';
  return judgeContent(facts)?.reason ?? null;
}

function judgeContent(facts: SigningFacts): Extract<SigningVerdict, { reason: PayoutReason }> | null {
  const { hold } = facts;
  if (facts.suspended) return { kind: 'retry_later', reason: 'operation_suspended' };
  if (!facts.approved || facts.target === 'changed') return { kind: 'permanent_refusal', reason: 'approval_void' };
  if (hold === null || !hold.open || hold.heldMinor !== facts.heldMinor || hold.netMinor !== facts.netMinor) {
    return { kind: 'permanent_refusal', reason: 'hold_mismatch' };
  }
  if (facts.closed) return { kind: 'retry_later', reason: 'production_closed' };
  if (hold.frozen) return { kind: 'retry_later', reason: 'balance_frozen' };
  if (facts.coolingOff) return { kind: 'retry_later', reason: 'cooling_off' };
  if (facts.target === 'refused') return { kind: 'permanent_refusal', reason: 'address_refused' };
  return null;
}

function judgeLimits({ netMinor, merchant, gateway }: SigningFacts): SigningVerdict | null {
  for (const bound of [merchant, gateway]) {
    if (bound === null) continue;
    const { maxMinor } = bound.limits;
    if (maxMinor !== null && netMinor > maxMinor) return { kind: 'retry_later', reason: 'amount_limit' };
    const exceeded = exceededLimit(netMinor, bound.use, bound.limits);
    if (exceeded !== null) return { kind: 'retry_later', reason: exceeded };
  }
  return null;
}
