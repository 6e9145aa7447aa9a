import type { CryptoGateId } from '../../domain/assets.ts';
import type { InvoiceParts } from './rows.ts';

/** What came on a quote that is not the invoice's, and what of it went back; minor units of the gate. */
export interface OtherMoney {
  readonly gateId: CryptoGateId;
  readonly confirmedMinor: bigint;
  readonly refundedMinor: bigint;
}

/** The money of invoice-states B, by gate. A refund that holds money counts as gone. */
export function otherMoneyOf({ row, payments, refunds }: InvoiceParts): OtherMoney[] {
  const byGate = new Map<CryptoGateId, OtherMoney>();
  for (const { gate_id: gateId, credited_to, credited_minor } of payments) {
    if (gateId === null || gateId === row.gate_id || credited_to !== 'unsettled') continue;
    const known = byGate.get(gateId) ?? { gateId, confirmedMinor: 0n, refundedMinor: goneOf(refunds, gateId) };
    byGate.set(gateId, { ...known, confirmedMinor: known.confirmedMinor + BigInt(credited_minor) });
  }
  return [...byGate.values()];
}

function goneOf(refunds: InvoiceParts['refunds'], gateId: CryptoGateId): bigint {
  const gone = refunds.filter(({ hold, gate_id }) => hold !== 'voided' && gate_id === gateId);
  return gone.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n);
}
