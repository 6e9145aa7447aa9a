import type { GateId, Mode } from '../../domain/assets/assets.ts';
import type { PriceSource } from '../../domain/conversion/price.ts';
import type { Rate } from '../../domain/money/rates.ts';
import { withoutTrailingZeros } from '../../domain/text/trailing.ts';
import {
  type Column,
  decimal,
  defineTable,
  filled,
  integer,
  json,
  minor,
  orNull,
  type RowOf,
  text,
  time,
  uuid,
} from '../core/table.ts';

export const conversionSpreadsTable = defineTable('conversion_spread', {
  fromGateId: text<GateId | '*'>(),
  toGateId: text<GateId | '*'>(),
  spreadBps: integer(),
});

export const conversionLimitsTable = defineTable('conversion_limit', {
  gateId: text<GateId>(),
  minimumMinor: minor(),
  maximumMinor: minor(),
  positionMinor: minor(),
});

/** Without zeros at the end, which Postgres adds. */
const rate: Column<string> = {
  ...decimal(),
  read: withoutTrailingZeros,
};

const priced = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  fromGateId: text<GateId>(),
  toGateId: text<GateId>(),
  amountFromMinor: minor(),
  amountToMinor: minor(),
  feeMinor: minor(),
  rate,
  spreadBps: integer(),
  feeBps: integer(),
  sources: json<readonly PriceSource[]>(),
  createdAt: time(),
};

const quoteColumns = { ...priced, expiresAt: time(), usedAt: orNull(time()) };

export const conversionQuotesTable = defineTable('conversion_quote', quoteColumns);
export type ConversionQuoteRow = RowOf<typeof quoteColumns>;

const conversionColumns = {
  ...priced,
  kind: text<'manual' | 'settlement' | 'refund'>(),
  quoteId: orNull(uuid()),
  invoiceId: orNull(uuid()),
  depositId: orNull(uuid()),
  rateAt: text<'locked' | 'present'>(),
  reversedFromMinor: filled(minor()),
  reversedToMinor: filled(minor()),
  reversedFeeMinor: filled(minor()),
  createdBy: orNull(uuid()),
};

export const conversionsTable = defineTable('conversion', conversionColumns);
export type ConversionRow = RowOf<typeof conversionColumns>;

/** The locked rate of a conversion that waits, as it is stored. */
type LockedRateJson = Pick<Rate, 'value' | 'asset' | 'currency' | 'source'> & { readonly sampledAt: string };

const waitingColumns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  invoiceId: orNull(uuid()),
  depositId: orNull(uuid()),
  fromGateId: text<GateId>(),
  toGateId: text<GateId>(),
  lockedMinor: minor(),
  presentMinor: minor(),
  lockedRate: orNull(json<LockedRateJson>()),
  stepKey: text(),
  holdKey: text(),
  reason: text(),
  createdAt: time(),
  untilAt: time(),
  nextAt: time(),
};

/** Conversions of settlements that could not be made at once: see `waiting.ts`. */
export const waitingConversionsTable = defineTable('waiting_conversion', waitingColumns);
export type WaitingRow = RowOf<typeof waitingColumns>;

/** The subject of a settlement: an invoice or a deposit. */
export type ConversionSubject =
  | { readonly invoiceId: string; readonly depositId: null }
  | { readonly invoiceId: null; readonly depositId: string };

/** The invoice that a transfer names; nothing for a deposit. */
export function invoiceOf({ invoiceId }: ConversionSubject): { readonly invoiceId?: string } {
  return invoiceId === null ? {} : { invoiceId };
}

/** The owner of the money that a settlement converts: see `TransferRequest.gives`. */
export function causeOf({ invoiceId, depositId }: ConversionSubject): string {
  return invoiceId === null ? `deposit:${depositId}` : `invoice:${invoiceId}`;
}
