import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors.ts';
import { examples } from '../examples.fixture.ts';
import { payoutFacts } from './outflow-facts.fixture.ts';
import { nextPayout, type PayoutOutcome } from './payout.ts';
import type { PayoutEvent } from './payout-event.ts';
import { APPROVAL_MS, type PayoutFacts } from './payout-facts.ts';
import { payoutSnapshotOf } from './payout-snapshot.ts';
import { OUTGOING_STATUSES, PAYOUT_STATUSES } from './payout-status.ts';
import { DEFAULT_WAITS, nextPayoutStep } from './payout-waits.ts';

const NOW = 1_000_000;
const creator = { kind: 'user', id: 'creator' } as const;
const maker = { kind: 'user', id: 'maker of the token' } as const;
const other = { kind: 'user', id: 'other' } as const;

const facts = (changes: Partial<PayoutFacts> = {}) =>
  payoutFacts(NOW, { status: 'new', creators: [maker.id], ...changes });

const signed = { transactions: [{ txid: 'a', status: 'signed' }] } as const;
const ends = ({ effects }: PayoutOutcome) =>
  effects.flatMap((effect) => (effect.type === 'end_hold' ? [effect.outcome] : []));
const codeOf = (run: () => unknown) => {
  try {
    run();
    return null;
  } catch (error) {
    return isDomainError(error) ? error.code : 'another';
  }
};

