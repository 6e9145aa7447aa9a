import { again, againWhenDue, lastTriedMs } from '../process/backoff.ts';
import { actWhenDue, type Moment, type NextStep } from '../process/waits.ts';
import type { PayoutSnapshot, PayoutWaits } from './payout-snapshot.ts';
import type { PayoutReason } from './payout-status.ts';

/** Requests of the workflow to an activity. */
export type PayoutAct = 'expire_approval' | 'enqueue' | 'sign' | 'broadcast' | 'bump' | 'overdue' | 'remind';

/** `tries` restarts when the status changes or a transaction is signed. */
export interface PayoutMoment extends Moment<PayoutSnapshot> {
  /** An operator requested a retry at once, with a higher fee if that does not help. */
  readonly isRetryRequested: boolean;
  readonly waits: PayoutWaits;
}

export const DEFAULT_WAITS: PayoutWaits = {
  confirmationMs: 6 * 3_600_000,
  signingMs: 2 * 3_600_000,
  bumpMs: 2 * 3_600_000,
  reminderMs: 24 * 3_600_000,
};

/** Decides the next step of a payout's workflow. Pure; every wait has an end and says what it waits for. */
export function nextPayoutStep(at: PayoutMoment, nowMs: number): NextStep<PayoutAct> {
  const { snapshot } = at;
  switch (snapshot.status) {
    case 'new':
      return againWhenDue(at, nowMs, {
        untilMs: snapshot.approvalEndsMs,
        act: 'expire_approval',
        message: 'Waiting for approval by another person; the money is held.',
      });
    case 'pending':
      return againWhenDue(at, nowMs, {
        untilMs: snapshot.notBeforeMs ?? 0,
        act: 'enqueue',
        message: 'Approved. Waiting for the cool-off of a new address to end.',
      });
    case 'queue':
      return snapshot.mayBePaid ? sending(at, nowMs) : signing(at, nowMs);
    case 'confirming':
      return confirming(at, nowMs);
    case 'error':
      if (snapshot.needsOperator) return remind(at, nowMs, `Waiting for an operator${because(snapshot)}.`);
      return { kind: 'end', message: `Ended in error${because(snapshot)}; the money was returned to the balance.` };
    case 'done':
    case 'canceled':
      return { kind: 'end', message: `Ended as ${snapshot.status}${because(snapshot)}.` };
    default:
      return snapshot.status satisfies never;
  }
}

function signing(at: PayoutMoment, nowMs: number): NextStep<PayoutAct> {
  const { snapshot, waits, sinceMs } = at;
  if (!snapshot.needsOperator && nowMs >= sinceMs + waits.signingMs) {
    return again(at, nowMs, { act: 'overdue', message: `Not signed for too long${because(snapshot)}.` });
  }
  const message = snapshot.reason === null ? 'Asking the signer.' : `Not signed yet${because(snapshot)}.`;
  return again(at, nowMs, { act: 'sign', message });
}

function sending(at: PayoutMoment, nowMs: number): NextStep<PayoutAct> {
  const { snapshot, waits, sinceMs } = at;
  if (!snapshot.needsOperator && nowMs >= sinceMs + waits.confirmationMs) {
    return again(at, nowMs, { act: 'overdue', message: 'Signed, but no node has accepted it.' });
  }
  // An operator's retry sends the same bytes once more; if the node refuses again, a higher fee is signed.
  if (at.isRetryRequested && at.tries > 0)
    return { kind: 'act', act: 'bump', message: 'The node does not accept it. Raising the fee.' };
  const message = `Signed; can no longer be canceled${because(snapshot)}. Sending it to the node.`;
  return again(at, nowMs, { act: 'broadcast', message });
}

/** A transaction that no block includes is signed again with a higher fee: at intervals, or when an operator asks. */
function confirming(at: PayoutMoment, nowMs: number): NextStep<PayoutAct> {
  const { snapshot, waits, sinceMs, trouble } = at;
  const said = trouble === null ? '' : ` ${trouble}`;
  if (at.isRetryRequested)
    return { kind: 'act', act: 'bump', message: 'Raising the fee if the transaction is not in a block yet.' };
  if (snapshot.needsOperator)
    return remind(at, nowMs, `Waiting for confirmations longer than usual${because(snapshot)}.${said}`);
  const overdueMs = sinceMs + waits.confirmationMs;
  if (nowMs >= overdueMs) return again(at, nowMs, { act: 'overdue', message: 'Confirmations are taking too long.' });
  const bumpMs = lastTriedMs(at) + waits.bumpMs;
  if (nowMs >= bumpMs)
    return { kind: 'act', act: 'bump', message: 'Raising the fee if the transaction is not in a block yet.' };
  return {
    kind: 'wait',
    untilMs: Math.min(overdueMs, bumpMs),
    message: `Sent${because(snapshot)}. Waiting for confirmations.${said}`,
  };
}

function remind(at: PayoutMoment, nowMs: number, message: string): NextStep<PayoutAct> {
  return actWhenDue({ untilMs: lastTriedMs(at) + at.waits.reminderMs, act: 'remind', message }, nowMs);
}

function because({ reason, words = null }: PayoutSnapshot): string {
  if (reason === null) return '';
  return `: ${REASON_WORDS[reason]}${words === null ? '' : ` – ${words.replace(/[.]$/, '')}`}`;
}

/** The reasons as operators read them. */
const REASON_WORDS: Readonly<Record<PayoutReason, string>> = {
  awaiting_approval: 'another person must approve it',
  cooling_off: 'the address is new',
  canceled_by_merchant: 'the merchant canceled it',
  approval_expired: 'nobody approved it in time',
  stopped: 'the emergency stop is active',
  hourly_limit: 'the hourly limit is used up',
  daily_limit: 'the daily limit is used up',
  amount_limit: 'the amount exceeds the limit for one payout',
  own_limit: 'the merchant lowered its own limits, and they do not allow it now',
  operation_suspended: 'staff suspended it as suspicious',
  no_funds: 'the gateway has too few coins on this network',
  fee_too_high: 'the network fee is higher than approved',
  network_unavailable: 'the node does not answer',
  token_refuses:
    'the token contract refuses our transfers, for example because it is paused or has blocked our account',
  production_closed: 'compliance has closed production mode for the merchant',
  address_refused: 'the address cannot be paid',
  balance_frozen: 'outgoing money of this balance is frozen',
  approval_void: 'the approval does not match the payout, so somebody may have changed it',
  hold_mismatch: 'the held money does not match the payout',
  transaction_failed: 'the transaction is on the chain but had no effect',
  transaction_conflict: 'another transaction has used the same inputs or number',
  transaction_refused: 'the node refuses the transaction',
  transaction_lapsed: 'the transaction expired before it reached the chain and will be signed again',
  confirmation_overdue: 'confirmation took too long',
  sent_again: 'it had disappeared and was sent again',
  reorganised: 'a reorganization removed its confirmations',
  resolved_by_operator: 'an operator resolved it',
};
