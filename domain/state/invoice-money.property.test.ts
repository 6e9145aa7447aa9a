import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors.ts';
import { examples } from '../examples.fixture.ts';
import { maxOf } from '../money/money.ts';
import { carried, facts, LATE_MS, ON_TIME_MS, payment } from './invoice.fixture.ts';
import { afterWithdrawal, factsAfter, nextInvoice } from './invoice.ts';
import type { InvoiceEvent } from './invoice-event.ts';
import { type InvoiceFacts, type PaymentFact, positionOf } from './invoice-facts.ts';
import { Books, GATES, type Gate, Merchant, merchantDifferences } from './invoice-money.fixture.ts';
import { RESTING_STATUSES } from './invoice-status.ts';

/** `MONEY_EXAMPLES=400000 vitest run domain/state/invoice-money.property.test.ts` tries many more. */
const numRuns = examples(3_000, 'MONEY_EXAMPLES');

const STATUSES = ['seen', 'mined', 'confirmed', 'confirmed', 'dropped', 'replaced', 'failed'] as const;

const EVENTS: readonly InvoiceEvent[] = [
  { type: 'settle' },
  { type: 'settle' },
  { type: 'deadline' },
  { type: 'choose', quoteId: 'ltc' },
  { type: 'cancel' },
  { type: 'complete' },
  { type: 'overdue' },
  { type: 'hold' },
  { type: 'clear' },
  { type: 'resolve_earlier', note: '' },
  { type: 'resolve_invalid', note: '' },
  { type: 'resolve_done', note: '' },
];

type Act =
  /** The chain's present answer about one of the payments, at times with another amount. */
  | {
      readonly kind: 'chain';
      readonly slot: number;
      readonly status: PaymentFact['status'];
      readonly again: boolean;
      readonly finalized: boolean;
    }
  | { readonly kind: 'event'; readonly event: InvoiceEvent }
  | { readonly kind: 'refund'; readonly gate: Gate; readonly share: bigint }
  | { readonly kind: 'end'; readonly how: 'sent' | 'void' };

type Moment = Act & { readonly nowMs: number; readonly withdraws: boolean };

const acts: fc.Arbitrary<Moment> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('chain' as const),
        slot: fc.nat(4),
        status: fc.constantFrom(...STATUSES),
        again: fc.boolean(),
        finalized: fc.boolean(),
      }),
    },
    { weight: 4, arbitrary: fc.constantFrom(...EVENTS).map((event): Act => ({ kind: 'event', event })) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('refund' as const),
        gate: fc.constantFrom(...GATES),
        share: fc.constantFrom(1n, 2n, 4n),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), how: fc.constantFrom('sent', 'void') }) },
  )
  .chain((act) =>
    fc
      .record({ nowMs: fc.constantFrom(ON_TIME_MS, LATE_MS), withdraws: fc.boolean() })
      .map((about) => ({ ...act, ...about })),
  );

const invoices = fc.record({
  underpaidPolicy: fc.constantFrom('reject' as const, 'accept' as const),
  autocomplete: fc.boolean(),
  networkFeeMinor: fc.constantFrom(0n, 300n),
  serviceFeeMinor: fc.constantFrom(0n, 100n),
  finalityFromMinor: fc.constantFrom(null, 500n),
  slots: fc.array(
    fc.record({
      minor: fc.bigInt({ min: 1n, max: 1_200n }),
      again: fc.bigInt({ min: 0n, max: 1_200n }),
      late: fc.boolean(),
      quote: fc.constantFrom('btc', 'ltc'),
      value: fc.option(fc.bigInt({ min: 0n, max: 12_000n })),
    }),
    { minLength: 5, maxLength: 5 },
  ),
  /**
   * Half of them begin where money on two quotes meets: over, with late BTC that is not confirmed and late LTC that is.
   */
  lateInBoth: fc.boolean(),
});

const about = { nowMs: LATE_MS, withdraws: false, again: false, finalized: true } as const;
const LATE_IN_BOTH: readonly Moment[] = [
  { ...about, kind: 'event', event: { type: 'deadline' } },
  { ...about, kind: 'chain', slot: 0, status: 'seen' },
  { ...about, kind: 'chain', slot: 1, status: 'confirmed' },
];

type InvoiceLife = typeof invoices extends fc.Arbitrary<infer T> ? T : never;

/** Two invoices of one merchant, who also pays out: what one takes back may be what the other gave. */
const lives = fc.record({
  otherMinor: fc.constantFrom(0n, 400n, 5_000n),
  invoices: fc.tuple(invoices, invoices),
  path: fc.array(
    fc.oneof(
      { weight: 12, arbitrary: fc.record({ invoice: fc.constantFrom(0 as const, 1 as const), act: acts }) },
      {
        weight: 1,
        arbitrary: fc.record({ payout: fc.constantFrom(...GATES), share: fc.constantFrom(1n, 2n) }),
      },
      { weight: 1, arbitrary: fc.record({ writeOff: fc.constantFrom(...GATES) }) },
    ),
    { maxLength: 45 },
  ),
});

