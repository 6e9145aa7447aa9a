import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import type {
  InvoiceRecord,
  InvoiceRow,
  PaymentRecord,
  PaymentRow,
  QuoteRow,
  RefundRow,
} from '../../domain/invoices/record.ts';
import { maxOf } from '../../domain/money/money.ts';
import { returnedBy } from '../../domain/refunds/other-coin.ts';
import type {
  InvoiceBefore,
  InvoiceFacts,
  PaymentFact,
  QuoteFact,
  RefundFact,
} from '../../domain/state/invoice-facts.ts';
import { drawnOf } from '../../domain/state/invoice-ledger.ts';
import { firstLapseMs, hasLapsed } from '../../domain/state/invoice-locked-rate.ts';
import { RESTING_STATUSES } from '../../domain/state/invoice-status.ts';
import type { InvoiceParts } from './rows.ts';

/** The invoice as presenters use it. */
export function toRecord(parts: InvoiceParts): InvoiceRecord {
  const { row, quotes, payments, refunds } = parts;
  const quote = quotes.find((each) => each.gateId === row.gateId);
  return {
    ...row,
    unclaimedMinor: untakenOf(parts),
    quote: quote ?? null,
    rateHeldUntil: rateHeldUntil(parts, quote),
    payments: payments.map((payment) => toPaymentRecord(payment, row)),
    refunds,
    otherGates: otherMoneyOf(parts)
      .filter(({ confirmedMinor, refundedMinor }) => confirmedMinor > refundedMinor)
      .map(({ gateId }) => gateId),
  };
}

/** The invoice as the rules use it. */
export function toFacts(parts: InvoiceParts): InvoiceFacts {
  const { row, quotes, payments, refunds } = parts;
  return {
    ...row,
    before: beforeOf(row),
    expiresAtMs: row.expiresAt.getTime(),
    expiryDecided: row.expiryDecidedAt !== null,
    completedAtMs: row.completedAt?.getTime() ?? null,
    canceledAtMs: row.canceledAt?.getTime() ?? null,
    referenceTaken: parts.referenceTaken,
    quoteId: quotes.find((quote) => quote.gateId === row.gateId)?.id ?? null,
    quotes: quotes.map(toQuoteFact),
    convertedMinor: (row.conversion?.amountFromMinor ?? 0n) + row.convertingMinor,
    refundOpen: refunds.some((refund) => refund.hold === 'open' && returnedBy(refund).gateId === row.gateId),
    refunds: refundFacts(refunds),
    covered: coveredOf(parts),
    payments: payments.map(toPaymentFact),
  };
}

/** Money received and refunded on a quote other than the invoice's; minor units of the gate. */
export interface OtherMoney {
  readonly gateId: CryptoGateId;
  readonly confirmedMinor: bigint;
  readonly refundedMinor: bigint;
}

/** Money on other quotes (invoice-states B), by gate. A refund that holds money counts as refunded. */
export function otherMoneyOf({ row, payments, refunds }: InvoiceParts): OtherMoney[] {
  const byGate = new Map<CryptoGateId, OtherMoney>();
  for (const { gateId, creditedTo, creditedMinor } of payments) {
    if (gateId === null || gateId === row.gateId || creditedTo !== 'unsettled') continue;
    const known = byGate.get(gateId) ?? { gateId, confirmedMinor: 0n, refundedMinor: refundedOf(refunds, gateId) };
    byGate.set(gateId, { ...known, confirmedMinor: known.confirmedMinor + creditedMinor });
  }
  return [...byGate.values()];
}

function refundedOf(refunds: InvoiceParts['refunds'], gateId: CryptoGateId): bigint {
  const gone = refunds.filter(({ hold }) => hold !== 'voided').map(returnedBy);
  return gone.reduce((sum, each) => (each.gateId === gateId ? sum + each.minor : sum), 0n);
}

function untakenOf({ row, refunds }: InvoiceParts): bigint {
  const drawnMinor = row.gateId === null ? 0n : drawnOf({ refunds: refundFacts(refunds) }, row.gateId);
  return maxOf(0n, row.amountConfirmedMinor - row.amountSettledMinor - drawnMinor);
}

function rateHeldUntil({ row, payments }: InvoiceParts, quote: QuoteRow | undefined): Date | null {
  const onQuote = payments.filter(({ quoteId }) => quote !== undefined && quoteId === quote.id).map(toPaymentFact);
  const untilMs = firstLapseMs(onQuote, row.expiresAt.getTime());
  return untilMs === null || RESTING_STATUSES.has(row.status) ? null : new Date(untilMs);
}

/** Any balance above what the rows explain is the merchant's, who covers refunded money that a reorganization took. */
function coveredOf({ row, payments, refunds, balances }: InvoiceParts): InvoiceFacts['covered'] {
  if (refunds.length === 0) return {};
  const covered: Partial<Record<CryptoGateId, bigint>> = {};
  for (const gateId of new Set(refunds.map((refund) => returnedBy(refund).gateId))) {
    const credited = payments.filter((each) => each.gateId === gateId && each.creditedTo === 'unsettled');
    const drawn = refunds.filter((each) => returnedBy(each).gateId === gateId && each.hold !== 'voided');
    const creditedMinor = credited.reduce((sum, each) => sum + each.creditedMinor, 0n);
    const drawnMinor = drawn.reduce((sum, each) => sum + each.drawnMinor, 0n);
    const settledMinor = gateId === row.gateId ? row.amountSettledMinor : 0n;
    const minor = BigInt(balances[gateId] ?? 0) - creditedMinor + settledMinor + drawnMinor;
    if (minor > 0n) covered[gateId] = minor;
  }
  return covered;
}

/** Refunds that hold money or were sent. */
function refundFacts(refunds: readonly RefundRow[]): RefundFact[] {
  return refunds
    .filter(({ hold }) => hold !== 'voided')
    .map((refund) => {
      const { gateId, minor: amountMinor } = returnedBy(refund);
      return { gateId, amountMinor, drawnMinor: refund.drawnMinor, open: refund.hold === 'open' };
    });
}

function beforeOf(row: InvoiceRow): InvoiceBefore | null {
  if (row.statusBefore === null) return null;
  return { status: row.statusBefore, reason: row.reasonBefore, settledMinor: row.settledBeforeMinor };
}

function toQuoteFact(quote: QuoteRow): QuoteFact {
  const { finalityFromMinor } = gate(quote.gateId);
  return { ...quote, finalityFromMinor, lockedUntilMs: quote.lockedUntil?.getTime() };
}

function toPaymentRecord(payment: PaymentRow, invoice: InvoiceRow): PaymentRecord {
  return {
    ...payment,
    hasLapsed: hasLapsed(toPaymentFact(payment), invoice.expiresAt.getTime()),
  };
}

function toPaymentFact(payment: PaymentRow): PaymentFact {
  return {
    ...payment,
    firstSeenAtMs: payment.firstSeenAt.getTime(),
    confirmedAtMs: payment.confirmedAt?.getTime() ?? null,
    chainReadAtMs: payment.lookedAt === null ? null : new Date(payment.lookedAt).getTime(),
  };
}
