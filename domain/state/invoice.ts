import type { CryptoGateId } from '../assets/assets.ts';
import type { InvoiceRow } from '../invoices/record.ts';
import { maxOf, minOf } from '../money/money.ts';
import { findRule, ruleFor } from '../process/table.ts';
import { creditChange } from './credit-change.ts';
import { INVOICE_COMMANDS } from './invoice-commands.ts';
import type { InvoiceEvent } from './invoice-event.ts';
import { type InvoiceBefore, type InvoiceFacts, type InvoicePosition, isLive, positionOf } from './invoice-facts.ts';
import {
  coveredAfter,
  isLedgerEffect,
  isWithheld,
  type LedgerEffect,
  planLedger,
  replanCover,
  settledBeforeMinor,
  unclaimedMinor,
} from './invoice-ledger.ts';
import { firstLapseMs } from './invoice-locked-rate.ts';
import type { InvoiceSnapshot } from './invoice-snapshot.ts';
import { type InvoiceStatus, RESTING_STATUSES, UNPAID_STATUSES } from './invoice-status.ts';
import { type InvoiceMark, type InvoiceRule, invoiceTable } from './invoice-table.ts';
import { sleepsUntilDeadline } from './invoice-waits.ts';

/** The mutable part of the row after a step. */
export interface InvoiceState
  extends Pick<InvoiceRow, 'gateId' | 'amountDueMinor'>,
    Pick<
      InvoiceFacts,
      | 'version'
      | 'status'
      | 'statusReason'
      | 'before'
      | 'quoteId'
      | 'gateLocked'
      | 'amountPaidMinor'
      | 'amountConfirmedMinor'
      | 'amountSettledMinor'
      | 'amountRefundedMinor'
      | 'excessKeptMinor'
      | 'complianceHold'
      | 'needsOperator'
      | 'referenceLive'
      | 'expiryDecided'
      | 'completedAtMs'
      | 'canceledAtMs'
    > {}

type InvoiceAlert = 'reorganisation' | 'invoice_needs_operator';

/** Effects of a step besides changing the row; the database layer carries them out in the same transaction. */
export type InvoiceEffect =
  | LedgerEffect
  /** Stops or resumes outgoing payments of this merchant in this asset. */
  | { readonly type: 'freeze' | 'unfreeze'; readonly gateId: CryptoGateId }
  | { readonly type: 'void_refund' }
  /** Of what waits: see `db/conversions/waiting.ts`. */
  | { readonly type: 'make_conversions' | 'keep_coins' }
  | { readonly type: 'alert'; readonly kind: InvoiceAlert; readonly message: string }
  | { readonly type: 'resolve_alert'; readonly kind: InvoiceAlert }
  /** The event `invoice.<status>` for webhooks, with the invoice as it is after the step. */
  | { readonly type: 'publish'; readonly status: InvoiceStatus }
  /** Sends the new snapshot to the workflow. */
  | { readonly type: 'signal' };

export interface InvoiceOutcome {
  /** False when the facts require no change: the version stays and nothing is written. */
  readonly changed: boolean;
  readonly state: InvoiceState;
  readonly effects: readonly InvoiceEffect[];
  readonly snapshot: InvoiceSnapshot;
}

/**
 * Decides one event by the table in invoice-table.ts. Pure: the same facts, event and time give the same outcome, and a
 * further `payments_changed` on the resulting facts changes nothing.
 * @throws DomainError `illegal_transition` or the rule's own 409 code
 */
export function nextInvoice(facts: InvoiceFacts, event: InvoiceEvent, nowMs: number): InvoiceOutcome {
  const at = positionOf(facts, nowMs, 'minor' in event ? event.minor : 0n);
  const chosen = event.type === 'choose' ? { ...at, quote: quoteOf(facts, event.quoteId) } : at;
  const rule = ruleFor(invoiceTable, { status: facts.status, event: event.type, position: at }, INVOICE_COMMANDS);
  const status = targetOf(rule, at);
  const draft = stateAfter({ at: chosen, rule, status });
  const plan = planLedger(chosen, {
    status,
    excessKeptMinor: draft.excessKeptMinor,
    settlesRest: rule.marks?.includes('settle_rest') ?? false,
    isWithheld: isWithheld(chosen, draft.complianceHold),
  });
  const state: InvoiceState = { ...draft, amountSettledMinor: plan.amountSettledMinor };
  const acts = conversionActs(rule);
  if (plan.effects.length + acts.length === 0 && sameState(state, facts)) {
    return { changed: false, state, effects: [], snapshot: snapshotOf(facts, nowMs) };
  }
  // Only staff may learn of a hold, so not even the version may change.
  const isNews =
    plan.effects.length + acts.length > 0 || !sameState({ ...state, complianceHold: facts.complianceHold }, facts);
  const next: InvoiceState = { ...state, version: facts.version + (isNews ? 1 : 0) };
  const snapshot = snapshotOf(factsAfter(facts, next), nowMs);
  return {
    changed: true,
    state: next,
    snapshot,
    effects: effectsOf({ at: chosen, rule, next, snapshot, ledger: plan.effects }),
  };
}

