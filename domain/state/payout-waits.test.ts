import { describe, expect, it } from 'vitest';
import type { PayoutSnapshot } from './payout-snapshot.ts';
import type { PayoutReason } from './payout-status.ts';
import { DEFAULT_WAITS, nextPayoutStep, type PayoutMoment } from './payout-waits.ts';

const NOW_MS = 1_000_000_000;
const HOUR_MS = 3_600_000;

function moment(snapshot: Partial<PayoutSnapshot>, changes: Partial<PayoutMoment> = {}): PayoutMoment {
  return {
    snapshot: {
      version: 1,
      status: 'queue',
      reason: null,
      words: null,
      needsOperator: false,
      txid: null,
      mayBePaid: false,
      approvalEndsMs: NOW_MS + 7 * 24 * HOUR_MS,
      notBeforeMs: null,
      ...snapshot,
    },
    sinceMs: NOW_MS,
    tries: 0,
    triedAtMs: NOW_MS,
    trouble: null,
    isRetryRequested: false,
    waits: DEFAULT_WAITS,
    ...changes,
  };
}

const stepOf = (snapshot: Partial<PayoutSnapshot>, changes: Partial<PayoutMoment> = {}, nowMs = NOW_MS) =>
  nextPayoutStep(moment(snapshot, changes), nowMs);
const act = (name: string, message: string) => ({ kind: 'act', act: name, message });
const wait = (untilMs: number, message: string) => ({ kind: 'wait', untilMs, message });

describe('before a payout is signed', () => {
  it('an approval is waited for until its time is over', () => {
    const message = 'Waiting for approval by another person; the money is held.';
    const approvalEndsMs = NOW_MS + 5;
    expect(stepOf({ status: 'new', approvalEndsMs }, {}, NOW_MS + 4)).toEqual(wait(approvalEndsMs, message));
    expect(stepOf({ status: 'new', approvalEndsMs }, {}, NOW_MS + 5)).toEqual(act('expire_approval', message));
  });

  it('a new address cools off, a known one does not', () => {
    const message = 'Approved. Waiting for the cool-off of a new address to end.';
    const notBeforeMs = NOW_MS + 5;
    expect(stepOf({ status: 'pending', notBeforeMs }, {}, NOW_MS + 4)).toEqual(wait(notBeforeMs, message));
    expect(stepOf({ status: 'pending', notBeforeMs }, {}, NOW_MS + 5)).toEqual(act('enqueue', message));
    expect(stepOf({ status: 'pending' })).toEqual(act('enqueue', message));
  });

  it('the signer is asked, and after two hours an operator, once', () => {
    expect(stepOf({})).toEqual(act('sign', 'Asking the signer.'));
    const lateMs = NOW_MS + DEFAULT_WAITS.signingMs;
    expect(DEFAULT_WAITS.signingMs).toBe(2 * HOUR_MS);
    const kept = { reason: 'daily_limit' } as const;
    expect(stepOf(kept, {}, lateMs - 1)).toEqual(act('sign', 'Not signed yet: the daily limit is used up.'));
    expect(stepOf(kept, {}, lateMs)).toEqual(act('overdue', 'Not signed for too long: the daily limit is used up.'));
    expect(stepOf({ ...kept, needsOperator: true }, {}, lateMs)).toMatchObject({ act: 'sign' });
  });

  it('asks again after pauses that double, to five minutes at most, and says how often', () => {
    const tried = (tries: number, trouble: string | null = null) => stepOf({}, { tries, trouble });
    expect([1, 2, 3, 4, 9, 10, 40].map((tries) => tried(tries))).toEqual([
      wait(NOW_MS + 1_000, 'Asking the signer. Tried once; trying again.'),
      wait(NOW_MS + 2_000, 'Asking the signer. Tried twice; trying again.'),
      wait(NOW_MS + 4_000, 'Asking the signer. Tried 3 times; trying again.'),
      wait(NOW_MS + 8_000, 'Asking the signer. Tried 4 times; trying again.'),
      wait(NOW_MS + 256_000, 'Asking the signer. Tried 9 times; trying again.'),
      wait(NOW_MS + 300_000, 'Asking the signer. Tried 10 times; trying again.'),
      wait(NOW_MS + 300_000, 'Asking the signer. Tried 40 times; trying again.'),
    ]);
    expect(tried(1, 'The node is away.').message).toBe(
      'Asking the signer. The node is away. Tried once; trying again.',
    );
    expect(stepOf({}, { tries: 2 }, NOW_MS + 1_999)).toMatchObject({ kind: 'wait' });
    expect(stepOf({}, { tries: 2 }, NOW_MS + 2_000)).toEqual(act('sign', 'Asking the signer.'));
  });
});

