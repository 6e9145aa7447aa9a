import type { CryptoGateId, Network } from '../assets.ts';
import { type SettlementSplit, splitSettlement } from '../fees.ts';
import { minOf } from '../money.ts';
import type { InvoicePosition, PaymentFact } from './invoice-facts.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** What the ledger is to do. Amounts in minor units of the gate; `n` counts the credits of one payment. */
export type LedgerEffect =
  | {
      readonly type: 'credit' | 'reverse';
      readonly paymentId: string;
      readonly paymentKey: string;
      readonly n: number;
      readonly account: 'unsettled' | 'suspense';
      readonly assetRef: string;
      readonly network: Network;
      readonly minor: bigint;
    }
  /** `unsettled` to `available`, (net) and to the fees; `unsettle` is the way back. */
  | ({ readonly type: 'settle' | 'unsettle'; readonly gateId: CryptoGateId } & SettlementSplit);

export interface LedgerPlan {
  readonly effects: readonly LedgerEffect[];
  readonly settledMinor: bigint;
}

const SETTLED: ReadonlySet<InvoiceStatus> = new Set(['done', 'overpaid']);
const KEPT: ReadonlySet<InvoiceStatus> = new Set(['error', 'refund_requested', 'refunded', 'partially_refunded']);

/** What was decided of an invoice, as far as it moves its money. */
export interface LedgerDecision {
  readonly status: InvoiceStatus;
  readonly excessKeptMinor: bigint;
  /** The merchant takes what a refund left of money that was never settled. */
  readonly settlesRest: boolean;
}

/**
 * What the facts ask of the ledger, whatever the status was: money is credited once while confirmed and taken back once it
 * is not; what stands in `available` follows the status. The order is such that no account is short in between: credits,
 * back to unsettled, reversals, settlement.
 */
export function planLedger(at: InvoicePosition, decision: LedgerDecision): LedgerPlan {
  const payments = at.facts.payments.filter((payment) => payment.amountMinor > 0n);
  const credits = payments.filter((payment) => payment.status === 'confirmed' && !payment.credited);
  const reversals = payments.filter((payment) => payment.status !== 'confirmed' && payment.credited);
  const settledMinor = settledTarget(at, decision);
  const move = settlement(at, settledMinor);
  return {
    settledMinor,
    effects: [
      ...credits.map((payment) => movement('credit', payment)),
      ...(move?.type === 'unsettle' ? [move] : []),
      ...reversals.map((payment) => movement('reverse', payment)),
      ...(move?.type === 'settle' ? [move] : []),
    ],
  };
}

/** How much of the invoice's money is to stand in `available`, before the fee. */
function settledTarget(at: InvoicePosition, { status, excessKeptMinor, settlesRest }: LedgerDecision): bigint {
  const { facts } = at;
  if (settlesRest) return minOf(at.confirmedMinor - facts.refundedMinor, at.askedMinor);
  if (SETTLED.has(status)) return minOf(at.confirmedMinor, at.askedMinor + excessKeptMinor);
  // An error or a refund leaves settled money where it is, down to what is still there; after an error, what the error took returns with it.
  const isBack = facts.status === 'error' && status !== 'error';
  const stoodMinor = isBack ? (facts.before?.settledMinor ?? 0n) : facts.settledMinor;
  return KEPT.has(status) ? minOf(at.confirmedMinor, stoodMinor) : 0n;
}

/** Fees are on the settled amount without excess; counted on the totals, so that parts add up to the whole. */
function settlement(at: InvoicePosition, targetMinor: bigint): LedgerEffect | null {
  const { quote, facts } = at;
  const fromMinor = facts.settledMinor;
  if (quote === null || targetMinor === fromMinor) return null;
  const terms = { serviceFeeBps: facts.feeBps, serviceFeeMinor: facts.serviceFeeMinor, ...quote };
  const [less, more] = targetMinor > fromMinor ? [fromMinor, targetMinor] : [targetMinor, fromMinor];
  const below = splitSettlement(minOf(less, at.askedMinor), terms);
  const above = splitSettlement(minOf(more, at.askedMinor), terms);
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
    type,
    paymentId: payment.id,
    paymentKey: payment.key,
    n: type === 'credit' ? payment.creditCount + 1 : payment.creditCount,
    account:
      type === 'reverse' ? (payment.creditedTo ?? 'unsettled') : payment.quoteId === null ? 'suspense' : 'unsettled',
    assetRef: payment.gateId ?? payment.assetRef,
    network: payment.network,
    minor: payment.amountMinor,
  };
}
