import type { GateId } from '../assets/assets.ts';
import type { DepositNetwork } from '../deposits/gates.ts';
import { bpsFloor, minOf, mulDivFloor } from '../money/money.ts';
import { ruleFor, statusAfter } from '../process/table.ts';
import { type CreditMove, creditMove } from './credit-change.ts';
import {
  changedCredits,
  type DepositEvent,
  type DepositFacts,
  type DepositPosition,
  depositPosition,
  goneReason,
} from './deposit-facts.ts';
import type { DepositReason, DepositStatus } from './deposit-status.ts';
import { type DepositMark, depositTable } from './deposit-table.ts';

/** The mutable part of the row after a step. */
export interface DepositState {
  readonly version: number;
  readonly status: DepositStatus;
  readonly reason: DepositReason | null;
  readonly needsOperator: boolean;
  readonly complianceHold: boolean;
  readonly announced: boolean;
  readonly amountMinor: bigint;
  readonly settledMinor: bigint;
}

/** Effects of a step besides changing the row, in the same transaction. Amounts in minor units of the gate. */
export type DepositEffect =
  | CreditMove<DepositNetwork>
  /** From the deposit's account to `available` and the fee; `unsettle` moves it back. */
  | { readonly type: 'settle' | 'unsettle'; readonly netMinor: bigint; readonly serviceFeeMinor: bigint }
  | { readonly type: 'convert'; readonly to: GateId; readonly minor: bigint }
  | { readonly type: 'unconvert'; readonly minor: bigint }
  /** Of what waits: see `db/conversions/waiting.ts`. */
  | { readonly type: 'make_conversions' | 'keep_coins' }
  /** Outgoing money of the merchant's balance. */
  | { readonly type: 'freeze' | 'unfreeze' }
  | { readonly type: 'alert'; readonly message: string }
  | { readonly type: 'resolve_alert' }
  /** The public event `deposit.<status>`. */
  | { readonly type: 'publish' };

export interface DepositOutcome {
  /** False when nothing changes: the version stays and nothing is written. */
  readonly changed: boolean;
  readonly state: DepositState;
  readonly effects: readonly DepositEffect[];
}

/**
 * Decides one event by the table in deposit-table.ts. Pure. Nothing is announced below the minimum until it is full, so
 * that a flood of dust is no flood of webhooks.
 * @throws DomainError `illegal_transition`
 */
export function nextDeposit(facts: DepositFacts, event: DepositEvent): DepositOutcome {
  const position = depositPosition(facts, event);
  const rule = ruleFor(depositTable, { status: facts.status, event: event.type, position });
  const marked = (mark: DepositMark) => rule.marks?.includes(mark) ?? false;
  const status = statusAfter(rule.to, facts.status);
  const settledMinor = marked('settle') || marked('take_back') ? position.confirmedMinor : facts.settledMinor;
  const next = {
    status,
    reason: reasonOf(rule.reason, position, status),
    needsOperator: marked('ask_operator') || (facts.needsOperator && !marked('clear_operator_request')),
    complianceHold: marked('hold') || (facts.complianceHold && !marked('release_hold')),
    announced: facts.announced || position.isFull || position.liveMinor >= facts.minimumMinor,
    // An amount that no longer comes is still shown as it was announced.
    amountMinor: position.liveMinor > 0n ? position.liveMinor : facts.amountMinor,
    settledMinor,
  };
  const acts = (['make_conversions', 'keep_coins'] as const).filter(marked).map((type): DepositEffect => ({ type }));
  const news = newsOf(facts, next, marked('keep_coins'));
  const effects = [...moneyOf(position, settledMinor), ...acts, ...news];
  // Only staff may learn of a hold, so not even the version may change.
  const isNews = facts.version === 0 || effects.length > 0 || COMPARED.some((key) => next[key] !== facts[key]);
  const changed = isNews || next.complianceHold !== facts.complianceHold;
  return { changed, state: { ...next, version: facts.version + (isNews ? 1 : 0) }, effects };
}

/** The part of an amount that the gateway keeps, rounded down. */
export function depositFee(minor: bigint, feeBps: number): bigint {
  return bpsFloor(minor, feeBps);
}

const KEEPS_REASON: ReadonlySet<DepositEvent['type']> = new Set(['hold', 'clear', 'convert', 'keep_coins']);

const COMPARED = ['status', 'reason', 'needsOperator', 'announced', 'amountMinor', 'settledMinor'] as const;

