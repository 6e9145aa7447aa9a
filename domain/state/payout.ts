import { ruleFor } from '../process/table.ts';
import { operatorMessage, wordsAfter } from './outflow-words.ts';
import type { PayoutActor, PayoutEvent } from './payout-event.ts';
import type { PayoutFacts } from './payout-facts.ts';
import type { PayoutReason, PayoutStatus } from './payout-status.ts';
import { type PayoutMark, type PayoutRule, payoutTable } from './payout-table.ts';

/** The mutable part of the row after a step. */
export type PayoutState = Pick<PayoutFacts, 'version' | 'status' | 'statusReason' | 'statusWords' | 'needsOperator'>;

/** Effects of a step besides changing the row, in the same transaction. */
export type PayoutEffect =
  | { readonly type: 'approve'; readonly by: PayoutActor; readonly mac: string }
  /** `void` returns the held money to the balance, `post` pays it out, `return` returns money that was paid out. */
  | { readonly type: 'end_hold'; readonly outcome: 'void' | 'post' | 'return' }
  | { readonly type: 'alert'; readonly message: string }
  | { readonly type: 'resolve_alert' }
  /** The public event `payout.<status>`. */
  | { readonly type: 'publish' };

export interface PayoutOutcome {
  /** False when nothing changes: the version stays and nothing is written. */
  readonly changed: boolean;
  readonly state: PayoutState;
  readonly effects: readonly PayoutEffect[];
}

/**
 * Decides one event by the table in payout-table.ts. Pure.
 * @throws DomainError `illegal_transition` or the rule's own 409 code
 */
export function nextPayout(facts: PayoutFacts, event: PayoutEvent, nowMs: number): PayoutOutcome {
  const rule = ruleFor(payoutTable, { status: facts.status, event: event.type, position: { facts, event, nowMs } }, [
    'cancel',
  ]);
  const marked = (mark: PayoutMark) => rule.marks?.includes(mark) ?? false;
  const status = statusOf(rule, facts);
  const statusReason = reasonOf(rule, { facts, event, status, nowMs });
  const statusWords = wordsAfter(facts, event, statusReason);
  const needsOperator = marked('ask_operator') || (facts.needsOperator && !marked('clear_operator_request'));
  const moved = status !== facts.status;
  const holdEnds = holdEnd(facts, marked);
  const changed =
    moved ||
    statusReason !== facts.statusReason ||
    statusWords !== facts.statusWords ||
    needsOperator !== facts.needsOperator ||
    holdEnds !== null ||
    event.type === 'signed' ||
    marked('approve');
  const state = { version: facts.version + (changed ? 1 : 0), status, statusReason, statusWords, needsOperator };
  const effects: PayoutEffect[] = [];
  if (marked('approve') && event.type === 'approve') effects.push({ type: 'approve', by: event.by, mac: event.mac });
  if (holdEnds !== null) effects.push({ type: 'end_hold', outcome: holdEnds });
  if (needsOperator && !facts.needsOperator) effects.push({ type: 'alert', message: operatorMessage('payout', state) });
  if (!needsOperator && facts.needsOperator) effects.push({ type: 'resolve_alert' });
  if (moved) effects.push({ type: 'publish' });
  return { changed, state, effects };
}

/** Effects on the money: a hold ends once, and only money that was paid out can be returned. */
function holdEnd({ hold }: PayoutFacts, marked: (mark: PayoutMark) => boolean): 'void' | 'post' | 'return' | null {
  if (hold === 'posted') return marked('return_paid_money') ? 'return' : null;
  if (hold !== 'open') return null;
  if (marked('pay_out_held_money')) return 'post';
  return marked('return_held_money') ? 'void' : null;
}

function statusOf({ to }: { readonly to: Exclude<PayoutRule['to'], 'refused'> }, facts: PayoutFacts): PayoutStatus {
  if (to === 'same') return facts.status;
  if (to === 'before') throw new Error('A payout returns to no earlier status.');
  return to;
}

interface Moved {
  readonly facts: PayoutFacts;
  readonly event: PayoutEvent;
  readonly status: PayoutStatus;
  readonly nowMs: number;
}

/** The rule's reason, else the event's, else what the new status waits for. A signature clears the reason. */
function reasonOf(rule: PayoutRule, { facts, event, status, nowMs }: Moved): PayoutReason | null {
  if (rule.reason !== undefined) return rule.reason;
  if ('reason' in event) return event.reason;
  if (event.type === 'signed') return null;
  if (status === 'pending' && nowMs < (facts.notBefore?.getTime() ?? 0)) return 'cooling_off';
  return status === facts.status ? facts.statusReason : null;
}