describe('a signed payout', () => {
  const sending = { mayBePaid: true } as const;
  const message = 'Signed; can no longer be canceled. Sending it to the node.';

  it('is sent, and after six hours that no node took it an operator is asked, once', () => {
    expect(stepOf(sending)).toEqual(act('broadcast', message));
    expect(DEFAULT_WAITS.confirmationMs).toBe(6 * HOUR_MS);
    const lateMs = NOW_MS + DEFAULT_WAITS.confirmationMs;
    expect(stepOf(sending, {}, lateMs - 1)).toEqual(act('broadcast', message));
    expect(stepOf(sending, {}, lateMs)).toEqual(act('overdue', 'Signed, but no node has accepted it.'));
    expect(stepOf({ ...sending, needsOperator: true }, {}, lateMs)).toEqual(act('broadcast', message));
    expect(stepOf({ ...sending, reason: 'network_unavailable' }).message).toBe(
      'Signed; can no longer be canceled: the node does not answer. Sending it to the node.',
    );
  });

  it('is tried once more at an operator’s word, and signed for a higher fee where that did not help', () => {
    expect(stepOf(sending, { isRetryRequested: true })).toEqual(act('broadcast', message));
    expect(stepOf(sending, { isRetryRequested: true, tries: 1 })).toEqual(
      act('bump', 'The node does not accept it. Raising the fee.'),
    );
    expect(stepOf(sending, { tries: 1 })).toMatchObject({ kind: 'wait' });
  });
});

describe('a payout that was sent', () => {
  const confirming = { status: 'confirming' } as const;
  const raises = act('bump', 'Raising the fee if the transaction is not in a block yet.');
  const BUMP_MS = DEFAULT_WAITS.bumpMs;

  it('waits for its confirmations, and its fee is raised every two hours', () => {
    expect(BUMP_MS).toBe(2 * HOUR_MS);
    const waits = 'Sent. Waiting for confirmations.';
    expect(stepOf(confirming, { triedAtMs: 0 })).toEqual(wait(NOW_MS + BUMP_MS, waits));
    expect(stepOf(confirming, {}, NOW_MS + BUMP_MS - 1)).toMatchObject({ kind: 'wait' });
    expect(stepOf(confirming, {}, NOW_MS + BUMP_MS)).toEqual(raises);
    const tried = { tries: 1, triedAtMs: NOW_MS + BUMP_MS, trouble: 'It is in no block yet.' };
    expect(stepOf(confirming, tried, NOW_MS + BUMP_MS)).toEqual(
      wait(NOW_MS + 2 * BUMP_MS, `${waits} It is in no block yet.`),
    );
    expect(stepOf({ ...confirming, reason: 'sent_again' }).message).toBe(
      'Sent: it had disappeared and was sent again. Waiting for confirmations.',
    );
  });

  it('an operator is asked where they take too long, and may raise the fee at once', () => {
    const lateMs = NOW_MS + DEFAULT_WAITS.confirmationMs;
    expect(stepOf(confirming, { tries: 3, triedAtMs: lateMs - 1 }, lateMs - 1)).toMatchObject({
      kind: 'wait',
      untilMs: lateMs,
    });
    expect(stepOf(confirming, {}, lateMs)).toEqual(act('overdue', 'Confirmations are taking too long.'));
    expect(stepOf(confirming, { isRetryRequested: true })).toEqual(raises);
    const requested = { ...confirming, needsOperator: true, reason: 'confirmation_overdue' } as const;
    expect(stepOf(requested, { isRetryRequested: true }, lateMs)).toEqual(raises);
    expect(stepOf(requested, { trouble: 'It is in no block yet.' }, lateMs)).toEqual(
      wait(
        NOW_MS + DEFAULT_WAITS.reminderMs,
        'Waiting for confirmations longer than usual: confirmation took too long. It is in no block yet.',
      ),
    );
    expect(stepOf(requested).message).toBe('Waiting for confirmations longer than usual: confirmation took too long.');
  });
});

