import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { ExchangeName, HedgedAsset } from '../../domain/treasury/exchanges.ts';
import type { HedgeOrderStatus, OrderKind, Side } from '../../domain/treasury/hedge-order.ts';
import type { LimitValues } from '../../domain/treasury/limit-change.ts';
import {
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

const orderColumns = {
  id: uuid(),
  version: filled(integer()),
  status: filled(text<HedgeOrderStatus>()),
  reason: orNull(text()),
  mode: text<Mode>(),
  exchange: text<ExchangeName>(),
  kind: text<OrderKind>(),
  asset: text<HedgedAsset>(),
  side: text<Side>(),
  /** Decimals, as exchanges count. */
  amount: decimal(),
  bound: decimal(),
  mid: decimal(),
  quoteId: orNull(text()),
  deadlineAt: time(),
  venueId: orNull(text()),
  filled: filled(decimal()),
  cost: filled(decimal()),
  sentAt: orNull(time()),
  closedAt: orNull(time()),
  recheckedAt: orNull(time()),
  createdAt: filled(time()),
  updatedAt: filled(time()),
};
export type HedgeOrderRow = RowOf<typeof orderColumns>;
export const hedgeOrdersTable = defineTable('hedge_order', orderColumns);

const fillColumns = {
  id: uuid(),
  orderId: uuid(),
  mode: text<Mode>(),
  exchange: text<ExchangeName>(),
  tradeId: text(),
  amount: decimal(),
  cost: decimal(),
  fee: filled(decimal()),
  feeCurrency: orNull(text()),
  tradedAt: time(),
  bookedAt: filled(time()),
};
export type HedgeFillRow = RowOf<typeof fillColumns>;
export const hedgeFillsTable = defineTable('hedge_fill', fillColumns);

export const remaindersTable = defineTable('exchange_remainder', {
  mode: text<Mode>(),
  exchange: text<ExchangeName>(),
  asset: text(),
  remainder: decimal(),
});

const limitColumns = {
  mode: text<Mode>(),
  asset: text<HedgedAsset>(),
  thresholdMinor: minor(),
  maxAgeSeconds: integer(),
  maxOrderMinor: minor(),
  positionMinor: minor(),
  boundBps: integer(),
};
export type HedgeLimitRow = RowOf<typeof limitColumns>;
export const hedgeLimitsTable = defineTable('hedge_limit', limitColumns);

export const treasuryLimitsTable = defineTable('treasury_limit', { mode: text<Mode>(), dailyLossMinor: minor() });

export const hedgeStopsTable = defineTable('hedge_stop', {
  mode: text<Mode>(),
  /** `*` for all. */
  asset: text<HedgedAsset | '*'>(),
  reason: text(),
  stoppedBy: text(),
  since: filled(time()),
});

export const hedgePositionsTable = defineTable('hedge_position', {
  mode: text<Mode>(),
  asset: text<HedgedAsset>(),
  since: orNull(time()),
  dueSince: orNull(time()),
});

export const treasuryResultsTable = defineTable('treasury_result', {
  id: uuid(),
  mode: text<Mode>(),
  minor: minor(),
  valuedAt: filled(time()),
});

export const limitChangesTable = defineTable('treasury_limit_change', {
  id: uuid(),
  mode: text<Mode>(),
  asset: text<HedgedAsset | '*'>(),
  limits: json<LimitValues>(),
  reason: text(),
  requestedBy: uuid(),
  requestedRole: text<StaffRole>(),
  requestedAt: filled(time()),
  confirmedBy: orNull(uuid()),
  confirmedAt: orNull(time()),
});

const checkColumns = {
  mode: text<Mode>(),
  exchange: text<ExchangeName>(),
  currency: text(),
  venueMinor: minor(),
  booksMinor: minor(),
  differenceMinor: minor(),
  differsSince: orNull(time()),
  toldMinor: filled(minor()),
  untoldMinor: filled(minor()),
  untoldSince: orNull(time()),
  untoldTimes: filled(integer()),
  checkedAt: time(),
};
export type ExchangeCheckRow = RowOf<typeof checkColumns>;
export const exchangeChecksTable = defineTable('exchange_check', checkColumns);
