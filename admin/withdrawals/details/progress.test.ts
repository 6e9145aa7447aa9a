import '../../i18n/back-office-words.ts';
import '../withdrawal-words.ts';
import { describe, expect, it } from 'vitest';
import { makeWithdrawal } from '../../testing/withdrawals.fixture.ts';
import { progressOf, withdrawalReason } from './progress.ts';

const states = (changes: Parameters<typeof makeWithdrawal>[0]) =>
  progressOf(makeWithdrawal(changes)).map(({ key, state }) => `${key} ${state}`);

describe('the progress of a withdrawal', () => {
  it('ends with the booking of the bank', () => {
    expect(states({ status: 'confirming' })).toEqual(['requested done', 'approved done', 'sent done', 'arrived now']);
    expect(states({ status: 'done' })).toEqual(['requested done', 'approved done', 'sent done', 'arrived done']);
  });

  it('has an approval and a cool-off only where there is one', () => {
    const waiting = {
      status: 'pending',
      status_reason: 'cooling_off',
      not_before: '2099-01-01T00:00:00.000Z',
    } as const;
    expect(states({ ...waiting, approval_required: false })).toEqual([
      'requested done',
      'cooled now',
      'sent later',
      'arrived later',
    ]);
    expect(states({ status: 'new', approved_at: null })).toEqual([
      'requested done',
      'approved now',
      'sent later',
      'arrived later',
    ]);
  });

  it('stops where it ended: before the bank had it, or after', () => {
    expect(states({ status: 'canceled' })).toEqual(['requested done', 'approved done', 'sent ended']);
    expect(states({ status: 'error', status_reason: 'bank_rejected', timeline: [] }).at(-1)).toBe('sent ended');
    expect(states({ status: 'error', status_reason: 'bank_returned' }).at(-1)).toBe('arrived ended');
  });

  it('says why in our words and in those of the bank, and nothing of reasons it does not know', () => {
    expect(withdrawalReason({ status_reason: 'bank_returned', status_words: 'The payee’s account is closed.' })).toBe(
      'The recipient’s bank returned the payment. The money is back on your balance. The payee’s account is closed.',
    );
    expect(withdrawalReason({ status_reason: 'brand_new' as 'bank_returned', status_words: null })).toBe('');
  });
});
