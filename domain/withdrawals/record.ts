import type { Mode } from '../assets/assets.ts';
import { bool, integer, minor, orNull, type RowOf, text, texts, time, uuid } from '../columns.ts';
import type { PayoutFeePayer } from '../outflows/fees.ts';
import type { PayoutActor } from '../state/payout-event.ts';
import type { BankStage, WithdrawalReason, WithdrawalStatus } from '../state/withdrawal-status.ts';

/** Withdrawals to bank accounts, in cents; those in coins are payouts of the kind `withdrawal`. */
export const withdrawalColumns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  version: integer(),
  status: text<WithdrawalStatus>(),
  statusReason: orNull(text<WithdrawalReason>()),
  /** The bank's explanation of the reason, for people. */
  statusWords: orNull(text()),
  needsOperator: bool(),
  gateId: text<'EUR'>(),
  amountMinor: minor(),
  netMinor: minor(),
  serviceFeeMinor: minor(),
  heldMinor: minor(),
  feePayer: text<PayoutFeePayer>(),
  hold: text<'open' | 'posted' | 'voided'>(),
  methodId: uuid(),
  methodTitle: text(),
  iban: text(),
  bic: text(),
  accountName: text(),
  bankName: orNull(text()),
  country: text(),
  town: text(),
  street: orNull(text()),
  postCode: orNull(text()),
  bankStage: text<BankStage>(),
  /** The account's owner according to the bank, after its question about the name. */
  payeeName: orNull(text()),
  /** Of the booking at the bank. */
  bankReference: orNull(text()),
  /** A person other than the creator has to approve. */
  approvalRequired: bool(),
  createdByKind: text<PayoutActor['kind']>(),
  createdBy: text(),
  /** Users who count as creators besides `createdBy`. */
  creators: texts(),
  approvedByKind: orNull(text<PayoutActor['kind']>()),
  approvedBy: orNull(text()),
  approvalMac: orNull(text()),
  approvedAt: orNull(time()),
  /** When the cool-off of a new bank account ends. */
  notBefore: orNull(time()),
  createdAt: time(),
  completedAt: orNull(time()),
  canceledAt: orNull(time()),
};

export type WithdrawalRow = RowOf<typeof withdrawalColumns>;
