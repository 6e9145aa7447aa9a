import { ruleFor } from './machine.ts';
import type { PayoutActor, PayoutEvent } from './payout-event.ts';
import type { PayoutFacts } from './payout-facts.ts';
import type { PayoutReason, PayoutStatus } from './payout-status.ts';
import { type PayoutMark, type PayoutRule, payoutTable } from './payout-table.ts';

/** The mutable part of the row after a step. */
export interface PayoutState {
  readonly version: number;
  readonly status: PayoutStatus;
  readonly reason: PayoutReason | null;
  readonly needsOperator: boolean;
}

/** What a step does besides the row, in the same transaction. */
export type PayoutEffect =
  | { readonly type: 'approve'; readonly by: PayoutActor; readonly mac: string }
  /** Ends the hold: `void` gives the money back to the balance, `post` lets it go. */
  | { readonly type: 'end_hold'; readonly outcome: 'void' | 'post' }
  | { readonly type: 'alert'; readonly message: string }
  | { readonly type: 'resolve_alert' }
  /** The public event `payout.<status>`. */
  | { readonly type: 'publish' };

export interface PayoutOutcome {
  /** False when nothing changes: the version stays, nothing is written. */
  readonly changed: boolean;
  readonly state: PayoutState;
  readonly effects: readonly PayoutEffect[];
}

/**
 * Decides one event by the table of payout-table.ts. Pure.
 * @throws DomainError `illegal_transition` or the rule's own 409 code
 */
export function nextPayout(facts: PayoutFacts, event: PayoutEvent, nowMs: number): PayoutOutcome {
  const rule = ruleFor(payoutTable, { status: facts.status, event: event.type, position: { facts, event, nowMs } });
  const marked = (mark: PayoutMark) => rule.marks?.includes(mark) ?? false;
  const status = statusOf(rule, facts);
  const reason = reasonOf(rule, { facts, event, status, nowMs });
  const needsOperator = marked('ask_operator') || (facts.needsOperator && !marked('answer_operator'));
  const moved = status !== facts.status;
  const holdEnds = facts.hold === 'open' && (marked('give_hold_back') || marked('pay_hold_out'));
  const changed =
    moved ||
    reason !== facts.reason ||
    needsOperator !== facts.needsOperator ||
    holdEnds ||
    event.type === 'signed' ||
    marked('approve');
  const state = { version: facts.version + (changed ? 1 : 0), status, reason, needsOperator };
  if (!changed) return { changed, state, effects: [] };
  const effects: PayoutEffect[] = [];
  if (marked('approve') && event.type === 'approve') effects.push({ type: 'approve', by: event.by, mac: event.mac });
  if (holdEnds) effects.push({ type: 'end_hold', outcome: marked('pay_hold_out') ? 'post' : 'void' });
  if (needsOperator && !facts.needsOperator) effects.push({ type: 'alert', message: alertWords(state) });
  if (!needsOperator && facts.needsOperator) effects.push({ type: 'resolve_alert' });
  if (moved) effects.push({ type: 'publish' });
  return { changed, state, effects };
}

function statusOf({ to }: PayoutRule, facts: PayoutFacts): PayoutStatus {
  if (to === 'same') return facts.status;
  if (to === 'before' || to === 'refused') throw new Error(`A payout's rule leads to ${to}.`);
  return to;
}

interface Moved {
  readonly facts: PayoutFacts;
  readonly event: PayoutEvent;
  readonly status: PayoutStatus;
  readonly nowMs: number;
}

/** The rule's own, else the event's, else what the new status waits for. A signature ends what kept the signer from it. */
function reasonOf(rule: PayoutRule, { facts, event, status, nowMs }: Moved): PayoutReason | null {
  if (rule.reason !== undefined) return rule.reason;
  if ('reason' in event) return event.reason;
  if (event.type === 'signed') return null;
  if (status === 'pending' && facts.notBeforeMs !== null && nowMs < facts.notBeforeMs) return 'cooling_off';
  return status === facts.status ? facts.reason : null;
}

function alertWords({ status, reason }: PayoutState): string {
  const why = reason === null ? '' : ` (${reason.replaceAll('_', ' ')})`;
  return `The payout is ${status}${why} and waits for an operator.`;
}
