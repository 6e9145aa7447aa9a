import { describe, expect, test } from 'vitest';
import { isDomainError } from '../errors.ts';
import { type ClaimEffect, type ClaimEvent, type ClaimFacts, type ClaimState, nextClaim } from './claim.ts';
import { CLAIM_STATUSES, type ClaimReason, type ClaimStatus, isClaimStatus } from './claim-status.ts';

const facts: ClaimFacts = { version: 3, status: 'review', reason: null, needsOperator: false, lossMinor: 0n };
const vote = { staffId: 's', role: 'manager', name: 'Mia' } as const;
const paid = { payoutId: 'p', netMinor: 8n, serviceFeeMinor: 1n, networkFeeMinor: 1n };
const outcome = (change: Partial<ClaimFacts>, event: ClaimEvent) => {
  const { state, effects } = nextClaim({ ...facts, ...change }, event);
  return { status: state.status, reason: state.reason, effects: effects.map(({ type }) => type) };
};

const EVENTS = {
  confirmed: { type: 'confirmed', evidence: {} },
  disproved: { type: 'disproved', evidence: {} },
  approve: { type: 'approve', vote, paid },
  refuse: { type: 'refuse', note: 'Not yours.' },
  reversed: { type: 'reversed', isOut: true },
  credited_again: { type: 'credited_again' },
  payout_ended: { type: 'payout_ended', isPaid: false },
  resolve: { type: 'resolve', by: 's', note: '' },
} as const satisfies Record<ClaimEvent['type'], ClaimEvent>;

type Cell = readonly [
  before: Partial<ClaimFacts>,
  event: ClaimEvent,
  to: Partial<Omit<ClaimState, 'version'>> | null,
  effects: readonly ClaimEffect['type'][],
];

const isStillHere = { type: 'reversed', isOut: false } as const;
const wasPaid = { type: 'payout_ended', isPaid: true } as const;
const declined = (reason: ClaimReason) => ({ status: 'declined', reason }) as const;
const covered = { lossMinor: 9n, needsOperator: true, reason: 'reorganized' } as const;
const failedBefore = { reason: 'payout_failed' } as const;

/** Every cell of the table, with each of its rules. */
const CELLS: readonly Cell[] = [
  [{ status: 'checking' }, EVENTS.confirmed, { status: 'review' }, []],
  ...(['checking', 'review'] as const).flatMap((status): Cell[] => [
    [{ status }, EVENTS.disproved, declined('not_on_chain'), ['tell']],
    [{ status }, EVENTS.refuse, declined('refused_by_staff'), ['tell']],
    [{ status }, EVENTS.reversed, declined('reorganized'), ['tell']],
  ]),
  [failedBefore, { ...EVENTS.approve, paid: null }, {}, []],
  [failedBefore, EVENTS.approve, { status: 'paying', reason: null }, ['take', 'tell']],
  [{ status: 'paying' }, wasPaid, { status: 'done' }, ['tell']],
  [{ status: 'paying' }, isStillHere, declined('reorganized'), ['put_back', 'tell']],
  [{ status: 'done' }, wasPaid, null, []],
  [{ status: 'done', ...failedBefore }, wasPaid, null, []],
  ...(['paying', 'done'] as const).flatMap((status): Cell[] => [
    [{ status }, EVENTS.payout_ended, { status: 'review', reason: 'payout_failed' }, ['put_back']],
    [
      { status, ...covered },
      EVENTS.payout_ended,
      { ...declined('reorganized'), needsOperator: false },
      ['fill_loss', 'tell', 'resolve_alert'],
    ],
    [{ status }, EVENTS.reversed, { reason: 'reorganized', needsOperator: true }, ['cover_loss', 'alert']],
    [
      { status, ...covered },
      EVENTS.credited_again,
      { reason: null, needsOperator: false },
      ['uncover_loss', 'resolve_alert'],
    ],
    // An operator has accepted the loss before.
    [{ status, ...covered, needsOperator: false }, EVENTS.credited_again, { reason: null }, ['uncover_loss']],
    [{ status, ...covered }, EVENTS.resolve, { reason: 'loss_accepted', needsOperator: false }, ['resolve_alert']],
  ]),
  // It was paid, and what the operator has to decide about stays.
  [{ status: 'paying', ...covered }, wasPaid, { status: 'done' }, ['tell']],
  [{ status: 'done', ...covered }, wasPaid, null, []],
  [{ status: 'recorded', reason: 'asset_unsupported' }, EVENTS.reversed, declined('reorganized'), []],
];

describe('a claim', () => {
  test('moves no money before the last approval', () => {
    expect(outcome({}, { type: 'approve', vote, paid: null })).toEqual({ status: 'review', reason: null, effects: [] });
    expect(outcome({}, { type: 'approve', vote, paid })).toEqual({
      status: 'paying',
      reason: null,
      effects: ['take', 'tell'],
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
      status,
      reason: null,
      effects: ['uncover_loss', 'resolve_alert'],
    });
    expect(outcome(after, { type: 'payout_ended', isPaid: false })).toEqual({
      status: 'declined',
      reason: 'reorganized',
      effects: ['fill_loss', 'tell', 'resolve_alert'],
    });
  });

  test('whose payout failed waits for a new decision', () => {
    expect(outcome({ status: 'paying' }, { type: 'payout_ended', isPaid: false })).toEqual({
      status: 'review',
      reason: 'payout_failed',
      effects: ['put_back'],
    });
  });

  test.each(CELLS)('that is %s: %o', (before, event, to, effects) => {
    const all = { ...facts, ...before };
    const { status, reason, needsOperator } = all;
    const changes = to !== null;
    expect(nextClaim(all, event)).toEqual({
      changed: changes,
      state: { version: changes ? 4 : 3, status, reason, needsOperator, ...to },
      effects: effects.map((type) => ({ type })),
    });
  });

  test('takes no event that its table does not list', () => {
    const listed = new Set(CELLS.map(([{ status = facts.status }, { type }]) => `${status} ${type}`));
    const types = [...new Set(CELLS.map(([, { type }]) => type))];
    for (const status of CLAIM_STATUSES) {
      for (const type of types) {
        const event = EVENTS[type];
        const position = { status, needsOperator: true, lossMinor: 1n };
        if (!listed.has(`${status} ${type}`))
          expect([status, type, codeOf(position, event)]).toEqual([status, type, 'illegal_transition']);
      }
    }
  });

  test.each<[string, Partial<ClaimFacts>, ClaimEvent]>([
    ['whose loss is not booked has none to take back', { status: 'done' }, { type: 'credited_again' }],
    ['whose money is still here has no loss', { status: 'done' }, { type: 'reversed', isOut: false }],
    ['that needs no operator is not resolved', { status: 'paying' }, { type: 'resolve', by: 's', note: '' }],
  ])('%s', (_what, before, event) => {
    expect(codeOf(before, event)).toBe('illegal_transition');
  });
});

function codeOf(before: Partial<ClaimFacts>, event: ClaimEvent) {
  try {
    nextClaim({ ...facts, ...before }, event);
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
  return null;
}

test('a word is a status of a claim or it is not', () => {
  expect([...CLAIM_STATUSES, 'sold'].filter(isClaimStatus)).toEqual(CLAIM_STATUSES);
});
