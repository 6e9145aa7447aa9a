import { ruleFor, statusAfter } from '../process/table.ts';
import { operatorMessage, wordsAfter } from './outflow-words.ts';
import type { PayoutActor } from './payout-event.ts';
import type { WithdrawalEvent } from './withdrawal-event.ts';
import type { WithdrawalFacts } from './withdrawal-facts.ts';
import type { BankStage, WithdrawalReason, WithdrawalStatus } from './withdrawal-status.ts';
import { type WithdrawalMark, type WithdrawalRule, withdrawalTable } from './withdrawal-table.ts';

/** The mutable part of the row after a step. */
export type WithdrawalState = Pick<
  WithdrawalFacts,
  'version' | 'status' | 'statusReason' | 'statusWords' | 'needsOperator' | 'bankStage' | 'payeeName' | 'bankReference'
>;

/** Effects of a step besides changing the row, in the same transaction. */
export type WithdrawalEffect =
  | { readonly type: 'approve'; readonly by: PayoutActor; readonly mac: string }
  | { readonly type: 'give_to_bank' }
  | { readonly type: 'take_from_bank' }
  | { readonly type: 'answer_bank'; readonly by: PayoutActor; readonly outcome: 'pay' | 'cancel' }
  /**
   * `void` returns the held money, `post` pays it out, `return` returns money that was paid out, `charge` takes money
   * that was returned too early.
   */
  | { readonly type: 'end_hold'; readonly outcome: 'void' | 'post' | 'return' | 'charge' }
  | { readonly type: 'alert'; readonly message: string }
  | { readonly type: 'resolve_alert' }
  /** The merchant's people learn that they must answer the bank. */
  | { readonly type: 'ask_merchant' }
  /** The public event `withdrawal.<status>`. */
  | { readonly type: 'publish' };

export interface WithdrawalOutcome {
  /** False when nothing changes: the version stays and nothing is written. */
  readonly changed: boolean;
  readonly state: WithdrawalState;
  readonly effects: readonly WithdrawalEffect[];
}

/**
 * Decides one event by the table in withdrawal-table.ts. Pure.
 * @throws DomainError `illegal_transition` or the rule's own 409 code
 */
export function nextWithdrawal(facts: WithdrawalFacts, event: WithdrawalEvent, nowMs: number): WithdrawalOutcome {
  const rule = ruleFor(withdrawalTable, { status: facts.status, event: event.type, position: { facts, event, nowMs } });
  const marked = (mark: WithdrawalMark) => rule.marks?.includes(mark) ?? false;
  const status = statusAfter(rule.to, facts.status);
  const statusReason = reasonOf(rule, { facts, event, status, nowMs });
  const next = {
    status,
    statusReason,
    statusWords: wordsAfter(facts, event, statusReason),
    needsOperator: marked('ask_operator') || (facts.needsOperator && !marked('clear_operator_request')),
    bankStage: stageOf(facts, event, marked),
    payeeName: event.type === 'name_question' ? event.payeeName : facts.payeeName,
    bankReference: event.type === 'booked' ? (event.bankReference ?? facts.bankReference) : facts.bankReference,
  };
  const effects = effectsOf({ facts, event, next, marked });
  const changed =
    effects.length > 0 || CHANGING.some((key) => next[key] !== facts[key]) || next.status !== facts.status;
  return { changed, state: { ...next, version: facts.version + (changed ? 1 : 0) }, effects };
}

const CHANGING = ['statusReason', 'statusWords', 'needsOperator', 'bankStage', 'payeeName', 'bankReference'] as const;

interface Decided {
  readonly facts: WithdrawalFacts;
  readonly event: WithdrawalEvent;
  readonly next: Omit<WithdrawalState, 'version'>;
  readonly marked: (mark: WithdrawalMark) => boolean;
}

function effectsOf({ facts, event, next, marked }: Decided): WithdrawalEffect[] {
  const effects: WithdrawalEffect[] = [];
  if (marked('approve') && event.type === 'approve') effects.push({ type: 'approve', by: event.by, mac: event.mac });
  if (marked('give_to_bank')) effects.push({ type: 'give_to_bank' });
  if (marked('take_from_bank')) effects.push({ type: 'take_from_bank' });
  if (marked('answer_bank') && event.type === 'answer_name') {
    effects.push({ type: 'answer_bank', by: event.by, outcome: event.outcome });
  }
  const outcome = holdEnd(facts, marked);
  if (outcome !== null) effects.push({ type: 'end_hold', outcome });
  if (next.needsOperator && !facts.needsOperator)
    effects.push({ type: 'alert', message: operatorMessage('withdrawal', next) });
  if (!next.needsOperator && facts.needsOperator) effects.push({ type: 'resolve_alert' });
  if (next.statusReason === 'name_question' && facts.statusReason !== 'name_question')
    effects.push({ type: 'ask_merchant' });
  if (next.status !== facts.status) effects.push({ type: 'publish' });
  return effects;
}

/** Effects on the money: a hold ends once, and only money that was paid out can be returned. */
function holdEnd({ hold }: WithdrawalFacts, marked: Decided['marked']): 'void' | 'post' | 'return' | 'charge' | null {
  if (hold === 'posted') return marked('return_paid_money') ? 'return' : null;
  if (hold === 'voided') return marked('charge_paid_money') ? 'charge' : null;
  if (marked('pay_out_held_money')) return 'post';
  return marked('return_held_money') ? 'void' : null;
}

function stageOf({ bankStage }: WithdrawalFacts, { type }: WithdrawalEvent, marked: Decided['marked']): BankStage {
  if (marked('give_to_bank')) return 'given';
  if (marked('take_from_bank')) return 'none';
  if (type === 'torn_up') return bankStage === 'in_file' ? 'given' : bankStage;
  return FROM_A_FILE.has(type) ? 'in_file' : bankStage;
}

/** A bank that answers has read a file. */
const FROM_A_FILE: ReadonlySet<WithdrawalEvent['type']> = new Set([
  'in_file',
  'accepted',
  'name_question',
  'rejected',
  'booked',
  'returned',
]);

interface Moved {
  readonly facts: WithdrawalFacts;
  readonly event: WithdrawalEvent;
  readonly status: WithdrawalStatus;
  readonly nowMs: number;
}

/** The rule's reason, else the event's, else what the new status waits for. */
function reasonOf(rule: WithdrawalRule, { facts, event, status, nowMs }: Moved): WithdrawalReason | null {
  if (rule.reason !== undefined) return rule.reason;
  if ('reason' in event) return event.reason;
  if (event.type === 'answer_name') return event.outcome === 'cancel' ? 'name_declined' : null;
  if (event.type === 'give' || event.type === 'accepted') return null;
  if (event.type === 'in_file' && facts.statusReason === 'own_limit') return null;
  if (status === 'pending' && nowMs < (facts.notBefore?.getTime() ?? 0)) return 'cooling_off';
  return status === facts.status ? facts.statusReason : null;
}
