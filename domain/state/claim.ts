import type { Vote } from '../compliance/two-people.ts';
import { ruleFor, statusAfter } from '../process/table.ts';
import type { ClaimReason, ClaimStatus } from './claim-status.ts';
import { type ClaimMark, type ClaimPosition, claimTable } from './claim-table.ts';

/** The person who approved a claim. */
export interface ClaimVote extends Vote {
  readonly name: string;
}

/** The chain's answer about the payment when it was asked again. */
export interface ClaimEvidence {
  readonly checked_at?: string;
  readonly block_height?: number;
  readonly confirmations?: number;
  /** The sender, on chains with accounts. */
  readonly senders?: readonly string[];
  /** The address of the claim is one that the payment came from. */
  readonly address_sent_it?: boolean;
  /** When the payment was first seen and, of a claim by an invoice, when that was created. */
  readonly seen_at?: string;
  readonly invoice_created_at?: string;
}

/** The money of an approved claim, in minor units of its gate; the three sum up to the payment. */
export interface ClaimPaid {
  readonly payoutId: string;
  readonly netMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
}

export type ClaimEvent =
  | { readonly type: 'confirmed'; readonly evidence: ClaimEvidence }
  | { readonly type: 'disproved'; readonly evidence: ClaimEvidence }
  /** `missing`: what the approval still needs, in words; `paid`: with the last one. */
  | { readonly type: 'approve'; readonly vote: ClaimVote; readonly paid: ClaimPaid | null }
  | { readonly type: 'refuse'; readonly note: string }
  /** `isOut`: a transaction of the payout is signed; otherwise the payout was canceled just now. */
  | { readonly type: 'reversed'; readonly isOut: boolean }
  | { readonly type: 'credited_again' }
  | { readonly type: 'payout_ended'; readonly isPaid: boolean }
  | { readonly type: 'resolve'; readonly by: string; readonly note: string };

/** Everything that decisions about a claim depend on. */
export interface ClaimFacts {
  readonly version: number;
  readonly status: ClaimStatus;
  readonly reason: ClaimReason | null;
  readonly needsOperator: boolean;
  readonly lossMinor: bigint;
}

/** The mutable part of the row after a step. */
export interface ClaimState {
  readonly version: number;
  readonly status: ClaimStatus;
  readonly reason: ClaimReason | null;
  readonly needsOperator: boolean;
}

export type ClaimEffect = {
  readonly type: Exclude<ClaimMark, 'ask_operator' | 'clear_operator_request'> | 'alert' | 'resolve_alert';
};

export interface ClaimOutcome {
  readonly changed: boolean;
  readonly state: ClaimState;
  readonly effects: readonly ClaimEffect[];
}

/**
 * Decides one event by the table in claim-table.ts. Pure.
 * @throws DomainError `illegal_transition`
 */
export function nextClaim(facts: ClaimFacts, event: ClaimEvent): ClaimOutcome {
  const rule = ruleFor(claimTable, { status: facts.status, event: event.type, position: positionOf(facts, event) });
  const marks = rule.marks ?? [];
  const status = statusAfter(rule.to, facts.status);
  const needsOperator =
    marks.includes('ask_operator') || (facts.needsOperator && !marks.includes('clear_operator_request'));
  const staysAsIs = status === facts.status && !marks.includes('uncover_loss');
  // A loss that waits for an operator says so even if the payout is done meanwhile.
  const reason = rule.reason ?? (needsOperator || staysAsIs ? facts.reason : null);
  const effects: ClaimEffect[] = marks.flatMap((type) =>
    type === 'ask_operator' || type === 'clear_operator_request' ? [] : [{ type }],
  );
  if (needsOperator && !facts.needsOperator) effects.push({ type: 'alert' });
  if (!needsOperator && facts.needsOperator) effects.push({ type: 'resolve_alert' });
  const changed =
    status !== facts.status ||
    reason !== facts.reason ||
    needsOperator !== facts.needsOperator ||
    effects.length > 0 ||
    event.type === 'approve';
  return { changed, state: { version: facts.version + (changed ? 1 : 0), status, reason, needsOperator }, effects };
}

function positionOf(facts: ClaimFacts, event: ClaimEvent): ClaimPosition {
  return {
    needsAnother: event.type === 'approve' && event.paid === null,
    isOut: event.type === 'reversed' && event.isOut,
    isCovered: facts.lossMinor > 0n,
    needsOperator: facts.needsOperator,
    isPaid: event.type === 'payout_ended' && event.isPaid,
  };
}
