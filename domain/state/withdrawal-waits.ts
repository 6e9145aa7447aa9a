import { again, againWhenDue, lastTriedMs } from '../process/backoff.ts';
import { actWhenDue, type Moment, type NextStep } from '../process/waits.ts';
import type { WithdrawalSnapshot, WithdrawalWaits } from './withdrawal-snapshot.ts';
import type { WithdrawalReason } from './withdrawal-status.ts';

/** Requests of the workflow to an activity. */
export type WithdrawalAct = 'expire_approval' | 'enqueue' | 'give' | 'overdue' | 'remind';

export interface WithdrawalMoment extends Moment<WithdrawalSnapshot> {
  readonly waits: WithdrawalWaits;
}

/** Banks pause over weekends and holidays; Easter takes four days. */
export const WITHDRAWAL_WAITS: WithdrawalWaits = {
  bankMs: 5 * 24 * 3_600_000,
  blockedMs: 2 * 3_600_000,
  reminderMs: 24 * 3_600_000,
};

/** Decides the next step of a withdrawal's workflow. Pure; every wait has an end and says what it waits for. */
export function nextWithdrawalStep(at: WithdrawalMoment, nowMs: number): NextStep<WithdrawalAct> {
  const { snapshot } = at;
  const { status, needsOperator } = snapshot;
  switch (status) {
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
        message: 'Approved. Waiting for the cool-off of a new bank account to end.',
      });
    case 'queue':
      if (snapshot.bankStage === 'none') return giving(at, nowMs);
      return atTheBank(at, nowMs, snapshot.bankStage === 'given' ? 'Waiting for the next file.' : 'Sent to the bank.');
    case 'confirming':
      return atTheBank(at, nowMs, 'Accepted by the bank. Waiting for the booking.');
    case 'done':
    case 'canceled':
    case 'error':
      if (needsOperator) return remind(at, nowMs, `Waiting for an operator${because(snapshot)}.`);
      return { kind: 'end', message: `Ended as ${status}${because(snapshot)}.` };
    default:
      return status satisfies never;
  }
}

function giving(at: WithdrawalMoment, nowMs: number): NextStep<WithdrawalAct> {
  const { snapshot, waits, sinceMs } = at;
  if (!snapshot.needsOperator && nowMs >= sinceMs + waits.blockedMs) {
    return again(at, nowMs, { act: 'overdue', message: `Not given to the bank for too long${because(snapshot)}.` });
  }
  const message = snapshot.reason === null ? 'Giving it to the bank.' : `Not at the bank yet${because(snapshot)}.`;
  return again(at, nowMs, { act: 'give', message });
}

function atTheBank(at: WithdrawalMoment, nowMs: number, message: string): NextStep<WithdrawalAct> {
  const { snapshot, waits, sinceMs } = at;
  const said = `${message}${snapshot.reason === null ? '' : ` Reason${because(snapshot)}.`}`;
  if (snapshot.needsOperator) return remind(at, nowMs, `Waiting for an operator. ${said}`);
  return againWhenDue(at, nowMs, { untilMs: sinceMs + waits.bankMs, act: 'overdue', message: said });
}

function remind(at: WithdrawalMoment, nowMs: number, message: string): NextStep<WithdrawalAct> {
  return actWhenDue({ untilMs: lastTriedMs(at) + at.waits.reminderMs, act: 'remind', message }, nowMs);
}

function because({ reason, words }: WithdrawalSnapshot): string {
  if (reason === null) return '';
  return `: ${REASON_WORDS[reason]}${words === null ? '' : ` – ${words.replace(/[.]$/, '')}`}`;
}

/** The reasons as operators read them. */
const REASON_WORDS: Readonly<Record<WithdrawalReason, string>> = {
  awaiting_approval: 'another person must approve it',
  cooling_off: 'the bank account is new',
  canceled_by_merchant: 'the merchant canceled it',
  approval_expired: 'nobody approved it in time',
  stopped: 'the emergency stop is active',
  production_closed: 'compliance has closed production mode for the merchant',
  balance_frozen: 'outgoing money of this balance is frozen',
  method_paused: 'its withdrawal method is paused',
  amount_limit: 'the amount is above the limit',
  hourly_limit: 'the hourly limit is used up',
  daily_limit: 'the daily limit is used up',
  own_limit: 'the merchant lowered its own limits, and they do not allow it now',
  operation_suspended: 'staff suspended it as suspicious',
  method_changed: 'its withdrawal method changed after the request',
  approval_void: 'the approval does not match the withdrawal, so somebody may have changed it',
  hold_mismatch: 'the held money does not match the withdrawal',
  name_question: 'the bank says that the account belongs to somebody else',
  name_declined: 'it is not to be paid under the name that the bank found',
  bank_rejected: 'the bank rejected it',
  bank_returned: 'the bank returned it',
  bank_overdue: 'the bank takes too long',
  booked_after_end: 'the bank booked it although the money was returned to the balance',
  resolved_by_operator: 'an operator resolved it',
};
