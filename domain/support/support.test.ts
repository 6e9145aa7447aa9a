import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asLetters, PROOF_LETTERS, replyAddress } from './reply-address.ts';
import {
  answerDueMs,
  mayRate,
  maySeeTicket,
  NEW_TICKET,
  next,
  REOPEN_DAYS,
  statusOf,
  type TicketEvent,
  type TicketState,
  takes,
} from './ticket.ts';
import { readableText } from './written.ts';

const DAY_MS = 86_400_000;
const fresh: TicketState = { ...NEW_TICKET, waitingSinceMs: 1_000 };
const stateAfter = (events: readonly TicketEvent[], from = fresh) =>
  events.reduce((state, event, at) => next(state, event, 2_000 + at), from);

describe('a ticket', () => {
  test('is open until it is answered, and open again with the next question', () => {
    expect(statusOf(fresh)).toBe('open');
    const answered = stateAfter([{ type: 'answered', needsCustomer: false }]);
    expect(statusOf(answered)).toBe('answered');
    expect(statusOf(stateAfter([{ type: 'answered', needsCustomer: true }]))).toBe('waiting');
    expect(statusOf(next(answered, { type: 'asked' }, 9_000))).toBe('open');
  });

  test('is reopened by a reply within 14 days after it was closed, and by none later', () => {
    const closed = next(fresh, { type: 'closed' }, 0);
    expect(statusOf(next(closed, { type: 'asked' }, REOPEN_DAYS * DAY_MS))).toBe('open');
    expect(takes(closed, { type: 'asked' }, REOPEN_DAYS * DAY_MS + 1)).toBe(false);
    expect(next(closed, { type: 'asked' }, REOPEN_DAYS * DAY_MS + 1)).toEqual(closed);
  });

  test('keeps its deadline whatever is asked meanwhile, and has none when nobody waits', () => {
    expect(answerDueMs(stateAfter([{ type: 'asked' }, { type: 'asked' }]), 24)).toBe(1_000 + DAY_MS);
    for (const event of [{ type: 'answered', needsCustomer: false }, { type: 'closed' }] as const) {
      expect(answerDueMs(stateAfter([event]), 24)).toBeNull();
    }
    expect(answerDueMs(stateAfter([{ type: 'marked', isSpam: true }]), 24)).toBeNull();
  });

  test('is rated once, after it was answered and closed', () => {
    const helped = stateAfter([{ type: 'answered', needsCustomer: false }, { type: 'closed' }]);
    expect(mayRate(helped, null)).toBe(true);
    expect(mayRate(helped, 'bad')).toBe(false);
    expect(mayRate(stateAfter([{ type: 'closed' }]), null)).toBe(false);
    expect(mayRate(fresh, null)).toBe(false);
  });

  test('never is closed and waiting for an answer at once, whatever happens in which order', () => {
    const event = fc.oneof(
      fc.constant({ type: 'asked' } as const),
      fc.record({ type: fc.constant('answered' as const), needsCustomer: fc.boolean() }),
      fc.constant({ type: 'closed' } as const),
      fc.record({ type: fc.constant('marked' as const), isSpam: fc.boolean() }),
    );
    const step = fc.tuple(event, fc.integer({ min: 0, max: 30 * DAY_MS }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let state: TicketState = fresh;
        let nowMs = 1_000;
        for (const [each, ms] of steps) {
          nowMs += ms;
          const isTaken = takes(state, each, nowMs);
          const then = next(state, each, nowMs);
          if (!isTaken) expect(then).toBe(state);
          state = then;
          expect(state.closedAtMs !== null && state.waitingSinceMs !== null).toBe(false);
          // The same once more changes nothing that decides about the status.
          expect(statusOf(next(state, each, nowMs))).toBe(statusOf(state));
          if (state.waitingSinceMs !== null) expect(state.waitingSinceMs).toBeLessThanOrEqual(nowMs);
        }
      }),
    );
  });
});

test('a member sees their own tickets, an administrator those of the team, and nobody those of payers', () => {
  const reader = { merchantId: 'm', userId: 'u', isAdmin: false };
  const ticket = { merchantId: 'm', userId: 'u', source: 'back_office' } as const;
  expect(maySeeTicket(ticket, reader)).toBe(true);
  expect(maySeeTicket({ ...ticket, userId: 'other' }, reader)).toBe(false);
  expect(maySeeTicket({ ...ticket, userId: 'other' }, { ...reader, isAdmin: true })).toBe(true);
  expect(maySeeTicket(ticket, { ...reader, merchantId: 'n', isAdmin: true })).toBe(false);
  expect(maySeeTicket({ ...ticket, userId: null, source: 'invoice_page' }, { ...reader, isAdmin: true })).toBe(false);
});

test('reply addresses name the ticket and carry the proof, within the 64 characters of a local part', () => {
  const proof = asLetters(new Uint8Array(32).fill(7)).slice(0, PROOF_LETTERS);
  const address = replyAddress('help@pay.example', { reference: 'T-7K2M9QXA', proof });
  expect(address).toBe(`help+t-7k2m9qxa.${proof}@pay.example`);
  expect(proof).toMatch(/^[a-z2-7]{20}$/);
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
});

test('a message is text alone, without what cannot be seen, and no line of it is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (one, other) => {
      const text = readableText(`${one}\n${other}`);
      expect(readableText(text)).toBe(text);
      expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u);
    }),
  );
});
