import type { CryptoGateId } from '../assets/assets.ts';
import { type SettlementSplit, splitSettlement } from '../money/fees.ts';
import { maxOf, minOf } from '../money/money.ts';
import { type CreditMove, creditChange, creditMove } from './credit-change.ts';
import { type ConversionEffect, conversionOf } from './invoice-conversion.ts';
import type { InvoiceFacts, InvoicePosition, PaymentFact } from './invoice-facts.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/**
 * The work of the ledger. Amounts in minor units of the gate; `n` counts the credits of one payment. `unsettled` is the
 * invoice's own account for the gate: credits are added to it; settlements, refunds and reversals are taken from it,
 * and it never goes below zero.
 */
export type LedgerEffect =
  | (CreditMove & { readonly account: 'unsettled' | 'suspense'; readonly assetRef: string })
  /** Moves money from the invoice's account to `available` (net) and to the fees; `unsettle` moves it back. */
  | ({ readonly type: 'settle' | 'unsettle'; readonly gateId: CryptoGateId } & SettlementSplit)
  /** Follows a settlement, or comes before it is taken back. */
  | ConversionEffect
  /** The merchant covers refunded money that is reversed, from `available` and then as debt; `uncover` returns it. */
  | { readonly type: 'cover' | 'uncover'; readonly gateId: CryptoGateId; readonly minor: bigint };

export interface LedgerPlan {
  readonly effects: readonly LedgerEffect[];
  readonly amountSettledMinor: bigint;
}

const SETTLED: ReadonlySet<InvoiceStatus> = new Set(['done', 'overpaid']);
const KEPT: ReadonlySet<InvoiceStatus> = new Set(['error', 'refund_requested', 'refunded', 'partially_refunded']);

/** The part of a decision about an invoice that moves money. */
export interface LedgerDecision {
  readonly status: InvoiceStatus;
  readonly excessKeptMinor: bigint;
  /** The merchant accepts what a refund left of money that was never settled. */
  readonly settlesRest: boolean;
  /** Nothing more is settled until this ends: see `isWithheld`. */
  readonly isWithheld: boolean;
}

/** True while staff hold the money after a step, or a large amount is not final. No status settles any of it then. */
export function isWithheld(at: InvoicePosition, complianceHold: boolean): boolean {
  return complianceHold || at.awaitsFinality;
}

/**
 * The ledger's work that the facts require. Money is credited once when confirmed and reversed once when not; the
 * status decides how much is in `available`. After each step the invoice's account contains what is credited less what
 * is settled and refunded; the merchant covers any shortfall. Money that comes in goes first, so no account falls
 * short.
 */
export function planLedger(at: InvoicePosition, decision: LedgerDecision): LedgerPlan {
  const changes = at.facts.payments.map((payment) => ({ payment, ...creditChange(payment) }));
  const amountSettledMinor = settledTarget(at, decision);
  const move = settlement(at, amountSettledMinor);
  const conversion = conversionOf(at, amountSettledMinor);
  return {
    amountSettledMinor,
    effects: inOrder([
      ...changes.filter(({ credits }) => credits).map(({ payment }) => movement('credit', payment)),
      ...changes.filter(({ reverses }) => reverses).map(({ payment }) => movement('reverse', payment)),
      ...(move === null ? [] : [move]),
      ...(conversion === null ? [] : [conversion]),
      ...coverMoves(at, amountSettledMinor),
    ]),
  };
}

const ORDER = [
  'credit',
  'unconvert',
  'unsettle',
  'cover',
  'reverse',
  'uncover',
  'settle',
  'convert',
] satisfies LedgerEffect['type'][];

/** True for an effect that moves money. */
export function isLedgerEffect(effect: { readonly type: string }): effect is LedgerEffect {
  return (ORDER as readonly string[]).includes(effect.type);
}

function inOrder(effects: readonly LedgerEffect[]): LedgerEffect[] {
  return effects.toSorted((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type));
}

/** The same effects after the open refund was withdrawn: what it returned needs no cover any more. */
export function replanCover(
  effects: readonly LedgerEffect[],
  at: Pick<InvoicePosition, 'facts' | 'quote'>,
  settledMinor: bigint,
): LedgerEffect[] {
  const others = effects.filter(({ type }) => type !== 'cover' && type !== 'uncover');
  return inOrder([...others, ...coverMoves(at, settledMinor)]);
}

/** How much of the invoice's money belongs in `available`, before the fee. */
function settledTarget(at: InvoicePosition, decision: LedgerDecision): bigint {
  const { facts } = at;
  const requestedMinor = requestedSettled(at, decision);
  if (at.quote === null || requestedMinor <= facts.amountSettledMinor) return requestedMinor;
  if (decision.isWithheld) return facts.amountSettledMinor;
  // Money that a refund took cannot be settled, whatever the decision was.
  const leftMinor = at.confirmedMinor - drawnOf(facts, at.quote.gateId);
  return maxOf(facts.amountSettledMinor, minOf(requestedMinor, leftMinor));
}

/**
 * The rest in the invoice's account for its quote: neither settled nor taken by a refund. Without refund rows,
 * everything counted as refunded is taken to have come from this account.
 */
