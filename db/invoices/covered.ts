import type { CryptoGateId } from '../../domain/assets.ts';
import type { InvoiceFacts, RefundFact } from '../../domain/state/invoice-facts.ts';
import type { InvoiceParts } from './rows.ts';

/**
 * What an account has beyond what rows say of it is the merchant's, who stands in for refunded money that a
 * reorganisation took.
 */
export function coveredOf({ row, payments, refunds, balances }: InvoiceParts): InvoiceFacts['covered'] {
  if (refunds.length === 0) return {};
  const covered: Partial<Record<CryptoGateId, bigint>> = {};
  for (const gateId of new Set(refunds.map(({ gate_id }) => gate_id))) {
    const credited = payments.filter(({ gate_id, credited_to }) => gate_id === gateId && credited_to === 'unsettled');
    const drawn = refunds.filter(({ gate_id, hold }) => gate_id === gateId && hold !== 'voided');
    const creditedMinor = credited.reduce((sum, { credited_minor }) => sum + BigInt(credited_minor), 0n);
    const drawnMinor = drawn.reduce((sum, { drawn_minor }) => sum + BigInt(drawn_minor), 0n);
    const settledMinor = gateId === row.gate_id ? BigInt(row.amount_settled_minor) : 0n;
    const minor = BigInt(balances[gateId] ?? 0) - creditedMinor + settledMinor + drawnMinor;
    if (minor > 0n) covered[gateId] = minor;
  }
  return covered;
}

/** Refunds that hold money or have left. */
export function refundFacts(refunds: InvoiceParts['refunds']): RefundFact[] {
  const standing = refunds.filter(({ hold }) => hold !== 'voided');
  return standing.map(({ gate_id: gateId, amount_minor, drawn_minor, hold }) => ({
    gateId,
    amountMinor: BigInt(amount_minor),
    drawnMinor: BigInt(drawn_minor),
    open: hold === 'open',
  }));
}
