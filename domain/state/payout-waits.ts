import type { PayoutReason } from './payout-status.ts';
import type { PayoutWaits, PayoutWatch } from './payout-watch.ts';

/** What the workflow asks an activity to do. */
export type PayoutAct = 'expire_approval' | 'enqueue' | 'sign' | 'broadcast' | 'bump' | 'overdue' | 'remind';

export type PayoutNext =
  | { readonly kind: 'end'; readonly words: string }
  | { readonly kind: 'act'; readonly act: PayoutAct; readonly words: string }
  | { readonly kind: 'wait'; readonly untilMs: number; readonly words: string };

export interface PayoutMoment {
  readonly watch: PayoutWatch;
  /** When it was learned that the payout stands where it does: its status, and whether something is signed. */
  readonly sinceMs: number;
  /** Acts since then that moved nothing, when the last one ended, and what it said. */
  readonly tries: number;
  readonly triedAtMs: number;
  readonly trouble: string | null;
  /** An operator asked for a try at once, and for a higher fee where that does not help. */
  readonly wanted: boolean;
  readonly waits: PayoutWaits;
}

export const DEFAULT_WAITS: PayoutWaits = {
  confirmationMs: 6 * 3_600_000,
  signingMs: 2 * 3_600_000,
  bumpMs: 2 * 3_600_000,
  reminderMs: 24 * 3_600_000,
};

/**
 * What the workflow of a payout does now: pure, so that tests need no server. Every wait has an end, and its words say
 * what is waited for.
 */
export function nextPayoutStep(at: PayoutMoment, nowMs: number): PayoutNext {
  const { watch } = at;
  switch (watch.status) {
    case 'new':
      return waitThen(at, nowMs, {
        untilMs: watch.approvalEndsMs,
        act: 'expire_approval',
        words: 'Waits for the approval of another person; the money is held.',
      });
    case 'pending':
      return waitThen(at, nowMs, {
        untilMs: watch.notBeforeMs ?? 0,
        act: 'enqueue',
        words: 'Approved. Waits for the end of the cool-off of a new address.',
      });
    case 'queue':
      return watch.mayBePaid ? sending(at, nowMs) : signing(at, nowMs);
    case 'confirming':
      return confirming(at, nowMs);
    case 'error':
      if (watch.needsOperator) return remind(at, nowMs, `Waits for an operator${because(watch)}.`);
      return { kind: 'end', words: `Ended in error${because(watch)}; the money is back on the balance.` };
    case 'done':
    case 'canceled':
      return { kind: 'end', words: `Ended as ${watch.status}${because(watch)}.` };
    default:
      return watch.status satisfies never;
  }
}

function signing(at: PayoutMoment, nowMs: number): PayoutNext {
  const { watch, waits, sinceMs } = at;
  if (!watch.needsOperator && nowMs >= sinceMs + waits.signingMs) {
    return again(at, nowMs, 'overdue', `Could not be signed for long${because(watch)}.`);
  }
  return again(at, nowMs, 'sign', watch.reason === null ? 'Asks the signer.' : `Not signed yet${because(watch)}.`);
}

function sending(at: PayoutMoment, nowMs: number): PayoutNext {
  const { watch, waits, sinceMs } = at;
  if (!watch.needsOperator && nowMs >= sinceMs + waits.confirmationMs) {
    return again(at, nowMs, 'overdue', 'Signed, but no node took it.');
  }
  // An operator's retry tries the bytes once more; what the node still does not take is signed again for a higher fee.
  if (at.wanted && at.tries > 0)
    return { kind: 'act', act: 'bump', words: 'The node does not take it. Raises the fee.' };
  return again(at, nowMs, 'broadcast', `Signed, and can no longer be canceled${because(watch)}. Sends it to the node.`);
}

/**
 * A transaction that no block takes is signed again for a higher fee: from time to time, and when an operator asks for
 * it.
 */
