import type { Mode, Network } from '../assets/assets.ts';
import { APPROVAL_MS, mayBePaid, type PayoutFacts } from './payout-facts.ts';
import type { PayoutKind, PayoutReason, PayoutStatus } from './payout-status.ts';

/** A workflow's snapshot of its payout: the row at one version, carried by inputs, answers and signals. */
export interface PayoutSnapshot {
  readonly version: number;
  readonly status: PayoutStatus;
  readonly reason: PayoutReason | null;
  /** How signer or node explained the reason. Missing in snapshots from older versions. */
  readonly words?: string | null;
  readonly needsOperator: boolean;
  /** The newest transaction. */
  readonly txid: string | null;
  /** A signed transaction is on the chain or may reach it: nothing else may be signed. */
  readonly mayBePaid: boolean;
  /** When a missing approval expires. */
  readonly approvalEndsMs: number;
  readonly notBeforeMs: number | null;
}

export interface PayoutSubject {
  readonly payoutId: string;
  readonly kind: PayoutKind;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly network: Network;
  readonly gateId: string;
}

/** The durations of the workflow in milliseconds; tests shorten them. */
export interface PayoutWaits {
  /** How long confirmations may take before an operator is asked. */
  readonly confirmationMs: number;
  /** How long signing may be blocked before an operator is asked. */
  readonly signingMs: number;
  /** How long a transaction may wait for a block before it is signed again with a higher fee. */
  readonly bumpMs: number;
  /** How often operators are reminded. */
  readonly reminderMs: number;
}

export function payoutSnapshotOf(facts: PayoutFacts): PayoutSnapshot {
  return {
    version: facts.version,
    status: facts.status,
    reason: facts.statusReason,
    words: facts.statusWords,
    needsOperator: facts.needsOperator,
    txid: facts.transactions.at(-1)?.txid ?? null,
    mayBePaid: mayBePaid(facts),
    approvalEndsMs: facts.createdAt.getTime() + APPROVAL_MS,
    notBeforeMs: facts.notBefore?.getTime() ?? null,
  };
}
