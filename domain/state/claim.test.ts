import { describe, expect, test } from 'vitest';
import { type ClaimEvent, type ClaimFacts, nextClaim } from './claim.ts';
import { CLAIM_STATUSES, type ClaimStatus } from './claim-status.ts';

const facts: ClaimFacts = { version: 3, status: 'review', reason: null, needsOperator: false, lossMinor: 0n };
const vote = { staffId: 's', role: 'manager', name: 'Mia' } as const;
const paid = { payoutId: 'p', netMinor: 8n, serviceFeeMinor: 1n, networkFeeMinor: 1n };
const outcome = (change: Partial<ClaimFacts>, event: ClaimEvent) => {
  const { state, effects } = nextClaim({ ...facts, ...change }, event);
  return { status: state.status, reason: state.reason, effects: effects.map(({ type }) => type) };
};

describe('a claim', () => {
  test('moves no money before the last approval', () => {
    expect(outcome({}, { type: 'approve', vote, paid: null })).toEqual({ status: 'review', reason: null, effects: [] });
    expect(outcome({}, { type: 'approve', vote, paid })).toEqual({
      ...{ status: 'paying', reason: null, effects: ['take', 'tell'] },
    });
  });

  test.each<ClaimStatus>(['checking', 'paying', 'done', 'declined', 'recorded'])(
    'is not approved while %s',
    (status) => {
      expect(() => outcome({ status }, { type: 'approve', vote, paid })).toThrow(/status/);
    },
  );

  test('is refused by the staff before it is paid, and not after', () => {
    const refuse = { type: 'refuse', note: 'Not yours.' } as const;
    expect(outcome({}, refuse)).toMatchObject({ status: 'declined', reason: 'refused_by_staff', effects: ['tell'] });
    for (const status of ['paying', 'done', 'declined'] as const) expect(() => outcome({ status }, refuse)).toThrow();
  });

  test('whose payment is reorganized before it is paid is refused; a canceled payout puts the money back', () => {
    const reversed = { type: 'reversed', isOut: false } as const;
    expect(outcome({}, reversed)).toMatchObject({ status: 'declined', reason: 'reorganized', effects: ['tell'] });
    expect(outcome({ status: 'paying' }, reversed).effects).toEqual(['put_back', 'tell']);
  });

  test.each<ClaimStatus>(['paying', 'done'])('whose payment is reorganized after it left (%s) is a loss', (status) => {
    const lost = nextClaim({ ...facts, status }, { type: 'reversed', isOut: true });
    expect(lost.state).toMatchObject({ status, reason: 'reorganized', needsOperator: true });
    expect(lost.effects.map(({ type }) => type)).toEqual(['cover_loss', 'alert']);
    const after = { ...facts, status, lossMinor: 9n, needsOperator: true, reason: 'reorganized' as const };
    expect(outcome(after, { type: 'credited_again' })).toEqual({
      ...{ status, reason: null, effects: ['uncover_loss', 'resolve_alert'] },
    });
    expect(outcome(after, { type: 'payout_ended', isPaid: false })).toEqual({
      ...{ status: 'declined', reason: 'reorganized', effects: ['fill_loss', 'tell', 'resolve_alert'] },
    });
  });

  test('whose payout failed waits for a new decision', () => {
    expect(outcome({ status: 'paying' }, { type: 'payout_ended', isPaid: false })).toEqual({
      ...{ status: 'review', reason: 'payout_failed', effects: ['put_back'] },
    });
  });

  test('every status and event either has a rule or changes nothing', () => {
    const events: ClaimEvent[] = [
      { type: 'confirmed', evidence: {} },
      { type: 'disproved', evidence: {} },
      { type: 'credited_again' },
      { type: 'payout_ended', isPaid: true },
      { type: 'resolve', by: 's', note: '' },
    ];
    for (const status of CLAIM_STATUSES) {
      for (const event of events) {
        const before = { ...facts, status };
        let after: ReturnType<typeof nextClaim> | undefined;
        try {
          after = nextClaim(before, event);
        } catch (error) {
          expect(error).toMatchObject({ code: 'illegal_transition' });
        }
        if (after !== undefined) expect(after.effects.map(({ type }) => type)).not.toContain('take');
      }
    }
  });
});
