import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAutomatic, messageOf, plainMessageId } from './mail.ts';
import { withoutQuotes } from './mail-text.ts';
import { asLetters, PROOF_LETTERS, readReplyAddress, replyAddress } from './reply-address.ts';
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

describe('reply addresses', () => {
  const proof = asLetters(new Uint8Array(32).fill(7)).slice(0, PROOF_LETTERS);
  const address = replyAddress('help@pay.example', { reference: 'T-7K2M9QXA', proof });

  test('name the ticket and carry the proof, whatever the case of letters becomes', () => {
    for (const each of [address, address.toUpperCase()]) {
      expect(readReplyAddress('help@pay.example', each)).toEqual({ reference: 'T-7K2M9QXA', proof });
    }
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
  });

  test.each([
    'help@pay.example',
    'help+x@pay.example',
    'help+t-7k2m9qxa@pay.example',
    `x${address}`,
    `${address}.evil.example`,
  ])('are nothing else: %s', (each) => expect(readReplyAddress('help@pay.example', each)).toBeUndefined());

  test('cannot be made of other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readReplyAddress('help@pay.example', text);
        if (read !== undefined) expect(replyAddress('help@pay.example', read)).toBe(text.toLowerCase());
      }),
    );
  });
});

describe('a reply by email', () => {
  test.each([
    ['Thanks!\n\nOn Mon, 30 Nov 2026 at 10:11, Help <help@pay.example> wrote:\n> We look at it.\n> Soon.', 'Thanks!'],
    ['Danke\n\nAm 30.11.2026 um 10:11 schrieb Hilfe\n<help@pay.example>:\n> Text', 'Danke'],
    ['Merci\n\n-----Message d’origine-----\nDe : help@pay.example\nTexte', 'Merci'],
    ['Спасибо\n________________________________\nОт: help@pay.example\nТекст', 'Спасибо'],
    ['> Which address?\nbc1qexample\n> Which amount?\n0.5', 'bc1qexample\n0.5'],
  ])('has no quotation: %j', (mail, reply) => expect(withoutQuotes(mail)).toBe(reply));

  test('keeps what looks like a quotation but is all there is, and sentences that end with a colon', () => {
    expect(withoutQuotes('> only quoted')).toBe('> only quoted');
    expect(withoutQuotes('These are the amounts:\n> 0.5')).toBe('These are the amounts:');
  });

  test('is text alone: nothing that cannot be seen, and nothing that was not written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (one, other) => {
        const mail = `${one}\n${other}`;
        const reply = withoutQuotes(mail);
        expect(withoutQuotes(reply)).toBe(reply);
        for (const line of reply.split('\n')) expect(mail.replaceAll(/[^\P{Cc}\n\t]|\r/gu, '')).toContain(line.trim());
      }),
    );
  });
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

test('a message by email always fits, keeps what is said of its files, and is never empty', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 12_000 }),
      fc.array(fc.string({ maxLength: 100 }), { maxLength: 10 }),
      (text, refusals) => {
        const message = messageOf(text, refusals);
        expect(message.length).toBeGreaterThan(0);
        expect(message.length).toBeLessThanOrEqual(10_000);
        for (const each of refusals) expect(message).toContain(`[${each}]`);
      },
    ),
    {
      examples: [
        ['a'.repeat(12_000), ['Not kept']],
        ['', []],
      ],
    },
  );
});

test('an id of a message goes into headers again only if it cannot end them', () => {
  expect(plainMessageId('<a.b@pay.example>')).toBe('a.b@pay.example');
  for (const id of ['<a\r\nBcc: x@evil.example>', '<a> <b>', '<é@pay.example>', '', 'a'.repeat(251)]) {
    expect(plainMessageId(id)).toBeNull();
  }
});

test.each([
  ['a@pay.example', {}, false],
  ['a@pay.example', { 'auto-submitted': 'no' }, false],
  ['a@pay.example', { 'auto-submitted': 'auto-replied; x' }, true],
  ['mailer-daemon@pay.example', {}, true],
  ['noreply+1@pay.example', {}, true],
  ['norepl@pay.example', {}, false],
  ['a@pay.example', { 'content-type': 'multipart/report; report-type=delivery-status' }, true],
] as const)('programs are no people: %s %j', (from, headers, expected) => {
  expect(isAutomatic({ from, headers: new Map(Object.entries(headers)) })).toBe(expected);
});
