import './payout-words.ts';
import { describe, expect, it } from 'vitest';
import { makePayout } from '../testing/payouts.fixture.ts';
import { pathOf } from './payout-path.ts';

const unapproved = makePayout({
  status: 'new',
  status_reason: 'awaiting_approval',
  approved_at: null,
  txid: null,
  transactions: [],
});
const states = (payout: Parameters<typeof pathOf>[0]) => pathOf(payout).map(({ key, state }) => `${key} ${state}`);
const now = (payout: Parameters<typeof pathOf>[0]) => pathOf(payout).find(({ state }) => state === 'now')?.text;

describe('the path of a payout', () => {
  it('waits for another person first, and says so', () => {
    expect(states(unapproved)).toEqual([
      'asked done',
      'approved now',
      'cooled later',
      'sent later',
      'confirmed later',
      'arrived later',
    ]);
    expect(now(unapproved)).toContain('another person of your team');
  });

  it('leaves out an approval and a cool-off where there is none', () => {
    const plain = {
      ...unapproved,
      status: 'queue' as const,
      status_reason: null,
      approval_required: false,
      not_before: null,
    };
    expect(states(plain)).toEqual(['asked done', 'sent now', 'confirmed later', 'arrived later']);
  });

  it('tells what keeps it from being signed', () => {
    const kept = {
      ...unapproved,
      status: 'queue' as const,
      status_reason: 'daily_limit',
      approved_at: unapproved.created_at,
    };
    expect(now(kept)).toBe('The limit of this day is reached. It goes on by itself.');
    expect(now({ ...kept, status_reason: 'something_of_a_newer_server' })).toBe('Waits for its turn to be signed.');
  });

  it('counts confirmations up to what is required', () => {
    expect(now(makePayout())).toBe('1 of 2 confirmations.');
    expect(now(makePayout({ confirmations: { current: 9, required: 2 } }))).toBe('2 of 2 confirmations.');
  });

  it('is all done at the end', () => {
    expect(pathOf(makePayout({ status: 'done' })).every(({ state }) => state === 'done')).toBe(true);
  });

  it('ends where it was canceled or failed, with nothing after it', () => {
    const canceled = { ...unapproved, status: 'canceled' as const, status_reason: 'canceled_by_merchant' };
    expect(states(canceled)).toEqual(['asked done', 'approved ended']);
    const refused = makePayout({ status: 'error', status_reason: 'address_refused', txid: null });
    expect(states(refused).at(-1)).toBe('sent ended');
    const status_words = 'The recipient asks for a destination tag.';
    expect(pathOf({ ...refused, status_words }).at(-1)?.text).toBe(
      `The network does not take this address. The money is back on your balance. ${status_words}`,
    );
    const failed = makePayout({ status: 'error', status_reason: 'transaction_failed' });
    expect(pathOf(failed).at(-1)).toMatchObject({
      key: 'confirmed',
      state: 'ended',
      text: expect.stringContaining('without effect'),
    });
  });
});