/** The rule's reason, else what the chain says; a reason stays as long as the status. */
function reasonOf(
  reason: DepositReason | undefined,
  { facts, event }: DepositPosition,
  status: DepositStatus,
): DepositReason | null {
  if (reason !== undefined) return reason;
  if (KEEPS_REASON.has(event.type)) return facts.reason;
  if (status === 'error') return facts.needsOperator ? facts.reason : goneReason(facts);
  if (status === 'pending') return isReversed(facts) ? 'reorganized' : stays(facts, status);
  return status === 'done' ? stays(facts, status) : null;
}

function stays(facts: DepositFacts, status: DepositStatus): DepositReason | null {
  return facts.status === status ? facts.reason : null;
}

function isReversed(facts: DepositFacts): boolean {
  return changedCredits(facts).some(({ reverses }) => reverses);
}

/** In the order in which no account falls short: what comes in goes first. */
function moneyOf({ facts, event }: DepositPosition, settledMinor: bigint): DepositEffect[] {
  const changes = changedCredits(facts);
  const credits = changes.filter((each) => each.credits).map(({ payment }) => creditMove('credit', payment));
  const reversals = changes.filter((each) => each.reverses).map(({ payment }) => creditMove('reverse', payment));
  if (settledMinor < facts.settledMinor) {
    const span = { fromMinor: settledMinor, toMinor: facts.settledMinor };
    return [...credits, ...unconversion(facts, span), settlement('unsettle', facts, span), ...reversals];
  }
  if (settledMinor === facts.settledMinor) return [...credits, ...reversals];
  const span = { fromMinor: facts.settledMinor, toMinor: settledMinor };
  const converts = event.type === 'settle' && event.converts;
  return [...credits, ...reversals, settlement('settle', facts, span), ...(converts ? conversion(facts, span) : [])];
}

/** From a smaller settled total to a larger one: a part that is taken back and settled again adds up exactly. */
interface Span {
  readonly fromMinor: bigint;
  readonly toMinor: bigint;
}

function settlement(
  type: 'settle' | 'unsettle',
  { feeBps }: DepositFacts,
  { fromMinor, toMinor }: Span,
): DepositEffect {
  const serviceFeeMinor = depositFee(toMinor, feeBps) - depositFee(fromMinor, feeBps);
  return { type, serviceFeeMinor, netMinor: toMinor - fromMinor - serviceFeeMinor };
}

function conversion(facts: DepositFacts, span: Span): DepositEffect[] {
  const requested = requestedConversion(facts);
  if (requested === null) return [];
  const minor = shareOf(facts, requested.percent, span);
  return minor <= 0n ? [] : [{ type: 'convert', to: requested.to, minor }];
}

function unconversion(facts: DepositFacts, span: Span): DepositEffect[] {
  const requested = requestedConversion(facts);
  if (requested === null) return [];
  const minor = minOf(facts.convertedMinor, shareOf(facts, requested.percent, span));
  return minor <= 0n ? [] : [{ type: 'unconvert', minor }];
}

/** The target of a deposit's conversion, and the part that converts; null: nothing, or it is in that asset already. */
function requestedConversion({ autoconversion, gateId }: DepositFacts): { to: GateId; percent: bigint } | null {
  if (autoconversion.type === 'none' || autoconversion.gate_id === gateId) return null;
  const percent = autoconversion.type === 'full' ? 100n : BigInt(autoconversion.percent);
  return { to: autoconversion.gate_id, percent };
}

/** How much of what reaches the merchant converts, in whole units of each total. */
function shareOf({ feeBps }: DepositFacts, percent: bigint, { fromMinor, toMinor }: Span): bigint {
  const upTo = (minor: bigint) => mulDivFloor(minor - depositFee(minor, feeBps), percent, 100n);
  return upTo(toMinor) - upTo(fromMinor);
}

function newsOf(facts: DepositFacts, next: Omit<DepositState, 'version'>, isGivenUp: boolean): DepositEffect[] {
  const effects: DepositEffect[] = [];
  if (next.needsOperator && !facts.needsOperator) {
    const message =
      'Settled money of this deposit was reorganized. Outgoing money of the merchant’s balance is frozen.';
    effects.push({ type: 'freeze' }, { type: 'alert', message });
  }
  if (!next.needsOperator && facts.needsOperator) effects.push({ type: 'unfreeze' }, { type: 'resolve_alert' });
  const isNew = !facts.announced || next.status !== facts.status || isGivenUp;
  if (next.announced && isNew) effects.push({ type: 'publish' });
  return effects;
}
