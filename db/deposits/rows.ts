import type { ChainKind, GateId, Mode } from '../../domain/assets/assets.ts';
import { type DepositNetwork, finalityFromMinor } from '../../domain/deposits/gates.ts';
import type { DepositBankRecord, DepositRecord } from '../../domain/deposits/record.ts';
import { conversionColumn } from '../../domain/invoices/json-columns.ts';
import type { Autoconversion, PaymentStatus } from '../../domain/invoices/record.ts';
import type { DepositFacts } from '../../domain/state/deposit-facts.ts';
import type { DepositReason, DepositStatus } from '../../domain/state/deposit-status.ts';
import { confirmationsSql } from '../chain/confirmations.ts';
import { big, bool, defineTable, integer, json, minor, orNull, type RowOf, text, time, uuid } from '../core/table.ts';

const addressColumns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  gateId: text<GateId>(),
  network: text<DepositNetwork>(),
  chain: text<ChainKind>(),
  reference: text(),
  description: orNull(text()),
  address: text(),
  destinationTag: orNull(big()),
  creditorReference: orNull(text()),
  bankName: orNull(text()),
  bankBic: orNull(text()),
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
  gateId: text<GateId>(),
  network: text<DepositNetwork>(),
  reference: text(),
  /** `<network>:<txid>:<output>` of its first payment; of euro `SEPA:<id of the first entry>`. */
  paymentKey: text(),
  feeBps: integer(),
  minimumMinor: minor(),
  autoconversion: json<Autoconversion>(),
  conversion: orNull(conversionColumn),
  convertingMinor: minor(),
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
  network: text<DepositNetwork>(),
  txid: text(),
  output: text(),
  gateId: orNull(text<GateId>()),
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

/**
 * An entry of the bank's account as the payment that it is. It is confirmed by a statement that is booked: a
 * notification alone could be forged without any balance that contradicts it.
 */
export const depositEntryJson = `jsonb_build_object('id', e.id, 'key', 'SEPA:' || e.id, 'network', 'SEPA',
  'txid', coalesce(e.bank_reference, ''), 'output', '', 'gateId', 'EUR', 'amountMinor', e.amount_minor::text,
  'status', CASE WHEN e.ended_at IS NOT NULL OR e.taken_back_by IS NOT NULL THEN 'dropped'
    WHEN ${isStated('e')} THEN 'confirmed' ELSE 'mined' END, 'firstSeenAt', e.created_at,
  'requiredConfirmations', 1, 'finalized', true, 'credited', e.credited, 'creditCount', e.credited::int,
  'creditedMinor', CASE WHEN e.credited THEN e.amount_minor::text ELSE '0' END,
  'confirmations', CASE WHEN ${isStated('e')} THEN 1 ELSE 0 END)`;

/** SQL: whether a statement that is booked contains the entry `e`. */
export function isStated(e: string): string {
  return `(${e}.is_stated AND (${e}.stated_by IS NULL
    OR EXISTS (SELECT FROM bank_statement s WHERE s.file_id = ${e}.stated_by)))`;
}

export function readPayment(raw: Pick<DepositPaymentRow, 'confirmations'>): DepositPaymentRow {
  return depositPaymentsTable.read(raw);
}

/** A deposit with everything that decisions need. */
export interface DepositParts {
  readonly row: DepositRow;
  /** Oldest first; of euro, entries of the bank's account. */
  readonly payments: readonly DepositPaymentRow[];
  /** Of its latest entry. */
  readonly bank: DepositBankRecord | null;
}

/** The deposit as presenters use it. */
export function toRecord({ row, payments, bank }: DepositParts): DepositRecord {
  return { ...row, payments, bank };
}

/** The deposit as the rules use it. */
export function toFacts({ row, payments }: DepositParts): DepositFacts {
  return {
    ...row,
    reason: row.statusReason,
    finalityFromMinor: finalityFromMinor(row.gateId),
    convertedMinor: (row.conversion?.amountFromMinor ?? 0n) + row.convertingMinor,
    payments,
  };
}