export function unclaimedMinor({ facts, quote, confirmedMinor }: InvoicePosition): bigint {
  if (quote === null) return 0n;
  const drawnMinor = facts.refunds.length === 0 ? facts.amountRefundedMinor : drawnOf(facts, quote.gateId);
  return maxOf(0n, confirmedMinor - facts.amountSettledMinor - drawnMinor);
}

function requestedSettled(at: InvoicePosition, { status, excessKeptMinor, settlesRest }: LedgerDecision): bigint {
  const { facts } = at;
  if (settlesRest) {
    // The invoice was settled before: the merchant accepts everything that came since.
    if (facts.completedAtMs !== null) return facts.amountSettledMinor + unclaimedMinor(at);
    return minOf(at.confirmedMinor - facts.amountRefundedMinor, at.amountDueMinor);
  }
  if (SETTLED.has(status)) return minOf(at.confirmedMinor, at.amountDueMinor + excessKeptMinor);
  // An error or a refund leaves settled money in place as far as it is still confirmed. When an error ends, what the
  // error had taken back is settled again.
  const keptMinor = status === 'error' ? facts.amountSettledMinor : settledBeforeMinor(facts);
  const isWithheldAgain = status === 'processing' && facts.before !== null;
  return KEPT.has(status) || isWithheldAgain ? minOf(at.confirmedMinor, keptMinor) : 0n;
}

/**
 * The amount that is settled, or was settled before the error or the refund from which the rest has not come back yet.
 */
export function settledBeforeMinor({
  amountSettledMinor,
  before,
}: Pick<InvoiceFacts, 'amountSettledMinor' | 'before'>): bigint {
  return maxOf(amountSettledMinor, before?.settledMinor ?? 0n);
}

/** The amount that the refunds in a gate took from the invoice's account, or hold there. */
export function drawnOf({ refunds }: Pick<InvoiceFacts, 'refunds'>, gateId: CryptoGateId): bigint {
  const drawn = refunds.filter((refund) => refund.gateId === gateId);
  return drawn.reduce((sum, { drawnMinor }) => sum + drawnMinor, 0n);
}

/** By gate: what the merchant has to cover after the step, because it was settled or refunded and is not credited. */
export function coveredAfter(
  at: Pick<InvoicePosition, 'facts' | 'quote'>,
  settledMinor: bigint,
): Partial<Record<CryptoGateId, bigint>> {
  const gates = new Set<CryptoGateId>(at.facts.refunds.map(({ gateId }) => gateId));
  for (const gateId of Object.keys(at.facts.covered) as CryptoGateId[]) gates.add(gateId);
  const after: Partial<Record<CryptoGateId, bigint>> = {};
  for (const gateId of gates) {
    const credited = at.facts.payments.filter(
      ({ gateId: paid, quoteId, status }) => paid === gateId && quoteId !== null && status === 'confirmed',
    );
    const creditedMinor = credited.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    const settledHere = at.quote?.gateId === gateId ? settledMinor : 0n;
    const missingMinor = settledHere + drawnOf(at.facts, gateId) - creditedMinor;
    if (missingMinor > 0n) after[gateId] = missingMinor;
  }
  return after;
}

function coverMoves(at: Pick<InvoicePosition, 'facts' | 'quote'>, settledMinor: bigint) {
  const after = coveredAfter(at, settledMinor);
  const gates = new Set([...Object.keys(at.facts.covered), ...Object.keys(after)] as CryptoGateId[]);
  return [...gates].flatMap((gateId): Extract<LedgerEffect, { type: 'cover' | 'uncover' }>[] => {
    const moreMinor = (after[gateId] ?? 0n) - (at.facts.covered[gateId] ?? 0n);
    if (moreMinor === 0n) return [];
    return moreMinor > 0n
      ? [{ type: 'cover', gateId, minor: moreMinor }]
      : [{ type: 'uncover', gateId, minor: -moreMinor }];
  });
}

/** Fees apply to the settled amount without excess. Computed on totals, so that partial settlements add up exactly. */
function settlement(at: InvoicePosition, targetMinor: bigint): LedgerEffect | null {
  const { quote, facts } = at;
  const fromMinor = facts.amountSettledMinor;
  if (quote === null || targetMinor === fromMinor) return null;
  const terms = { serviceFeeBps: facts.serviceFeeBps, serviceFeeMinor: facts.serviceFeeMinor, ...quote };
  const [less, more] = targetMinor > fromMinor ? [fromMinor, targetMinor] : [targetMinor, fromMinor];
  const below = splitSettlement(minOf(less, at.amountDueMinor), terms);
  const above = splitSettlement(minOf(more, at.amountDueMinor), terms);
  const serviceFeeMinor = above.serviceFeeMinor - below.serviceFeeMinor;
  const networkFeeMinor = above.networkFeeMinor - below.networkFeeMinor;
  return {
    type: targetMinor > fromMinor ? 'settle' : 'unsettle',
    gateId: quote.gateId,
    serviceFeeMinor,
    networkFeeMinor,
    netMinor: more - less - serviceFeeMinor - networkFeeMinor,
  };
}

function movement(type: 'credit' | 'reverse', payment: PaymentFact): LedgerEffect {
  return {
    ...creditMove(type, payment),
    account:
      type === 'reverse' ? (payment.creditedTo ?? 'unsettled') : payment.quoteId === null ? 'suspense' : 'unsettled',
    assetRef: payment.gateId ?? payment.assetRef,
  };
}
