import type { AccountRef } from './accounts.ts';

/**
 * One movement from the credit side's point of view: `minor` (> 0, minor units) leaves `debit` and reaches `credit`.
 */
export interface Posting {
  readonly debit: AccountRef;
  readonly credit: AccountRef;
  readonly minor: bigint;
}

/** A transfer: its postings happen together or not at all. */
export interface TransferRequest {
  /**
   * Unique for good, e.g. `sandbox:BTC:<txid>:0:credit:1`. The same key with the same content does nothing the second
   * time.
   */
  readonly key: string;
  /** What it is, e.g. `payment_credit`. */
  readonly kind: string;
  readonly postings: readonly Posting[];
  readonly invoiceId?: string;
  /** What asked for it, e.g. `payout:<uuid>`. */
  readonly entity?: string;
  readonly note?: string;
  /**
   * Money that leaves the merchant's balance: refused while the account is frozen. Corrections and settlements are not.
   */
  readonly outgoing?: boolean;
  /** It takes the place of a hold that was there: what its merchant has come to owe since does not refuse it. */
  readonly promised?: boolean;
}
