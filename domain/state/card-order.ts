import { DomainError } from '../errors.ts';
import { ruleFor, statusAfter } from '../process/table.ts';
import type { CardOrderReason, CardOrderStatus, NotPlacedReason, PartnerNews } from './card-order-status.ts';
import {
  type CardOrderEventType,
  type CardOrderMark,
  type CardOrderPosition,
  type CardOrderResolution,
  type CardOrderRule,
  cardOrderTable,
} from './card-order-table.ts';

/** An order of the partner as it was fetched. */
export interface FetchedOrder {
  /** Null: a status that means nothing to us, which is no news. */
  readonly news: PartnerNews | null;
  /** As the partner wrote it. */
  readonly statusText: string;
  readonly txid: string | null;
  /** The amounts of the partner's order, in minor units; null where it wrote none. */
  readonly fiatMinor: bigint | null;
  readonly cryptoMinor: bigint | null;
}

/** The delivery as seen on the chain, in minor units of its gate. */
export interface SeenDelivery {
  readonly minor: bigint;
  readonly txid: string;
  readonly output: string;
}

/** Euro cents. `shareMinor` is the shop's part of the commission. */
export interface CardEarnings {
  readonly euroMinor: bigint;
  readonly commissionMinor: bigint;
  readonly shareMinor: bigint;
}

export type CardOrderEvent =
  | { readonly type: 'place' | 'cancel' | 'mature' | 'overdue' | 'mismatch' | 'look' }
  /** The amounts that the customer saw and accepts. */
  | { readonly type: 'accept_amounts'; readonly fiatMinor: bigint; readonly cryptoMinor: bigint }
  | { readonly type: 'placed'; readonly partnerOrderId: string }
  | { readonly type: 'not_placed'; readonly reason: NotPlacedReason }
  /** `readAtMs`: when the partner was asked, so that news since then are fetched again. */
  | { readonly type: 'partner'; readonly order: FetchedOrder; readonly readAtMs: number }
  | { readonly type: 'delivered'; readonly seen: SeenDelivery; readonly earnings: CardEarnings }
  | { readonly type: 'short'; readonly seen: SeenDelivery }
  | { readonly type: 'elsewhere' }
  | {
      readonly type: 'resolve';
      readonly outcome: CardOrderResolution;
      readonly by: string;
      readonly note: string;
      /** Of the outcome `delivered`. */
      readonly earnings: CardEarnings | null;
    };

/** Everything that decisions about a card order depend on. */
export interface CardOrderFacts {
  readonly version: number;
  readonly status: CardOrderStatus;
  readonly reason: CardOrderReason | null;
  readonly needsOperator: boolean;
  readonly isComplete: boolean;
  readonly isPaid: boolean;
  readonly isMatured: boolean;
  readonly hasPartnerOrder: boolean;
  readonly deadlineMs: number;
}

/** The mutable part of the row that the rules decide; what events carry is written beside it. */
export interface CardOrderState {
  readonly status: CardOrderStatus;
  readonly reason: CardOrderReason | null;
  readonly needsOperator: boolean;
}

export interface CardOrderEffect {
  readonly type: Exclude<CardOrderMark, 'ask_operator' | 'clear_operator_request'> | 'alert' | 'resolve_alert';
  /** Of an alert: what the operator has to look at. */
  readonly message?: string;
}

export interface CardOrderDecision {
  readonly state: CardOrderState;
  readonly effects: readonly CardOrderEffect[];
}

/**
 * Decides one event by the table in card-order-table.ts. Pure.
 * @throws DomainError `illegal_transition`, or the rule's own code
 */
export function nextCardOrder(facts: CardOrderFacts, event: CardOrderEvent, nowMs: number): CardOrderDecision {
  const rule = decidingRule(facts, event, nowMs);
  const marks = rule.marks ?? [];
  const status = statusAfter(rule.to, facts.status);
  const needsOperator =
    marks.includes('ask_operator') || (facts.needsOperator && !marks.includes('clear_operator_request'));
  const keepsReason = status === facts.status && needsOperator === facts.needsOperator;
  const reason =
    rule.reason ??
    (event.type === 'not_placed' && status !== facts.status ? event.reason : null) ??
    (keepsReason ? facts.reason : null);
  const effects: CardOrderEffect[] = marks.flatMap((type) =>
    type === 'ask_operator' || type === 'clear_operator_request' ? [] : [{ type }],
  );
  if (needsOperator && !facts.needsOperator) effects.push({ type: 'alert', message: QUESTIONS[reason ?? 'overdue'] });
  if (!needsOperator && facts.needsOperator) effects.push({ type: 'resolve_alert' });
  return { state: { status, reason, needsOperator }, effects };
}

/** The problem that an operator has to resolve. */
const QUESTIONS: Partial<Record<CardOrderReason, string>> = {
  short: 'Less than was ordered arrived.',
  elsewhere: 'The transaction that the partner names pays somebody else.',
  overdue: 'Nothing has happened for too long.',
  contradiction: 'The partner says that it ended without coins, although it was paid.',
  mismatch: 'The partner has several orders of it, or one that is not what was ordered.',
};

function decidingRule(facts: CardOrderFacts, event: CardOrderEvent, nowMs: number) {
  const type = tableEvent(event);
  if (type === null) return { to: 'same' } as Pick<CardOrderRule, 'marks' | 'reason'> & { readonly to: 'same' };
  if (event.type === 'partner' && !facts.hasPartnerOrder) throw new DomainError('illegal_transition');
  return ruleFor(cardOrderTable, { status: facts.status, event: type, position: positionOf(facts, event, nowMs) });
}

function tableEvent(event: CardOrderEvent): CardOrderEventType | null {
  if (event.type !== 'partner') return event.type;
  return event.order.news === null ? null : `partner_${event.order.news}`;
}

function positionOf(facts: CardOrderFacts, event: CardOrderEvent, nowMs: number): CardOrderPosition {
  const { isComplete, isPaid, isMatured, hasPartnerOrder, needsOperator, deadlineMs } = facts;
  return {
    isComplete,
    isLapsed: nowMs >= deadlineMs,
    isPaid,
    isMatured,
    hasPartnerOrder,
    isOverdue: facts.reason === 'overdue',
    needsOperator,
    isIdentityRefused: event.type === 'not_placed' && event.reason === 'identity_refused',
    resolution: event.type === 'resolve' ? event.outcome : null,
  };
}