/** An invoice with two quotes, its books, and what the chain and people do to it. */
class World {
  now: InvoiceFacts;
  readonly books: Books;
  readonly #life: InvoiceLife;
  /** The most that each payment ever confirmed. */
  readonly #brought = new Map<string, { readonly gate: Gate; readonly minor: bigint }>();

  constructor(life: InvoiceLife, merchant: Merchant, name: string) {
    const { underpaidPolicy, autocomplete, serviceFeeMinor, networkFeeMinor, finalityFromMinor } = life;
    const start = facts({ underpaidPolicy, autocomplete, serviceFeeMinor });
    this.now = { ...start, quotes: start.quotes.map((quote) => ({ ...quote, networkFeeMinor, finalityFromMinor })) };
    this.books = new Books(merchant, name);
    const [one, two] = life.slots;
    const isSplit = life.lateInBoth && one !== undefined && two !== undefined;
    const head = isSplit
      ? [
          { ...one, late: true, quote: 'btc' as const },
          { ...two, late: true, quote: 'ltc' as const },
        ]
      : life.slots.slice(0, 2);
    this.#life = { ...life, slots: [...head, ...life.slots.slice(2)] };
    if (life.lateInBoth) for (const act of LATE_IN_BOTH) this.do(act);
  }

  do(act: Moment): void {
    if (act.kind === 'chain') this.#chain(act);
    else if (act.kind === 'event') this.#step(act.event, act);
    else if (act.kind === 'refund') this.#refund(act);
    else this.#end(act);
  }

