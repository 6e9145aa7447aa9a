import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors.ts';
import { examples } from '../examples.fixture.ts';
import { minOf } from '../money/money.ts';
import { ASKED, carried, DEADLINE_MS, facts, LATE_MS, ON_TIME_MS, pay, payment, step } from './invoice.fixture.ts';
import { factsAfter, nextInvoice } from './invoice.ts';
import type { InvoiceEvent } from './invoice-event.ts';
import type { InvoiceFacts, PaymentFact } from './invoice-facts.ts';
import { isLedgerEffect, type LedgerEffect } from './invoice-ledger.ts';
import type { InvoiceStatus } from './invoice-status.ts';

/** A ledger of one invoice without refunds, kept by the effects alone. */
interface Books {
  custody: bigint;
  unsettled: bigint;
  suspense: bigint;
  available: bigint;
  fees: bigint;
}

const emptyBooks = (): Books => ({ custody: 0n, unsettled: 0n, suspense: 0n, available: 0n, fees: 0n });

function post(books: Books, effect: LedgerEffect): void {
  switch (effect.type) {
    case 'credit':
    case 'reverse': {
      const minor = effect.type === 'credit' ? effect.minor : -effect.minor;
      books.custody += minor;
      books[effect.account] += minor;
      return;
    }
    case 'settle':
    case 'unsettle': {
      const sign = effect.type === 'settle' ? 1n : -1n;
      const fees = sign * (effect.serviceFeeMinor + effect.networkFeeMinor);
      books.fees += fees;
      books.available += sign * effect.netMinor;
      books.unsettled -= sign * effect.netMinor + fees;
      return;
    }
    case 'cover':
    case 'uncover':
      throw new Error('Without refunds the merchant covers nothing.');
    case 'convert':
    case 'unconvert':
      throw new Error('These invoices ask for no conversion.');
    default:
      effect satisfies never;
  }
}

const QUOTES = ['btc', 'btc', 'btc', 'ltc', null] as const;
const STATUSES = ['seen', 'mined', 'confirmed', 'dropped', 'replaced', 'failed'] as const;

interface Move {
  readonly event: InvoiceEvent;
  readonly nowMs: number;
  /** For payments_changed: what becomes of one of four payments. */
  readonly slot: number;
  readonly status: PaymentFact['status'];
}

const events: fc.Arbitrary<InvoiceEvent> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ type: 'payments_changed' } as const) },
  { weight: 4, arbitrary: fc.constant({ type: 'settle' } as const) },
  { weight: 2, arbitrary: fc.constant({ type: 'deadline' } as const) },
  fc.constantFrom<InvoiceEvent>(
    { type: 'choose', quoteId: 'ltc' },
    { type: 'cancel' },
    { type: 'complete' },
    { type: 'overdue' },
    { type: 'hold' },
    { type: 'clear' },
    { type: 'resolve_earlier', note: '' },
    { type: 'resolve_invalid', note: '' },
    { type: 'resolve_done', note: '' },
  ),
);

const movesOf = (event: fc.Arbitrary<InvoiceEvent>): fc.Arbitrary<Move> =>
  fc.record({
    event,
    nowMs: fc.constantFrom(ON_TIME_MS, LATE_MS),
    slot: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom(...STATUSES),
  });
const moves = movesOf(events);
const refundMoves = movesOf(
  fc.oneof(
    { weight: 5, arbitrary: events },
    fc.constantFrom<InvoiceEvent>(
      { type: 'hold' },
      { type: 'clear' },
      { type: 'refund', minor: 200n },
      { type: 'refund_sent', minor: 200n },
      { type: 'refund_failed' },
    ),
  ),
);
const chain = { event: { type: 'payments_changed' }, nowMs: ON_TIME_MS, slot: 0 } as const;
const LOST: readonly Move[] = [
  { ...chain, status: 'confirmed' },
  { ...chain, event: { type: 'settle' }, status: 'confirmed' },
  { ...chain, status: 'seen' },
];
const SETTLED: ReadonlySet<InvoiceStatus> = new Set(['done', 'overpaid']);

const profiles = fc.record({
  underpaidPolicy: fc.constantFrom('reject' as const, 'accept' as const),
  underpaidToleranceBps: fc.constantFrom(0, 100),
  overpaidToleranceBps: fc.constantFrom(0, 100),
  autocomplete: fc.boolean(),
  lateToleranceBps: fc.constantFrom(0, 100),
});

