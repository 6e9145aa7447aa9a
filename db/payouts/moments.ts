import type { Mode, Network } from '../../domain/assets.ts';
import { guard, moment } from '../process/reactions.ts';
import type { SavedPayout } from './save.ts';

/** Every change of a payout or refund, its own rows written. */
export const payoutChanged = moment<SavedPayout>('payout.changed');

/** The money of a payout left, or came back. */
export const holdEnded = moment<SavedPayout>('payout.end_hold');

export interface QueueRelease {
  readonly modes: readonly Mode[];
  readonly networks: readonly Network[];
  /** Undefined: of every merchant. */
  readonly merchantId: string | undefined;
}

/** What kept queued payouts from being signed is gone. */
export const queueReleased = moment<QueueRelease>('payout.queue_released');

/** Stops the money of a payout from leaving. */
export const moneyLeaves = guard('payout.money_leaves');
