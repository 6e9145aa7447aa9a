import type { GateId, Mode } from '../../domain/assets/assets.ts';
import type { MethodOperation, MethodPeriod } from '../../domain/payout-methods/fields.ts';
import type { MethodStatus } from '../../domain/state/payment-method.ts';
import { big, bool, defineTable, filled, integer, orNull, type RowOf, text, time, uuid } from '../core/table.ts';

const columns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  operation: text<MethodOperation>(),
  type: text<'crypto' | 'fiat'>(),
  version: integer(),
  status: text<MethodStatus>(),
  /** A sentence for people. */
  statusReason: orNull(text()),
  title: text(),
  label: orNull(text()),
  gateId: text<GateId>(),
  address: orNull(text()),
  addressKey: orNull(text()),
  destinationTag: orNull(big()),
  iban: orNull(text()),
  bic: orNull(text()),
  accountName: orNull(text()),
  bankName: orNull(text()),
  country: orNull(text()),
  town: orNull(text()),
  street: orNull(text()),
  postCode: orNull(text()),
  isDefault: bool(),
  automatic: bool(),
  period: orNull(text<MethodPeriod>()),
  ownershipConfirmedAt: orNull(time()),
  correctConfirmedAt: orNull(time()),
  createdAt: time(),
  updatedAt: time(),
};

export const methodsTable = defineTable('payment_method', columns);
/** A stored payment method; its seal is read only by db/outflows/method-seal.ts. */
export type StoredMethod = RowOf<typeof columns>;

export interface MethodRow extends StoredMethod {
  /** The name of the person who added it; empty if that person is gone. */
  readonly creator: string;
  /** The end of its address's cool-off. */
  readonly usableFrom: Date | null;
  /** The result of the latest scheduled run; null before the first one. */
  readonly lastRun: {
    readonly at: string;
    readonly payoutId: string | null;
    readonly withdrawalId: string | null;
    readonly words: string;
  } | null;
}

/** The results of scheduled runs. */
export const automaticPayoutsTable = defineTable('automatic_payout', {
  methodId: uuid(),
  scheduledAt: time(),
  payoutId: orNull(uuid()),
  /** Of a withdrawal to a bank account. */
  withdrawalId: orNull(uuid()),
  words: text(),
  createdAt: filled(time()),
});