const slots = fc.array(
  fc.record({
    minor: fc.bigInt({ min: 0n, max: 1_200n }),
    late: fc.boolean(),
    quote: fc.constantFrom(...QUOTES),
    value: fc.option(fc.bigInt({ min: 0n, max: 12_000n })),
    slow: fc.boolean(),
  }),
  { minLength: 4, maxLength: 4 },
);

function paymentOf(
  slot: { minor: bigint; late: boolean; quote: (typeof QUOTES)[number]; value: bigint | null; slow: boolean },
  id: number,
) {
  const gateId = slot.quote === 'ltc' ? ('LTC' as const) : slot.quote === null ? null : ('BTC' as const);
  return payment(String(id), slot.minor, {
    quoteId: slot.quote,
    gateId,
    assetRef: gateId ?? 'ETH:0xabc',
    firstSeenAtMs: slot.late ? LATE_MS : ON_TIME_MS,
    seenValueMinor: slot.value,
    confirmedValueMinor: slot.value,
    // Beyond any network's confirmation limit.
    confirmedAtMs: slot.slow ? LATE_MS + 24 * 3_600_000 : ON_TIME_MS,
    chainReadAtMs: slot.slow ? LATE_MS + 24 * 3_600_000 : ON_TIME_MS,
  });
}

/** Lives an invoice through the moves; refusals change nothing. `onStep` sees each step that was made. */
function live(
  start: InvoiceFacts,
  kinds: readonly PaymentFact[],
  path: readonly Move[],
  onStep: (before: InvoiceFacts, after: InvoiceFacts, effects: readonly { type: string }[]) => void,
): InvoiceFacts {
  let now = start;
  for (const move of path) {
    let before = now;
    const kind = kinds[move.slot];
    if (move.event.type === 'payments_changed' && kind !== undefined) {
      const others = now.payments.filter(({ id }) => id !== kind.id);
      before = { ...now, payments: carried(now, [...others, { ...kind, status: move.status }]) };
    }
    try {
      const outcome = nextInvoice(before, move.event, move.nowMs);
      now = outcome.changed ? factsAfter(before, outcome.state) : before;
      onStep(before, now, outcome.effects);
    } catch (error) {
      if (!isDomainError(error)) throw error;
    }
  }
  return now;
}