function confirming(at: PayoutMoment, nowMs: number): PayoutNext {
  const { watch, waits, sinceMs, tries, triedAtMs, trouble } = at;
  const said = trouble === null ? '' : ` ${trouble}`;
  if (at.wanted) return { kind: 'act', act: 'bump', words: 'Raises the fee, if it waits for a block.' };
  if (watch.needsOperator)
    return remind(at, nowMs, `Waits for confirmations longer than usual${because(watch)}.${said}`);
  const overdueMs = sinceMs + waits.confirmationMs;
  if (nowMs >= overdueMs) return again(at, nowMs, 'overdue', 'Its confirmations take too long.');
  const bumpMs = (tries === 0 ? sinceMs : triedAtMs) + waits.bumpMs;
  if (nowMs >= bumpMs) return { kind: 'act', act: 'bump', words: 'Raises the fee, if it waits for a block.' };
  return {
    kind: 'wait',
    untilMs: Math.min(overdueMs, bumpMs),
    words: `Sent${because(watch)}. Waits for its confirmations.${said}`,
  };
}

function remind(at: PayoutMoment, nowMs: number, words: string): PayoutNext {
  const lastMs = at.tries === 0 ? at.sinceMs : at.triedAtMs;
  const untilMs = lastMs + at.waits.reminderMs;
  return nowMs < untilMs ? { kind: 'wait', untilMs, words } : { kind: 'act', act: 'remind', words };
}

function waitThen(
  at: PayoutMoment,
  nowMs: number,
  wanted: { readonly untilMs: number; readonly act: PayoutAct; readonly words: string },
): PayoutNext {
  if (nowMs < wanted.untilMs) return { kind: 'wait', untilMs: wanted.untilMs, words: wanted.words };
  return again(at, nowMs, wanted.act, wanted.words);
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** An act that moved nothing is repeated after pauses that double, so that what is away costs little history. */
function again({ tries, triedAtMs, trouble }: PayoutMoment, nowMs: number, act: PayoutAct, words: string): PayoutNext {
  if (tries === 0) return { kind: 'act', act, words };
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20), LONGEST_PAUSE_MS);
  const untilMs = triedAtMs + pauseMs;
  if (nowMs >= untilMs) return { kind: 'act', act, words };
  const said = trouble === null ? '' : ` ${trouble}`;
  const times = tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`;
  return { kind: 'wait', untilMs, words: `${words}${said} Tried ${times}; trying again.` };
}

function because({ reason, words = null }: PayoutWatch): string {
  if (reason === null) return '';
  return `: ${REASON_WORDS[reason]}${words === null ? '' : ` – ${words.replace(/[.]$/, '')}`}`;
}

/** Why, as operators read it. */
const REASON_WORDS: Readonly<Record<PayoutReason, string>> = {
  awaiting_approval: 'another person has to approve it',
  cooling_off: 'the address is new',
  canceled_by_merchant: 'the merchant took it back',
  approval_expired: 'nobody approved it in time',
  stopped: 'the emergency stop is pulled',
  hourly_limit: 'the limit of an hour is used up',
  daily_limit: 'the limit of a day is used up',
  amount_limit: 'the amount is more than may leave at once',
  operation_suspended: 'staff hold it as suspicious',
  no_funds: 'the gateway has too few coins of its own on this network',
  fee_too_high: 'the network asks for a higher fee than was approved',
  network_unavailable: 'the node does not answer',
  token_refuses: 'the contract of the token refuses transfers of ours, as when it is paused or has blocked our account',
  production_closed: 'compliance has closed production to the merchant',
  address_refused: 'the address can not be paid',
  balance_frozen: 'outgoing money of the balance is frozen',
  approval_void: 'the approval does not fit what the payout says now, so that somebody may have changed it',
  hold_mismatch: 'the money that is held is not what the payout says',
  transaction_failed: 'the chain took the transaction in without effect',
  transaction_conflict: 'what the transaction spends is spent by another one',
  transaction_refused: 'the node refuses the transaction',
  transaction_lapsed: 'the transaction came too late for the chain and is signed anew',
  confirmation_overdue: 'it took too long',
  sent_again: 'it had vanished and was sent again',
  reorganised: 'a reorganisation undid its confirmations',
  resolved_by_operator: 'an operator decided so',
};
