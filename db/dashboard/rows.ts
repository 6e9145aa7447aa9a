import type { GateId, Mode } from '../../domain/assets/assets.ts';
import type { OperationKind } from '../../domain/dashboard/operations.ts';
import type { MerchantId, ProfileId } from '../../domain/ids.ts';
import {
  bool,
  day,
  decimal,
  defineTable,
  filled,
  minor,
  orNull,
  serial,
  text,
  time,
  uuid,
  wide,
} from '../core/table.ts';

/** Changes that the sums of the dashboard do not contain yet; written by triggers. */
export const dashboardChangesTable = defineTable('dashboard_change', {
  id: filled(serial()),
  at: filled(time()),
  transferId: orNull(serial()),
  invoiceId: orNull(uuid()),
  gateId: orNull(text<GateId>()),
  isFirst: orNull(bool()),
  merchantId: orNull(uuid<MerchantId>()),
});

/** One row, once the sums were computed from the beginning. */
export const dashboardStateTable = defineTable('dashboard_state', { single: filled(bool()), rebuiltAt: time() });

/** The change of a merchant's money in a day of their zone. */
export const balanceDaysTable = defineTable('balance_day', {
  merchantId: uuid<MerchantId>(),
  mode: text<Mode>(),
  asset: text<GateId>(),
  day: day(),
  inMinor: minor(),
  outMinor: minor(),
});

/** The same of a month; `month` is its first day. */
export const balanceMonthsTable = defineTable('balance_month', {
  merchantId: uuid<MerchantId>(),
  mode: text<Mode>(),
  asset: text<GateId>(),
  month: day(),
  inMinor: minor(),
  outMinor: minor(),
});

/** A profile's operations in a day of the merchant's zone. */
export const operationDaysTable = defineTable('operation_day', {
  profileId: uuid<ProfileId>(),
  day: day(),
  kind: text<OperationKind>(),
  asset: text<GateId>(),
  count: wide(),
  grossMinor: minor(),
  feeMinor: minor(),
});

/** The outcome of the invoices of a day; `gateId` is empty for all of them together. */
export const payerDaysTable = defineTable('payer_day', {
  profileId: uuid<ProfileId>(),
  day: day(),
  gateId: text<GateId | ''>(),
  opened: wide(),
  chosen: wide(),
  paid: wide(),
});

/** The first rate of each UTC day. */
export const dailyRatesTable = defineTable('rate_day', {
  mode: text<Mode>(),
  asset: text(),
  currency: text(),
  day: day(),
  value: decimal(),
});