describe('whatever happens to an invoice', () => {
  it('money is conserved: what was credited is unsettled, settled or in suspense, to the last unit', () => {
    fc.assert(
      fc.property(profiles, slots, fc.array(moves, { maxLength: 25 }), (profile, kinds, path) => {
        const books = emptyBooks();
        live(facts(profile), kinds.map(paymentOf), path, (_before, after, effects) => {
          for (const effect of effects) {
            if (!isLedgerEffect(effect)) continue;
            post(books, effect);
            expect(books.unsettled >= 0n && books.available >= 0n && books.suspense >= 0n).toBe(true);
          }
          const credited = after.payments.reduce((sum, each) => sum + (each.credited ? each.amountMinor : 0n), 0n);
          expect(books.custody).toBe(credited);
          expect(books.custody).toBe(books.unsettled + books.available + books.fees + books.suspense);
          expect(books.available + books.fees).toBe(after.amountSettledMinor);
        });
      }),
      { numRuns: examples(400) },
    );
  });

  it('credits are exactly what is confirmed, and each credit has a number of its own', () => {
    fc.assert(
      fc.property(profiles, slots, fc.array(moves, { maxLength: 25 }), (profile, kinds, path) => {
        const keys = new Set<string>();
        live(facts(profile), kinds.map(paymentOf), path, (_before, after, effects) => {
          for (const effect of effects) {
            if (!isLedgerEffect(effect) || (effect.type !== 'credit' && effect.type !== 'reverse')) continue;
            const key = `${effect.paymentKey}:${effect.type}:${effect.n}`;
            expect(keys.has(key)).toBe(false);
            keys.add(key);
          }
          for (const each of after.payments) {
            expect(each.credited).toBe(each.status === 'confirmed' && each.amountMinor > 0n);
          }
        });
      }),
      { numRuns: examples(200) },
    );
  });

  it('held money is not settled, and what its status settles is settled by the release', () => {
    fc.assert(
      fc.property(
        profiles,
        slots,
        fc.array(refundMoves, { maxLength: 40 }),
        fc.boolean(),
        (profile, some, path, isLost) => {
          const start = facts({ ...profile, complianceHold: !isLost });
          // Half of them begin with settled money that was lost, or few would come so far.
          const kinds = isLost ? [payment('0', ASKED), ...some.map(paymentOf).slice(1)] : some.map(paymentOf);
          live(start, kinds, isLost ? [...LOST, ...path] : path, (before, after, effects) => {
            if (!after.complianceHold) {
              if (!SETTLED.has(after.status)) return;
              expect(after.amountSettledMinor).toBe(minOf(after.amountConfirmedMinor, ASKED + after.excessKeptMinor));
              return;
            }
            expect(after.amountSettledMinor <= before.amountSettledMinor).toBe(true);
            expect(effects.some(({ type }) => type === 'settle')).toBe(false);
          });
        },
      ),
      { numRuns: examples(400) },
    );
  });

  it('it is never done below the amount due unless somebody accepted that', () => {
    const ACCEPTED = new Set(['underpaid_accepted', 'completed_by_merchant', 'excess_kept', 'resolved_by_operator']);
    fc.assert(
      fc.property(profiles, slots, fc.array(moves, { maxLength: 25 }), (profile, kinds, path) => {
        let accepted = false;
        live(facts(profile), kinds.map(paymentOf), path, (_before, after) => {
          accepted ||= after.statusReason !== null && ACCEPTED.has(after.statusReason);
          if (after.status !== 'done' && after.status !== 'overpaid') return;
          const tolerance = (ASKED * BigInt(profile.underpaidToleranceBps)) / 10_000n;
          expect(accepted || after.amountConfirmedMinor >= ASKED - tolerance).toBe(true);
        });
      }),
      { numRuns: examples(400) },
    );
  });

  it('the same facts again are no step at all, and a step is one version', () => {
    fc.assert(
      fc.property(profiles, slots, fc.array(moves, { maxLength: 25 }), (profile, kinds, path) => {
        live(facts(profile), kinds.map(paymentOf), path, (before, after) => {
          expect(after.version - before.version).toBeLessThanOrEqual(1);
          // A second step may do what the first one made possible; a third changes nothing.
          const second = step(after, { type: 'payments_changed' }, LATE_MS);
          expect(nextInvoice(second, { type: 'payments_changed' }, LATE_MS).changed).toBe(false);
        });
      }),
      { numRuns: examples(200) },
    );
  });
});

describe('payments in time', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 700n }), { minLength: 1, maxLength: 4 });

  it('the order in which they are seen and confirmed decides nothing', () => {
    fc.assert(
      fc.property(amounts, fc.infiniteStream(fc.nat()), profiles, (minors, random, profile) => {
        const all = minors.map((minor, index) => payment(String(index), minor, { status: 'confirmed' }));
        const atOnce = pay(facts(profile), all);
        let inParts = facts(profile);
        const order = shuffled(all, random);
        order.forEach((_, index) => {
          inParts = pay(
            inParts,
            order.slice(0, index + 1).map((each) => ({ ...each, status: 'seen' as const })),
          );
        });
        const second = shuffled(all, random);
        second.forEach((_, index) => {
          const sure = new Set(second.slice(0, index + 1).map(({ id }) => id));
          inParts = pay(
            inParts,
            all.map((each) => ({ ...each, status: sure.has(each.id) ? ('confirmed' as const) : ('seen' as const) })),
          );
        });
        const finish = (at: InvoiceFacts) => {
          const { status, quoteId, gateLocked, ...amounts } = finished(at);
          const { amountPaidMinor, amountConfirmedMinor, amountSettledMinor } = amounts;
          return { status, quoteId, gateLocked, amountPaidMinor, amountConfirmedMinor, amountSettledMinor };
        };
        expect(finish(inParts)).toEqual(finish(atOnce));
      }),
      { numRuns: examples(200) },
    );
  });
});

/** Settled, or judged at the deadline. */
function finished(at: InvoiceFacts): InvoiceFacts {
  if (at.status === 'confirming') return step(at, { type: 'settle' });
  return step(at, { type: 'deadline' }, DEADLINE_MS + 1);
}

function shuffled<T>(items: readonly T[], random: fc.Stream<number>): T[] {
  const numbers = [...random.take(items.length)];
  return items
    .map((item, index) => ({ item, at: numbers[index] ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