describe('a payout that is over or in error', () => {
  it('reminds operators once a day', () => {
    const requested = { status: 'error', needsOperator: true, reason: 'transaction_conflict' } as const;
    const message = 'Waiting for an operator: another transaction has used the same inputs or number.';
    expect(DEFAULT_WAITS.reminderMs).toBe(24 * HOUR_MS);
    const firstMs = NOW_MS + DEFAULT_WAITS.reminderMs;
    expect(stepOf(requested, { triedAtMs: 0 }, firstMs - 1)).toEqual(wait(firstMs, message));
    expect(stepOf(requested, { triedAtMs: 0 }, firstMs)).toEqual(act('remind', message));
    const again = { tries: 1, triedAtMs: firstMs };
    expect(stepOf(requested, again, firstMs)).toEqual(wait(firstMs + DEFAULT_WAITS.reminderMs, message));
  });

  it('ends, and says why', () => {
    const end = (message: string) => ({ kind: 'end', message });
    expect(stepOf({ status: 'error', reason: 'address_refused' })).toEqual(
      end('Ended in error: the address cannot be paid; the money was returned to the balance.'),
    );
    expect(stepOf({ status: 'done' })).toEqual(end('Ended as done.'));
    expect(stepOf({ status: 'canceled', reason: 'approval_expired' })).toEqual(
      end('Ended as canceled: nobody approved it in time.'),
    );
  });
});

describe('the words for operators', () => {
  it('add what signer or node said, without a second full stop', () => {
    const kept = { reason: 'token_refuses' } as const;
    const why = 'the token contract refuses our transfers, for example because it is paused or has blocked our account';
    expect(stepOf({ ...kept, words: 'The contract is paused.' }).message).toBe(
      `Not signed yet: ${why} – The contract is paused.`,
    );
    expect(stepOf({ ...kept, words: 'Lacks 0.5 TRX' }).message).toBe(`Not signed yet: ${why} – Lacks 0.5 TRX.`);
  });

  it('say nothing more where an older version wrote no words', () => {
    const { words: _absent, ...snapshot } = moment({ reason: 'stopped' }).snapshot;
    expect(nextPayoutStep({ ...moment({}), snapshot }, NOW_MS).message).toBe(
      'Not signed yet: the emergency stop is active.',
    );
  });

  it.each([
    ['awaiting_approval', 'another person must approve it'],
    ['cooling_off', 'the address is new'],
    ['canceled_by_merchant', 'the merchant canceled it'],
    ['hourly_limit', 'the hourly limit is used up'],
    ['amount_limit', 'the amount exceeds the limit for one payout'],
    ['operation_suspended', 'staff suspended it as suspicious'],
    ['no_funds', 'the gateway has too few coins on this network'],
    ['fee_too_high', 'the network fee is higher than approved'],
    ['production_closed', 'compliance has closed production mode for the merchant'],
    ['balance_frozen', 'outgoing money of this balance is frozen'],
    ['approval_void', 'the approval does not match the payout, so somebody may have changed it'],
    ['hold_mismatch', 'the held money does not match the payout'],
    ['transaction_failed', 'the transaction is on the chain but had no effect'],
    ['transaction_refused', 'the node refuses the transaction'],
    ['transaction_lapsed', 'the transaction expired before it reached the chain and will be signed again'],
    ['reorganised', 'a reorganization removed its confirmations'],
    ['resolved_by_operator', 'an operator resolved it'],
  ] satisfies [PayoutReason, string][])('%s: %s', (reason, message) => {
    expect(stepOf({ reason }).message).toBe(`Not signed yet: ${message}.`);
  });
});
