import type { Mode } from '../../domain/assets/assets.ts';
import type { BankPaymentStatus } from '../../domain/bank/payment-table.ts';
import {
  bool,
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

/** Where a payee is: unstructured addresses are rejected since November 2026. */
export interface PayeeAddress {
  readonly town: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  readonly street?: string | undefined;
  readonly postCode?: string | undefined;
}

const columns = {
  /** The withdrawal's, or that of what else requested it. */
  id: uuid(),
  merchantId: orNull(uuid()),
  mode: text<Mode>(),
  version: filled(integer()),
  status: filled(text<BankPaymentStatus>()),
  endToEndId: text(),
  /** EUR cents. */
  amountMinor: minor(),
  creditorName: text(),
  creditorIban: text(),
  creditorBic: orNull(text()),
  creditorAddress: json<PayeeAddress>(),
  remittance: text(),
  files: filled(integer()),
  nameConfirmed: filled(bool()),
  carriedOut: filled(bool()),
  disputed: filled(bool()),
  reasonCode: orNull(text()),
  payeeName: orNull(text()),
  bankReference: orNull(text()),
  decidedBy: orNull(text()),
  bookedAt: orNull(time()),
  createdAt: filled(time()),
  updatedAt: filled(time()),
};

export const bankPaymentsTable = defineTable('bank_payment', columns);
export type BankPaymentRow = RowOf<typeof columns>;