function conversionActs({ marks }: InvoiceRule): InvoiceEffect[] {
  const acts = ['make_conversions', 'keep_coins'] as const;
  return acts.flatMap((type) => (marks?.includes(type) ? [{ type }] : []));
}

/** Adapts an outcome that withdrew the invoice's open refund. `facts` are those afterwards, with the same payments. */
export function afterWithdrawal(outcome: InvoiceOutcome, facts: InvoiceFacts): InvoiceOutcome {
  const { state } = outcome;
  const ledger = outcome.effects.filter(isLedgerEffect);
  const others = outcome.effects.filter((effect) => !isLedgerEffect(effect));
  const quote = facts.quotes.find(({ id }) => id === state.quoteId) ?? null;
  return { ...outcome, effects: [...replanCover(ledger, { facts, quote }, state.amountSettledMinor), ...others] };
}

/** The parts of these facts that the workflow needs. */
export function snapshotOf(facts: InvoiceFacts, nowMs: number): InvoiceSnapshot {
  const at = positionOf(facts, nowMs);
  const rule = findRule(invoiceTable, { status: facts.status, event: 'settle', position: at });
  const latest = facts.payments.findLast((payment) => payment.quoteId !== null && isLive(payment));
  return {
    version: facts.version,
    status: facts.status,
    reason: facts.statusReason,
    gateId: at.quote?.gateId ?? null,
    network: at.quote?.network ?? null,
    txid: latest?.txid ?? null,
    needsOperator: facts.needsOperator,
    expiryDecided: facts.expiryDecided,
    ...(facts.complianceHold ? { held: true } : {}),
    lapsesAtMs: nextLapse(at),
    // A rate that ends first becomes the deadline with the first payment.
    expiresAtMs: at.quote?.lockedUntilMs === undefined ? undefined : facts.expiresAtMs,
    ready: rule !== null && rule.to !== 'refused',
  };
}

/** When the first payment that is still unconfirmed loses the locked rate (invoice-states M). */
function nextLapse({ facts, quote }: InvoicePosition): number | null {
  if (quote === null || RESTING_STATUSES.has(facts.status)) return null;
  const onQuote = facts.payments.filter((payment) => payment.quoteId === quote.id && isLive(payment));
  return firstLapseMs(onQuote, facts.expiresAtMs);
}

function quoteOf(facts: InvoiceFacts, quoteId: string) {
  return facts.quotes.find((quote) => quote.id === quoteId) ?? null;
}

function targetOf({ to }: { readonly to: Exclude<InvoiceRule['to'], 'refused'> }, at: InvoicePosition): InvoiceStatus {
  switch (to) {
    case 'same':
      return at.facts.status;
    case 'before':
      return statusBefore(at);
    default:
      return to;
  }
}

const REFUNDED: ReadonlySet<InvoiceStatus> = new Set(['refunded', 'partially_refunded']);

/**
 * The status after an error or a failed refund ends. A refund that was already signed when the error began continued
 * meanwhile and counts (invoice-states G, J).
 */
function statusBefore({ facts, excessMinor, confirmedMinor }: InvoicePosition): InvoiceStatus {
  // Cells with `before` require a known earlier status; without one the invoice keeps its status.
  const { status } = facts.before ?? facts;
  if (facts.status !== 'error') return status;
  if (facts.refundOpen) return 'refund_requested';
  if (facts.amountRefundedMinor === 0n || REFUNDED.has(status)) return status;
  if (facts.amountRefundedMinor <= excessMinor) return 'done';
  return facts.amountRefundedMinor < confirmedMinor ? 'partially_refunded' : 'refunded';
}

interface Step {
  readonly at: InvoicePosition;
  readonly rule: InvoiceRule;
  readonly status: InvoiceStatus;
}