describe('a payout', () => {
  it('goes from asked to done, and its hold is paid out at its confirmations only', () => {
    const approved = nextPayout(facts(), { type: 'approve', by: creator, mac: 'm' }, NOW);
    expect(approved.state).toMatchObject({ status: 'pending', version: 2 });
    expect(approved.effects.map(({ type }) => type)).toEqual(['approve', 'publish']);
    const queued = nextPayout(facts({ status: 'pending' }), { type: 'enqueue' }, NOW);
    expect(queued.state.status).toBe('queue');
    expect(codeOf(() => nextPayout(facts({ status: 'queue' }), { type: 'sent' }, NOW))).toBe('illegal_transition');
    const sent = nextPayout(facts({ status: 'queue', ...signed }), { type: 'sent' }, NOW);
    expect([sent.state.status, ends(sent)]).toEqual(['confirming', []]);
    const done = nextPayout(facts({ status: 'confirming', ...signed }), { type: 'confirmed' }, NOW);
    expect([done.state.status, ends(done)]).toEqual(['done', ['post']]);
    expect(nextPayout(facts({ status: 'done', hold: 'posted', ...signed }), { type: 'confirmed' }, NOW).changed).toBe(
      false,
    );
  });

  it('is approved by another person than its creator where the merchant asks for that', () => {
    const requested = facts({ approvalRequired: true });
    expect(codeOf(() => nextPayout(requested, { type: 'approve', by: creator, mac: '' }, NOW))).toBe(
      'approver_is_creator',
    );
    expect(codeOf(() => nextPayout(requested, { type: 'approve', by: maker, mac: '' }, NOW))).toBe(
      'approver_is_creator',
    );
    const machine = { kind: 'token', id: 'shop' } as const;
    expect(codeOf(() => nextPayout(requested, { type: 'approve', by: machine, mac: '' }, NOW))).toBe(
      'permission_denied',
    );
    expect(nextPayout(requested, { type: 'approve', by: other, mac: '' }, NOW).state.status).toBe('pending');
    expect(codeOf(() => nextPayout(requested, { type: 'approval_overdue' }, NOW))).toBe('illegal_transition');
    const late = nextPayout(requested, { type: 'approval_overdue' }, NOW + APPROVAL_MS);
    expect([late.state.status, ends(late)]).toEqual(['canceled', ['void']]);
  });

  it('waits for the cool-off of a new address', () => {
    const cooling = facts({ status: 'pending', notBefore: new Date(NOW + 10) });
    expect(codeOf(() => nextPayout(cooling, { type: 'enqueue' }, NOW))).toBe('payout_cooling_off');
    expect(nextPayout(cooling, { type: 'enqueue' }, NOW + 10).state.status).toBe('queue');
    expect(
      nextPayout(facts({ notBefore: new Date(NOW + 10) }), { type: 'approve', by: other, mac: '' }, NOW).state
        .statusReason,
    ).toBe('cooling_off');
  });

  it('hazard 50: with a transaction it is never given back by itself', () => {
    const failed = nextPayout(
      facts({ status: 'confirming', ...signed }),
      { type: 'failed', reason: 'transaction_conflict' },
      NOW,
    );
    expect([failed.state.status, failed.state.needsOperator, ends(failed)]).toEqual(['error', true, []]);
    const inError = facts({ status: 'error', needsOperator: true, ...signed });
    const unpaid = { type: 'resolve_unpaid', by: other, note: '' } as const;
    expect(codeOf(() => nextPayout(inError, unpaid, NOW))).toBe('payout_may_be_paid');
    const dead = facts({ status: 'error', needsOperator: true, transactions: [{ txid: 'a', status: 'failed' }] });
    expect(ends(nextPayout(dead, unpaid, NOW))).toEqual(['void']);
  });

  it.each(OUTGOING_STATUSES.filter((status) => status !== 'failed'))(
    'hazard 50: while one of its transactions is %s it is neither given back nor put off',
    (status) => {
      const transactions = [
        { txid: 'a', status },
        { txid: 'b', status: 'failed' },
      ] as const;
      const queued = facts({ status: 'queue', needsOperator: true, transactions });
      const given = [{ type: 'cancel', by: creator } as const, { type: 'refuse', reason: 'address_refused' } as const];
      for (const event of given) expect(codeOf(() => nextPayout(queued, event, NOW))).toBe('payout_signed');
      const unpaid = { type: 'resolve_unpaid', by: other, note: '' } as const;
      for (const at of ['queue', 'confirming', 'error'] as const) {
        expect(codeOf(() => nextPayout({ ...queued, status: at }, unpaid, NOW))).toBe('payout_may_be_paid');
      }
      expect(codeOf(() => nextPayout(queued, { type: 'defer', reason: 'stopped' }, NOW))).toBe('illegal_transition');
      const lapsed = { ...queued, status: 'confirming' } as const;
      expect(codeOf(() => nextPayout(lapsed, { type: 'lapsed' }, NOW))).toBe('illegal_transition');
    },
  );

  it('hazard 50: is signed again only while its money is held', () => {
    const dead = { transactions: [{ txid: 'a', status: 'failed' }] } as const;
    const lapsed = nextPayout(facts({ status: 'confirming', ...dead }), { type: 'lapsed' }, NOW);
    expect([lapsed.state.status, ends(lapsed)]).toEqual(['queue', []]);
    const paidOut = facts({ status: 'confirming', hold: 'posted', ...dead });
    expect(codeOf(() => nextPayout(paidOut, { type: 'lapsed' }, NOW))).toBe('illegal_transition');
    const givenBack = facts({ status: 'error', hold: 'voided', ...dead });
    expect(codeOf(() => nextPayout(givenBack, { type: 'retry', by: other, note: '' }, NOW))).toBe('illegal_transition');
  });

  it('hazard 52: an error is done once the chain has paid it after all, unless its money was given back', () => {
    const paid = nextPayout(facts({ status: 'error', needsOperator: true, ...signed }), { type: 'confirmed' }, NOW);
    expect([paid.state.status, paid.state.needsOperator, ends(paid)]).toEqual(['done', false, ['post']]);
    const givenBack = facts({ status: 'error', hold: 'voided', needsOperator: true, ...signed });
    for (const event of [{ type: 'confirmed' } as const, { type: 'resolve_paid', by: other, note: '' } as const]) {
      expect(codeOf(() => nextPayout(givenBack, event, NOW))).toBe('illegal_transition');
    }
  });

  it('is done, or given back once, after its chain undid it and refused it for good', () => {
    const undone = facts({ status: 'confirming', hold: 'posted', needsOperator: true, ...signed });
    const failed = nextPayout(undone, { type: 'failed', reason: 'transaction_failed' }, NOW);
    expect([failed.state.status, failed.state.needsOperator, ends(failed)]).toEqual(['error', true, []]);
    const dead = [{ txid: 'a', status: 'failed' }] as const;
    const inError = { ...undone, status: 'error', transactions: dead } as const;
    const paid = nextPayout(inError, { type: 'confirmed' }, NOW);
    expect([paid.state, ends(paid)]).toMatchObject([{ status: 'done', needsOperator: false }, []]);
    const unpaid = { type: 'resolve_unpaid', by: other, note: '' } as const;
    const returned = nextPayout(inError, unpaid, NOW);
    expect([returned.state.status, ends(returned)]).toEqual(['canceled', ['return']]);
    expect(codeOf(() => nextPayout({ ...inError, ...signed }, unpaid, NOW))).toBe('payout_may_be_paid');
    // The invoice counts it as refunded.
    expect(codeOf(() => nextPayout({ ...inError, kind: 'refund' }, unpaid, NOW))).toBe('illegal_transition');
  });

  it('hazard 27: kept by the contract of its token it keeps its hold and asks an operator at once', () => {
    const words = 'The USDT contract refuses transfers of ours now: paused';
    const event = { type: 'defer', reason: 'token_refuses', words } as const;
    const kept = nextPayout(facts({ status: 'queue' }), event, NOW);
    expect(kept.state).toMatchObject({
      status: 'queue',
      statusReason: 'token_refuses',
      statusWords: words,
      needsOperator: true,
    });
    expect(ends(kept)).toEqual([]);
    expect(kept.effects.flatMap((effect) => (effect.type === 'alert' ? [effect.message] : []))).toEqual([
      expect.stringContaining(words),
    ]);
    const requested = facts({
      status: 'queue',
      statusReason: 'token_refuses',
      statusWords: words,
      needsOperator: true,
    });
    expect(nextPayout(requested, event, NOW).changed).toBe(false);
  });

  it('keeps what was said of its reason for as long as that is its reason', () => {
    const event = { type: 'defer', reason: 'no_funds', words: 'lacks 5' } as const;
    const kept = nextPayout(facts({ status: 'queue' }), event, NOW);
    expect(kept.state).toMatchObject({ statusReason: 'no_funds', statusWords: 'lacks 5', needsOperator: false });
    const lacking = facts({ status: 'queue', statusReason: 'no_funds', statusWords: 'lacks 5' });
    expect(nextPayout(lacking, event, NOW).changed).toBe(false);
    expect(nextPayout(lacking, { ...event, words: 'lacks 6' }, NOW).state.statusWords).toBe('lacks 6');
    const late = nextPayout(lacking, { type: 'overdue', reason: 'no_funds' }, NOW);
    expect(late.state).toMatchObject({ statusWords: 'lacks 5', needsOperator: true });
    expect(nextPayout(lacking, { type: 'defer', reason: 'stopped' }, NOW).state.statusWords).toBeNull();
    expect(nextPayout({ ...lacking, ...signed }, { type: 'signed' }, NOW).state.statusWords).toBeNull();
  });

  it('is ended by an operator wherever it waits for one, and nowhere else', () => {
    const unpaid = { type: 'resolve_unpaid', by: other, note: '' } as const;
    const paid = { type: 'resolve_paid', by: other, note: '' } as const;
    for (const status of ['queue', 'confirming'] as const) {
      expect(codeOf(() => nextPayout(facts({ status }), unpaid, NOW))).toBe('illegal_transition');
      const requested = facts({ status, needsOperator: true, transactions: [{ txid: 'a', status: 'sent' }] });
      expect(codeOf(() => nextPayout(requested, unpaid, NOW))).toBe('payout_may_be_paid');
      expect(ends(nextPayout(requested, paid, NOW))).toEqual(['post']);
      expect(ends(nextPayout({ ...requested, transactions: [] }, unpaid, NOW))).toEqual(['void']);
    }
    const undone = facts({ status: 'confirming', needsOperator: true, hold: 'posted', ...signed });
    expect(nextPayout(undone, paid, NOW).state).toMatchObject({ status: 'done', needsOperator: false });
  });

  it('hazard 68: what looks tampered with keeps its hold and asks an operator', () => {
    const refused = nextPayout(facts({ status: 'queue' }), { type: 'refuse', reason: 'approval_void' }, NOW);
    expect([refused.state.status, refused.state.needsOperator, ends(refused)]).toEqual(['error', true, []]);
    const plain = nextPayout(facts({ status: 'queue' }), { type: 'refuse', reason: 'address_refused' }, NOW);
    expect([plain.state.status, plain.state.needsOperator, ends(plain)]).toEqual(['error', false, ['void']]);
  });

  it('returns to confirming when a reorganisation undoes it, and pays nothing out twice', () => {
    const undone = nextPayout(facts({ status: 'done', hold: 'posted', ...signed }), { type: 'reorganised' }, NOW);
    expect([undone.state.status, undone.state.statusReason]).toEqual(['confirming', 'reorganised']);
    const again = nextPayout(facts({ status: 'confirming', hold: 'posted', ...signed }), { type: 'confirmed' }, NOW);
    expect([again.state.status, ends(again)]).toEqual(['done', []]);
  });
});

