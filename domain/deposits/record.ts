import type { ChainKind, CryptoGateId, Mode, Network } from '../assets.ts';
import type { Autoconversion, InvoiceConversion, PaymentRecord } from '../invoices/record.ts';
import type { DepositReason, DepositStatus } from '../state/deposit-status.ts';

/** An address of a customer, as its row says. */
export interface StaticAddressRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly gateId: CryptoGateId;
  readonly network: Network;
  readonly chain: ChainKind;
  readonly reference: string;
  readonly description: string | null;
  readonly address: string;
  readonly destinationTag: bigint | null;
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
  readonly gateId: CryptoGateId;
  readonly network: Network;
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
}

export type DepositPaymentRecord = Pick<
  PaymentRecord,
  'gateId' | 'txid' | 'output' | 'amountMinor' | 'confirmations' | 'requiredConfirmations' | 'status' | 'firstSeenAt'
>;