  #ownGate(): Gate {
    return this.now.quotes.find(({ id }) => id === this.now.quoteId)?.gateId === 'LTC' ? 'LTC' : 'BTC';
  }

  /** As the database gives them: refunds from their rows, and what accounts have beyond what rows say. */
  #read(): InvoiceFacts {
    const { refunds } = this.books;
    const covered: Partial<Record<Gate, bigint>> = {};
    for (const gate of GATES) {
      const minor = this.books.of(gate).account - this.expected(gate);
      if (minor > 0n) covered[gate] = minor;
    }
    const own = this.#ownGate();
    return { ...this.now, refunds, covered, refundOpen: refunds.some(({ open, gateId }) => open && gateId === own) };
  }

  /** The credited less the settled and drawn amount; below zero if the merchant covers it. */
  expected(gate: Gate): bigint {
    const credited = this.now.payments.filter(({ gateId }) => gateId === gate);
    const creditedMinor = credited.reduce((sum, each) => sum + each.creditedMinor, 0n);
    const drawn = this.books.refunds.filter(({ gateId }) => gateId === gate);
    const settledMinor = gate === this.#ownGate() ? this.now.amountSettledMinor : 0n;
    return creditedMinor - settledMinor - drawn.reduce((sum, { drawnMinor }) => sum + drawnMinor, 0n);
  }

  /** All that payments ever brought: refunds never send more, however often a payment comes back. */
  broughtMinor(gate: Gate): bigint {
    const brought = [...this.#brought.values()].filter((each) => each.gate === gate);
    return brought.reduce((sum, { minor }) => sum + minor, 0n);
  }

  /** @returns whether the event was taken */
  #step(event: InvoiceEvent, { nowMs, withdraws }: { readonly nowMs: number; readonly withdraws: boolean }): boolean {
    const before = this.#read();
    try {
      let outcome = nextInvoice(before, event, nowMs);
      if (!outcome.changed) {
        this.now = before;
        return true;
      }
      const own = this.books.refunds.find(({ open, gateId }) => open && gateId === this.#ownGate());
      let after = before;
      if (withdraws && own !== undefined && outcome.effects.some(({ type }) => type === 'void_refund')) {
        this.books.end(own, 'void');
        after = { ...this.#read(), payments: before.payments };
        outcome = afterWithdrawal(outcome, after);
      }
      const { merchant } = this.books;
      const settles = outcome.effects.some(({ type }) => type === 'settle');
      const takesBack = outcome.effects.some(({ type }) => type === 'reverse' || type === 'unsettle');
      if (outcome.state.complianceHold || positionOf(before, nowMs).awaitsFinality) {
        expect(settles).toBe(false);
        expect(outcome.state.amountSettledMinor <= before.amountSettledMinor).toBe(true);
      }
      const availableBefore = GATES.map((gate) => merchant.of(gate).available);
      this.books.post(outcome.effects);
      // A settlement gives to the merchant: nothing of their other money pays it or its fee.
      if (settles && !takesBack)
        for (const [at, gate] of GATES.entries())
          expect(merchant.of(gate).available >= (availableBefore[at] ?? 0n)).toBe(true);
      this.now = factsAfter(after, outcome.state);
      return true;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return false;
    }
  }

  #chain(act: Extract<Moment, { kind: 'chain' }>): void {
    const slot = this.#life.slots[act.slot];
    if (slot === undefined) return;
    const gateId = slot.quote === 'ltc' ? 'LTC' : 'BTC';
    const about = {
      quoteId: slot.quote,
      gateId,
      assetRef: gateId,
      network: gateId,
      seenValueMinor: slot.value,
    } as const;
    const firstSeenAtMs = slot.late ? LATE_MS : ON_TIME_MS;
    const kind = payment(String(act.slot), act.again ? slot.again : slot.minor, {
      ...about,
      firstSeenAtMs,
      status: act.status,
      finalized: act.finalized,
    });
    const beforeMinor = this.#brought.get(kind.id)?.minor ?? 0n;
    if (act.status === 'confirmed')
      this.#brought.set(kind.id, { gate: gateId, minor: maxOf(beforeMinor, kind.amountMinor) });
    const others = this.now.payments.filter(({ id }) => id !== kind.id);
    this.now = { ...this.now, payments: carried(this.now, [...others, kind]) };
    expect(this.#step({ type: 'payments_changed' }, act)).toBe(true);
  }

  /**
   * The actions of the desk of refunds: one at a time, of the own quote as the table says, of another up to the amount
   * in its account.
   */
  #refund(act: Extract<Moment, { kind: 'refund' }>): void {
    const { refunds } = this.books;
    if (refunds.some(({ open }) => open)) return;
    const isOwn = act.gate === this.#ownGate();
    const credited = this.now.payments.filter(({ gateId, status }) => gateId === act.gate && status === 'confirmed');
    const creditedMinor = credited.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    const goneMinor = refunds
      .filter(({ gateId }) => gateId === act.gate)
      .reduce((sum, each) => sum + each.amountMinor, 0n);
    const minor = (creditedMinor - goneMinor) / act.share;
    if (minor <= 0n) return;
    if (isOwn) {
      // The hold and the step are one transaction: one refusal takes both back.
      const trial = nextOrNull(this.#read(), { type: 'refund', minor }, act.nowMs);
      if (trial === null || !this.books.hold(act.gate, minor)) return;
      expect(this.#step({ type: 'refund', minor }, act)).toBe(true);
    } else if (RESTING_STATUSES.has(this.now.status) && !this.now.complianceHold) {
      this.books.hold(act.gate, minor);
    }
  }

  #end(act: Extract<Moment, { kind: 'end' }>): void {
    const open = this.books.refunds.find((refund) => refund.open);
    if (open === undefined) return;
    this.books.end(open, act.how);
    if (open.gateId !== this.#ownGate()) {
      this.#step(act.how === 'sent' ? { type: 'other_refunded' } : { type: 'payments_changed' }, act);
      return;
    }
    // Money on the chain has to be booked: no status refuses it.
    const event: InvoiceEvent =
      act.how === 'sent' ? { type: 'refund_sent', minor: open.amountMinor } : { type: 'refund_failed' };
    expect(this.#step(event, act)).toBe(true);
  }
}

function nextOrNull(before: InvoiceFacts, event: InvoiceEvent, nowMs: number) {
  try {
    return nextInvoice(before, event, nowMs);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return null;
  }
}

describe('invoices with several quotes, refunds, reorganizations, replaced transactions, debts, write-offs, payouts and auto-complete', () => {
  it('money in is money out and balances of each invoice, asset and merchant after every step, and nothing is refunded twice', {
    timeout: 7_200_000,
  }, () => {
    fc.assert(
      fc.property(lives, (life) => {
        const merchant = new Merchant(life.otherMinor);
        const worlds = life.invoices.map((each, at) => new World(each, merchant, `invoice:${at}`));
        const books = worlds.map((world) => world.books);
        for (const step of life.path) {
          if ('payout' in step) merchant.payOut(step.payout, merchant.of(step.payout).available / step.share);
          else if ('writeOff' in step) merchant.writeOff(step.writeOff);
          else worlds[step.invoice]?.do(step.act);
          expect(merchantDifferences(merchant, books)).toEqual([0n, 0n]);
          expect(merchant.losses.excessive()).toEqual([]);
          for (const world of worlds) {
            expect(world.books.differences()).toEqual([0n, 0n]);
            for (const gate of GATES) {
              const expected = world.expected(gate);
              expect(world.books.of(gate).account).toBe(expected > 0n ? expected : 0n);
              expect(world.books.sentMinor(gate) <= world.broughtMinor(gate)).toBe(true);
            }
          }
        }
      }),
      { numRuns },
    );
  });
});
