import type { ChainKind, GateId, Mode } from '../assets/assets.ts';
import type { InvoiceConversion } from '../invoices/json-columns.ts';
import type { Autoconversion, PaymentRecord } from '../invoices/record.ts';
import type { DepositReason, DepositStatus } from '../state/deposit-status.ts';
import type { DepositNetwork } from './gates.ts';

/** An address of a customer, as its row says; of euro, the gateway's account and the customer's creditor reference. */
export interface StaticAddressRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly gateId: GateId;
  readonly network: DepositNetwork;
  /** Of euro: `main` at a real bank, else `test`. */
  readonly chain: ChainKind;
  readonly reference: string;
  readonly description: string | null;
  /** Of euro: the gateway's IBAN. */
  readonly address: string;
  readonly destinationTag: bigint | null;
  /** Of euro: what each payment must name (ISO 11649). */
  readonly creditorReference: string | null;
  readonly bankName: string | null;
  readonly bankBic: string | null;
  /** Null: that of the profile. */
  readonly notificationUrl: string | null;
  /** Null: as the profile says when a deposit begins. */
  readonly autoconversion: Autoconversion | null;
  readonly createdAt: Date;
}

/** A deposit as its row and its payments say; amounts in minor units of the gate. */
export interface DepositRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly version: number;
  readonly status: DepositStatus;
  readonly statusReason: DepositReason | null;
  readonly addressId: string;
  readonly gateId: GateId;
  readonly network: DepositNetwork;
  readonly reference: string;
  readonly feeBps: number;
  readonly minimumMinor: bigint;
  readonly conversion: InvoiceConversion | null;
  readonly amountMinor: bigint;
  readonly settledMinor: bigint;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  /** Oldest first. */
  readonly payments: readonly DepositPaymentRecord[];
  /** The last sender of euro; null for coins. */
  readonly bank: DepositBankRecord | null;
}

export interface DepositBankRecord {
  readonly name: string | null;
  readonly iban: string | null;
  /** A calendar day. */
  readonly day: string;
}

export interface DepositPaymentRecord
  extends Pick<
    PaymentRecord,
    'txid' | 'output' | 'amountMinor' | 'confirmations' | 'requiredConfirmations' | 'status' | 'firstSeenAt'
  > {
  readonly gateId: GateId | null;
}
