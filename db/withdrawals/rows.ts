import type { Mode } from '../../domain/assets/assets.ts';
import type { SEALED_WITHDRAWAL_COLUMNS } from '../../domain/outflows/approval.ts';
import type { PayoutFeePayer } from '../../domain/outflows/fees.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { WithdrawalFacts } from '../../domain/state/withdrawal-facts.ts';
import type { BankStage, WithdrawalReason, WithdrawalStatus } from '../../domain/state/withdrawal-status.ts';
import { bool, defineTable, integer, minor, orNull, type RowOf, text, texts, time, uuid } from '../core/table.ts';
import type { CamelCase } from '../payouts/rows.ts';

const columns = {
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
  /** The account's owner according to the bank. */
  payeeName: orNull(text()),
  bankReference: orNull(text()),
  approvalRequired: bool(),
  createdByKind: text<PayoutActor['kind']>(),
  createdBy: text(),
  /** Users who count as creators besides `createdBy`. */
  creators: texts(),
  approvedByKind: orNull(text<PayoutActor['kind']>()),
  approvedBy: orNull(text()),
  approvalMac: orNull(text()),
  approvedAt: orNull(time()),
  notBefore: orNull(time()),
  createdAt: time(),
  completedAt: orNull(time()),
  canceledAt: orNull(time()),
};

/** Withdrawals to bank accounts; those in coins are payouts of the kind `withdrawal`. */
export const withdrawalsTable = defineTable('withdrawal', columns);
export type WithdrawalRow = RowOf<typeof columns>;

/** The columns that an approval covers. */
export type ApprovableWithdrawal = Pick<WithdrawalRow, CamelCase<(typeof SEALED_WITHDRAWAL_COLUMNS)[number]>>;

export function toFacts(row: WithdrawalRow): WithdrawalFacts {
  return {
    version: row.version,
    status: row.status,
    reason: row.statusReason,
    words: row.statusWords,
    needsOperator: row.needsOperator,
    approvalRequired: row.approvalRequired,
    createdBy: row.createdBy,
    creators: row.creators,
    createdAtMs: row.createdAt.getTime(),
    notBeforeMs: row.notBefore?.getTime() ?? null,
    hold: row.hold,
    bankStage: row.bankStage,
    payeeName: row.payeeName,
    bankReference: row.bankReference,
  };
}
