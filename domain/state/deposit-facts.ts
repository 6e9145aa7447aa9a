import type { GateId } from '../assets/assets.ts';
import type { DepositNetwork } from '../deposits/gates.ts';
import type { Autoconversion, PaymentStatus } from '../invoices/record.ts';
import { type CreditedPayment, creditChange } from './credit-change.ts';
import type { DepositReason, DepositStatus } from './deposit-status.ts';
import { isLiveStatus } from './payment-status.ts';

/**
 * Payments of one deposit: what a decision reads must have a bound, because anybody can send dust. A deposit that has
 * as many takes no further ones, and is settled with what it has, even below the minimum.
 */
export const MAX_PAYMENTS = 200;

/** One incoming movement of money as the rules need it. */
export interface DepositPayment extends CreditedPayment {
  readonly id: string;
  readonly key: string;
  readonly network: DepositNetwork;
  readonly status: PaymentStatus;
  readonly finalized: boolean;
  readonly creditCount: number;
}

/** Everything that decisions about a deposit depend on. Amounts in minor units of the gate. */
export interface DepositFacts {
  readonly id: string;
  /** 0 until its first decision. */
  readonly version: number;
  readonly status: DepositStatus;
  readonly reason: DepositReason | null;
  readonly needsOperator: boolean;
  /** Staff hold its money; nobody outside may learn of it. */
  readonly complianceHold: boolean;
  /** The merchant has heard of it. */
  readonly announced: boolean;
  readonly gateId: GateId;
  readonly feeBps: number;
  readonly minimumMinor: bigint;
  /** From this amount on, the chain must call its blocks final; null: never. */
  readonly finalityFromMinor: bigint | null;
  readonly autoconversion: Autoconversion;
  readonly amountMinor: bigint;
  readonly settledMinor: bigint;
  /** The amounts that settlements have converted, or will, and that no reorganization has taken back. */
  readonly convertedMinor: bigint;
  /** The part of it that waits to be converted: its coins are held. */
  readonly convertingMinor: bigint;
  readonly payments: readonly DepositPayment[];
}

export type DepositEvent =
  /** The chain's answer about its payments has changed. */
  | { readonly type: 'payments_changed' }
  /** `converts`: whether the mode converts at present. */
  | { readonly type: 'settle'; readonly converts: boolean }
  /** Makes the conversions that wait, as far as possible; or releases the coins, because it takes too long. */
  | { readonly type: 'convert' | 'keep_coins' }
  /** Staff suspend it, and release it. */
  | { readonly type: 'hold' | 'clear' }
  /** An operator: what a reorganization took will not come back. */
  | { readonly type: 'resolve'; readonly by: string; readonly note: string };

/** The facts summed up for one decision. */
export interface DepositPosition {
  readonly facts: DepositFacts;
  readonly event: DepositEvent;
  /** Of payments that are neither dropped, replaced nor failed. */
  readonly liveMinor: bigint;
  readonly confirmedMinor: bigint;
  /** Every live payment is in a block. */
  readonly inBlock: boolean;
  readonly awaitsFinality: boolean;
  /** No further payment joins it. */
  readonly isFull: boolean;
}

/** Sums up the facts. Recomputed for each decision. */
export function depositPosition(facts: DepositFacts, event: DepositEvent): DepositPosition {
  const live = facts.payments.filter(({ status }) => isLiveStatus(status));
  const confirmed = live.filter(({ status }) => status === 'confirmed');
  const { finalityFromMinor } = facts;
  const confirmedMinor = sumOf(confirmed);
  return {
    facts,
    event,
    liveMinor: sumOf(live),
    confirmedMinor,
    inBlock: live.every(({ status }) => status !== 'seen'),
    awaitsFinality:
      finalityFromMinor !== null &&
      confirmedMinor >= finalityFromMinor &&
      confirmed.some(({ finalized }) => !finalized),
    isFull: facts.payments.length >= MAX_PAYMENTS,
  };
}

/** The fate of a deposit whose payments are all gone. */
export function goneReason({ payments }: DepositFacts): DepositReason {
  const statuses = new Set(payments.map(({ status }) => status));
  if (statuses.has('replaced')) return 'replaced';
  return statuses.has('failed') ? 'failed' : 'dropped';
}

/** The payments that this step credits or reverses. */
export function changedCredits({ payments }: DepositFacts) {
  return payments.map((payment) => ({ payment, ...creditChange(payment) }));
}

function sumOf(payments: readonly DepositPayment[]): bigint {
  return payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}
