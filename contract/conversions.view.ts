import { type GateId, gateDecimals, gates, type Mode } from '../domain/assets/assets.ts';
import { formatTrimmed } from '../domain/money/money.ts';
import type { Conversion, ConversionQuote } from './conversions.ts';

/** Fields that quotes and conversions share; amounts in minor units. */
export interface PricedRecord {
  readonly id: string;
  readonly fromGateId: GateId;
  readonly toGateId: GateId;
  readonly amountFromMinor: bigint;
  readonly amountToMinor: bigint;
  readonly feeMinor: bigint;
  readonly rate: string;
  readonly spreadBps: number;
}

export interface ConversionRecord extends PricedRecord {
  readonly mode: Mode;
  readonly invoiceId: string | null;
  readonly depositId: string | null;
  readonly rateAt: 'locked' | 'present';
  readonly createdAt: Date;
}

/** A conversion as the API and webhooks show it. Pure. */
export function presentConversion(record: ConversionRecord): Conversion {
  return {
    ...presentPrice(record),
    version: 1,
    status: 'done',
    mode: record.mode,
    invoice_id: record.invoiceId,
    deposit_id: record.depositId,
    at: record.rateAt,
    created_at: record.createdAt.toISOString(),
  };
}

export function presentQuote(quote: PricedRecord & { readonly expiresAt: Date }): ConversionQuote {
  return { ...presentPrice(quote), expires_at: quote.expiresAt.toISOString() };
}

/** Exact, with at least the decimals the asset is shown with. */
export function gateText(minor: bigint, id: GateId): string {
  return formatTrimmed(minor, gateDecimals(id), id === 'EUR' ? 2 : gates[id].decimalsShown);
}

function presentPrice(record: PricedRecord) {
  return {
    id: record.id,
    from: record.fromGateId,
    to: record.toGateId,
    amount_from: gateText(record.amountFromMinor, record.fromGateId),
    amount_to: gateText(record.amountToMinor, record.toGateId),
    rate: record.rate,
    spread_bps: record.spreadBps,
    fee: gateText(record.feeMinor, record.toGateId),
  };
}
