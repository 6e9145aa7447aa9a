import type { AccountRef } from './accounts.ts';

/** One movement: `minor` (> 0, minor units) moves from `debit` to `credit`. */
export interface Posting {
  readonly debit: AccountRef;
  readonly credit: AccountRef;
  readonly minor: bigint;
}

/** A transfer: its postings happen together or not at all. */
export interface TransferRequest {
  /** Permanently unique, e.g. `sandbox:BTC:<txid>:0:credit:1`. A repeated key with the same content does nothing. */
  readonly key: string;
  /** The type of transfer, e.g. `payment_credit`. */
  readonly kind: string;
  readonly postings: readonly Posting[];
  readonly invoiceId?: string;
  /** The subject, e.g. `payout:<uuid>`. */
  readonly entity?: string;
  /**
   * The invoice, deposit or withdrawal whose money this gives to its merchant. The amount that the gateway wrote off of
   * the cause's debt is paid from it first: `<key>:recovered:<merchant>:<asset>`.
   */
  readonly gives?: string;
  readonly note?: string;
  /**
   * Money that leaves the merchant's balance: refused while the account is frozen. Corrections and settlements are not.
   */
  readonly outgoing?: boolean;
  /** It replaces an existing hold, so a debt that arose since then does not refuse it. */
  readonly replacesHold?: boolean;
}
