import type { Mode, Network } from '../assets.ts';
import type { PayoutFacts } from './payout-facts.ts';
import type { PayoutReason, PayoutStatus } from './payout-status.ts';

/** What a workflow knows of its payout: copied from the row at one version, carried by inputs, answers and signals. */
export interface PayoutWatch {
  readonly version: number;
  readonly status: PayoutStatus;
  readonly reason: PayoutReason | null;
  readonly needsOperator: boolean;
  /** The newest transaction. */
  readonly txid: string | null;
  /** When an approval is waited for no longer. */
  readonly approvalEndsMs: number;
  readonly notBeforeMs: number | null;
}

export interface PayoutSubject {
  readonly payoutId: string;
  readonly kind: 'payout' | 'refund';
  readonly merchantId: string;
  readonly mode: Mode;
  readonly network: Network;
  readonly gateId: string;
}

/** Durations the workflow works with; tests shorten them. Milliseconds. */
export interface PayoutWaits {
  /** How long confirmations may take before an operator is asked. */
  readonly confirmationMs: number;
  /** How long the signer may be kept from signing before an operator is asked. */
  readonly signingMs: number;
  /** How often operators are reminded. */
  readonly reminderMs: number;
}

export function payoutWatchOf(facts: PayoutFacts, approvalMs: number): PayoutWatch {
  return {
    version: facts.version,
    status: facts.status,
    reason: facts.reason,
    needsOperator: facts.needsOperator,
    txid: facts.transactions.at(-1)?.txid ?? null,
    approvalEndsMs: facts.createdAtMs + approvalMs,
    notBeforeMs: facts.notBeforeMs,
  };
}
