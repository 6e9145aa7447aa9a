import type { GateId, Mode } from '../../domain/assets.ts';
import type { PriceSource } from '../../domain/conversion/price.ts';
import { withoutTrailingZeros } from '../../domain/trailing.ts';
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
} from '../table.ts';

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
  rateAt: text<'locked' | 'present'>(),
  reversedFromMinor: filled(minor()),
  reversedToMinor: filled(minor()),
  reversedFeeMinor: filled(minor()),
  createdBy: orNull(uuid()),
};

export const conversionsTable = defineTable('conversion', conversionColumns);
export type ConversionRow = RowOf<typeof conversionColumns>;
