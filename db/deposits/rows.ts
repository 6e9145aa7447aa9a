import { type ChainKind, type CryptoGateId, gate, type Mode, type Network } from '../../domain/assets.ts';
import type { DepositRecord } from '../../domain/deposits/record.ts';
import type { Autoconversion, PaymentStatus } from '../../domain/invoices/record.ts';
import type { DepositFacts } from '../../domain/state/deposit-facts.ts';
import type { DepositReason, DepositStatus } from '../../domain/state/deposit-status.ts';
import { confirmationsSql } from '../chain/confirmations.ts';
import { conversionColumn } from '../conversions/rows.ts';
import { big, bool, defineTable, integer, json, minor, orNull, type RowOf, text, time, uuid } from '../table.ts';

const addressColumns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  gateId: text<CryptoGateId>(),
  network: text<Network>(),
  chain: text<ChainKind>(),
  reference: text(),
  description: orNull(text()),
  address: text(),
  destinationTag: orNull(big()),
  notificationUrl: orNull(text()),
  autoconversion: orNull(json<Autoconversion>()),
  createdAt: time(),
};

/** Addresses of customers; followers find them in `watched_address`. */
export const staticAddressesTable = defineTable('static_address', addressColumns);
export type StaticAddressRow = RowOf<typeof addressColumns>;

const columns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  version: integer(),
  status: text<DepositStatus>(),
  statusReason: orNull(text<DepositReason>()),
  needsOperator: bool(),
  complianceHold: bool(),
  announced: bool(),
  addressId: uuid(),
  gateId: text<CryptoGateId>(),
  network: text<Network>(),
  reference: text(),
  /** `<network>:<txid>:<output>` of its first payment. */
  paymentKey: text(),
  feeBps: integer(),
  minimumMinor: minor(),
  autoconversion: json<Autoconversion>(),
  conversion: orNull(conversionColumn),
  amountMinor: minor(),
  settledMinor: minor(),
  createdAt: time(),
  completedAt: orNull(time()),
};

export const depositsTable = defineTable('deposit', columns);
export type DepositRow = RowOf<typeof columns>;

const paymentColumns = {
  id: uuid(),
  key: text(),
  network: text<Network>(),
  txid: text(),
  output: text(),
  gateId: orNull(text<CryptoGateId>()),
  amountMinor: minor(),
  status: text<PaymentStatus>(),
  firstSeenAt: time(),
  requiredConfirmations: integer(),
  finalized: bool(),
  credited: bool(),
  creditCount: integer(),
  creditedMinor: minor(),
};

/** A deposit's view of its payments. */
const depositPaymentsTable = defineTable('payment', paymentColumns);

export interface DepositPaymentRow extends RowOf<typeof paymentColumns> {
  /** Counted from the follower's tip. */
  readonly confirmations: number;
}

/** A payment as one JSON object; read it by {@link readPayment}. */
export const depositPaymentJson = `jsonb_build_object(${depositPaymentsTable.selectedJson('p')},
  'confirmations', ${confirmationsSql('p', 'c')})`;

export function readPayment(raw: Pick<DepositPaymentRow, 'confirmations'>): DepositPaymentRow {
  return depositPaymentsTable.read(raw);
}

/** A deposit with everything that decisions need. */
export interface DepositParts {
  readonly row: DepositRow;
  /** Oldest first. */
  readonly payments: readonly DepositPaymentRow[];
}

/** The deposit as presenters use it. */
export function toRecord({ row, payments }: DepositParts): DepositRecord {
  return { ...row, payments };
}

/** The deposit as the rules use it. */
export function toFacts({ row, payments }: DepositParts): DepositFacts {
  return {
    ...row,
    reason: row.statusReason,
    finalityFromMinor: gate(row.gateId).finalityFromMinor,
    convertedMinor: row.conversion?.amountFromMinor ?? 0n,
    payments,
  };
}