function stateAfter({ at, rule, status }: Step): InvoiceState {
  const { facts } = at;
  const marked = (mark: InvoiceMark) => rule.marks?.includes(mark) ?? false;
  const moved = status !== facts.status;
  const complianceHold = marked('hold') || (facts.complianceHold && !marked('release_hold'));
  const otherMoney = facts.payments.some(
    (payment) =>
      payment.quoteId !== null &&
      payment.quoteId !== at.quote?.id &&
      payment.status === 'confirmed' &&
      !payment.credited,
  );
  // A question to an operator is over once the invoice has moved on.
  const staysRequested = facts.needsOperator && !moved && !marked('clear_operator_request');
  return {
    version: facts.version,
    status,
    statusReason: rule.reason ?? reasonAfter(rule, facts, moved),
    before: beforeAfter(at, status, isWithheld(at, complianceHold)),
    quoteId: at.quote?.id ?? null,
    gateId: at.quote?.gateId ?? null,
    amountDueMinor: at.quote?.amountDueMinor ?? null,
    gateLocked: facts.payments.length === 0 ? facts.gateLocked : at.anythingSeen || facts.completedAtMs !== null,
    amountPaidMinor: at.seenMinor,
    amountConfirmedMinor: at.confirmedMinor,
    amountSettledMinor: facts.amountSettledMinor,
    excessKeptMinor: excessKeptAfter(at, status, marked('keep_excess')),
    amountRefundedMinor: facts.amountRefundedMinor + (marked('count_refund') ? at.refundMinor : 0n),
    complianceHold,
    needsOperator: marked('ask_operator') || otherMoney || staysRequested,
    referenceLive: hasReference(at, status),
    expiryDecided: facts.expiryDecided || marked('decide_expiry'),
    completedAtMs: marked('settle_rest') ? (facts.completedAtMs ?? at.nowMs) : completedAfter(at, status),
    canceledAtMs: status === 'canceled' ? (facts.canceledAtMs ?? at.nowMs) : facts.canceledAtMs,
  };
}

/**
 * An order whose invoice ended unpaid may get another one, but not while money of it may still be confirmed. A late
 * payment takes the reference again unless another invoice has it by now.
 */
function hasReference({ facts, anythingSeen }: InvoicePosition, status: InvoiceStatus): boolean {
  const takesAgain = UNPAID_STATUSES.has(facts.status) && !facts.referenceTaken;
  if (!UNPAID_STATUSES.has(status)) return facts.referenceLive || takesAgain;
  // It is tried once: with the first money.
  return anythingSeen && (facts.referenceLive || (facts.amountPaidMinor === 0n && !facts.referenceTaken));
}

function reasonAfter(rule: InvoiceRule, facts: InvoiceFacts, moved: boolean): string | null {
  if (!moved) return facts.statusReason;
  return rule.to === 'before' ? (facts.before?.reason ?? null) : null;
}

/** An error keeps the decision about the excess until the money is back. */
function excessKeptAfter(at: InvoicePosition, status: InvoiceStatus, keepsAll: boolean): bigint {
  // Excess that was refunded is gone and cannot be kept.
  if (keepsAll) return maxOf(0n, at.facts.amountSettledMinor + unclaimedMinor(at) - at.amountDueMinor);
  return status === 'error' ? at.facts.excessKeptMinor : minOf(at.facts.excessKeptMinor, at.excessMinor);
}

/**
 * Kept during an error or a refund request, and after them while what they took back is withheld. An error during a
 * refund keeps the state from before that refund.
 */
function beforeAfter({ facts }: InvoicePosition, status: InvoiceStatus, withheld: boolean): InvoiceBefore | null {
  if (REFUNDED.has(status)) return withheld ? facts.before : null;
  if (status === facts.status) return facts.before;
  // Its money is back and withheld: it is what it was as soon as that ends.
  const wasSettled = facts.before?.status === 'done' || facts.before?.status === 'overpaid';
  if (status === 'processing' && facts.status === 'error') return wasSettled ? facts.before : null;
  if (status !== 'error' && status !== 'refund_requested') return null;
  if (facts.status === 'processing' && facts.before !== null) return facts.before;
  const isRefunding = facts.status === 'refund_requested' || (facts.status === 'error' && facts.refundOpen);
  if (isRefunding) return facts.before;
  return { status: facts.status, reason: facts.statusReason, settledMinor: settledBeforeMinor(facts) };
}

const NEVER_COMPLETED: ReadonlySet<InvoiceStatus> = new Set(['invalid', 'expired', 'expired_paid', 'partially_paid']);

function completedAfter(at: InvoicePosition, status: InvoiceStatus): number | null {
  if (status === 'done' || status === 'overpaid') return at.facts.completedAtMs ?? at.nowMs;
  return NEVER_COMPLETED.has(status) ? null : at.facts.completedAtMs;
}