const events: fc.Arbitrary<PayoutEvent> = fc.constantFrom<PayoutEvent>(
  { type: 'approve', by: creator, mac: '' },
  { type: 'approve', by: other, mac: '' },
  { type: 'cancel', by: creator },
  { type: 'approval_overdue' },
  { type: 'enqueue' },
  { type: 'defer', reason: 'stopped' },
  { type: 'defer', reason: 'token_refuses', words: 'paused' },
  { type: 'refuse', reason: 'address_refused' },
  { type: 'refuse', reason: 'approval_void' },
  { type: 'signed' },
  { type: 'sent' },
  { type: 'confirmed' },
  { type: 'failed', reason: 'transaction_failed' },
  { type: 'sent_again' },
  { type: 'lapsed' },
  { type: 'reorganised' },
  { type: 'overdue', reason: 'confirmation_overdue' },
  { type: 'retry', by: other, note: '' },
  { type: 'resolve_paid', by: other, note: '' },
  { type: 'resolve_unpaid', by: other, note: '' },
);

describe('whatever happens to a payout', () => {
  it('its money goes back once at the most, and only when nothing that was signed can be on the chain', () => {
    const moves = fc.array(fc.record({ event: events, txStatus: fc.constantFrom(...OUTGOING_STATUSES) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(moves, fc.boolean(), fc.constantFrom('payout', 'refund'), (path, approvalRequired, kind) => {
        let now = facts({ approvalRequired, kind });
        for (const { event, txStatus } of path) {
          // The signer stores the transaction in the transaction of its step.
          const before =
            event.type === 'signed' && now.status === 'queue'
              ? {
                  ...now,
                  transactions: [...now.transactions, { txid: String(now.version), status: 'signed' as const }],
                }
              : ['failed', 'lapsed', 'resolve_unpaid'].includes(event.type)
                ? { ...now, transactions: now.transactions.map((each) => ({ ...each, status: txStatus })) }
                : now;
          let outcome: PayoutOutcome;
          try {
            outcome = nextPayout(before, event, NOW);
          } catch (error) {
            if (!isDomainError(error)) throw error;
            continue;
          }
          const [end, ...more] = ends(outcome);
          expect(more).toEqual([]);
          if (end !== undefined) expect(now.hold).toBe(end === 'return' ? 'posted' : 'open');
          if (end === 'void' || end === 'return')
            expect(before.transactions.every(({ status }) => status === 'failed')).toBe(true);
          const hold = end === undefined ? before.hold : end === 'post' ? 'posted' : 'voided';
          now = { ...before, ...outcome.state, hold };
          expect(PAYOUT_STATUSES).toContain(now.status);
          if (now.status === 'done') expect(now.hold).toBe('posted');
          if (now.status === 'canceled') expect(now.hold).toBe('voided');
          if (['new', 'pending', 'queue'].includes(now.status)) expect(now.hold).toBe('open');
          // Money that is not settled has an operator who can settle it.
          if (now.status === 'error') expect(now.needsOperator).toBe(now.hold !== 'voided');
        }
      }),
      { numRuns: examples(2_000) },
    );
  });

  it('its workflow always knows what to do next, and ends only where nothing is left', () => {
    const any = fc.record({
      status: fc.constantFrom(...PAYOUT_STATUSES),
      needsOperator: fc.boolean(),
      mayBePaid: fc.boolean(),
      tries: fc.nat(40),
      laterMs: fc.nat(40 * 24 * 3_600_000),
    });
    fc.assert(
      fc.property(any, ({ status, needsOperator, mayBePaid, tries, laterMs }) => {
        const snapshot = { ...payoutSnapshotOf(facts({ status, needsOperator })), mayBePaid };
        const at = {
          snapshot,
          sinceMs: NOW,
          tries,
          triedAtMs: NOW,
          trouble: null,
          isRetryRequested: false,
          waits: DEFAULT_WAITS,
        };
        const next = nextPayoutStep(at, NOW + laterMs);
        if (next.kind === 'wait') expect(next.untilMs).toBeGreaterThan(NOW + laterMs);
        const over = status === 'done' || status === 'canceled' || (status === 'error' && !needsOperator);
        expect(next.kind === 'end').toBe(over);
      }),
    );
  });
});