function sameState(state: InvoiceState, facts: InvoiceFacts): boolean {
  return (
    state.status === facts.status &&
    state.statusReason === facts.statusReason &&
    state.before === facts.before &&
    state.quoteId === facts.quoteId &&
    state.gateLocked === facts.gateLocked &&
    state.amountPaidMinor === facts.amountPaidMinor &&
    state.amountConfirmedMinor === facts.amountConfirmedMinor &&
    state.amountSettledMinor === facts.amountSettledMinor &&
    state.excessKeptMinor === facts.excessKeptMinor &&
    state.amountRefundedMinor === facts.amountRefundedMinor &&
    state.complianceHold === facts.complianceHold &&
    state.needsOperator === facts.needsOperator &&
    state.referenceLive === facts.referenceLive &&
    state.expiryDecided === facts.expiryDecided &&
    state.completedAtMs === facts.completedAtMs
  );
}

/** The facts as they are once the outcome is written. */
export function factsAfter(facts: InvoiceFacts, state: InvoiceState): InvoiceFacts {
  const quote = facts.quotes.find(({ id }) => id === state.quoteId) ?? null;
  return {
    ...facts,
    ...state,
    covered: coveredAfter({ facts, quote }, state.amountSettledMinor),
    payments: facts.payments.map((payment) => {
      const { credits, reverses } = creditChange(payment);
      if (!credits && !reverses) return payment;
      const creditedTo = credits ? (payment.quoteId === null ? 'suspense' : 'unsettled') : null;
      const creditedMinor = credits ? payment.amountMinor : 0n;
      return {
        ...payment,
        credited: credits,
        creditedTo,
        creditedMinor,
        creditCount: payment.creditCount + (credits ? 1 : 0),
      };
    }),
  };
}

interface Decided {
  readonly at: InvoicePosition;
  readonly rule: InvoiceRule;
  readonly next: InvoiceState;
  readonly snapshot: InvoiceSnapshot;
  readonly ledger: readonly LedgerEffect[];
}

function effectsOf({ at, rule, next, snapshot, ledger }: Decided): InvoiceEffect[] {
  const { facts } = at;
  const effects: InvoiceEffect[] = [...ledger, ...conversionActs(rule)];
  const marked = (mark: InvoiceMark) => rule.marks?.includes(mark) ?? false;
  if (at.quote !== null && marked('freeze')) effects.push({ type: 'freeze', gateId: at.quote.gateId });
  if (at.quote !== null && marked('unfreeze')) effects.push({ type: 'unfreeze', gateId: at.quote.gateId });
  if (marked('void_refund')) effects.push({ type: 'void_refund' });
  if (ledger.some((effect) => effect.type === 'reverse')) {
    effects.push({ type: 'alert', kind: 'reorganisation', message: 'A reorganization removed a confirmed payment.' });
  }
  if (next.needsOperator && !facts.needsOperator) {
    const reason = next.statusReason === null ? '' : ` (${next.statusReason})`;
    const message = `The invoice is ${next.status}${reason} and needs an operator.`;
    effects.push({ type: 'alert', kind: 'invoice_needs_operator', message });
  }
  if (!next.needsOperator) {
    if (facts.needsOperator) effects.push({ type: 'resolve_alert', kind: 'invoice_needs_operator' });
    if (at.quote !== null && marked('unfreeze')) effects.push({ type: 'resolve_alert', kind: 'reorganisation' });
  }
  const moved = next.status !== facts.status;
  const moneyMoved = ledger.some((effect) => effect.type === 'credit' || effect.type === 'reverse');
  // Shops hear of every status change, and of money that arrives after an invoice has ended.
  if (moved || marked('keep_coins') || (moneyMoved && RESTING_STATUSES.has(next.status)))
    effects.push({ type: 'publish', status: next.status });
  const gateChanged = next.quoteId !== facts.quoteId;
  const heldChanged = next.complianceHold !== facts.complianceHold;
  const worth = needsWorkflow(facts.status, false) || needsWorkflow(next.status, snapshot.ready);
  const asleep = [{ ...facts, ready: false }, snapshot].every((each) =>
    sleepsUntilDeadline(each, facts.expiresAtMs, at.nowMs),
  );
  if (worth && !asleep && (moved || gateChanged || snapshot.ready || heldChanged)) effects.push({ type: 'signal' });
  return effects;
}

/** True while a workflow has something to wait for or to do. */
export function needsWorkflow(status: InvoiceStatus, ready: boolean): boolean {
  return ready || (!RESTING_STATUSES.has(status) && status !== 'refund_requested');
}
