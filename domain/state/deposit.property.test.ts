import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDomainError } from '../errors.ts';
import { examples } from '../examples.fixture.ts';
import type { PaymentStatus } from '../invoices/record.ts';
import { type DepositEffect, depositFee, nextDeposit } from './deposit.ts';
import type { DepositEvent, DepositFacts, DepositPayment } from './deposit-facts.ts';

const FEE_BPS = 50;
const MOST_PAYMENTS = 2;

const begin: DepositFacts = {
  id: 'd',
  version: 0,
  status: 'created',
  reason: null,
  needsOperator: false,
  announced: false,
  complianceHold: false,
  gateId: 'BTC',
  feeBps: FEE_BPS,
  minimumMinor: 1_000n,
  finalityFromMinor: 50_000n,
  autoconversion: { type: 'partial', gate_id: 'EUR', percent: 40 },
  amountMinor: 0n,
  settledMinor: 0n,
  convertedMinor: 0n,
  convertingMinor: 0n,
  payments: [],
};

const payment = (index: number, minor: bigint): DepositPayment => ({
  id: `p${index}`,
  key: `BTC:tx:${index}`,
  network: 'BTC',
  status: 'seen',
  amountMinor: minor,
  finalized: false,
  credited: false,
  creditedMinor: 0n,
  creditCount: 0,
});

/** The books of one deposit; an account that would go below zero ends the run. */
interface Books {
  custody: bigint;
  own: bigint;
  available: bigint;
  fees: bigint;
  position: bigint;
  readonly keys: Set<string>;
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('arrive' as const), minor: fc.bigInt(1n, 80_000n) }),
  fc.record({
    kind: fc.constant('chain' as const),
    at: fc.nat(MOST_PAYMENTS - 1),
    // Settlements have to be common, so that events that undo them occur.
    status: fc.constantFrom<PaymentStatus>(
      'confirmed',
      'confirmed',
      'confirmed',
      'seen',
      'mined',
      'dropped',
      'replaced',
      'failed',
    ),
    finalized: fc.constantFrom(true, true, false),
    minor: fc.option(fc.bigInt(1n, 80_000n)),
  }),
  fc.constant({ kind: 'settle' as const }),
  fc.constant({ kind: 'resolve' as const }),
  fc.record({ kind: fc.constantFrom('hold' as const, 'clear' as const, 'clear' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

test('whatever the chain does: what came in is what the merchant and the fees have, and nothing is booked twice', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 80, size: 'max' }), (steps) => {
      const books: Books = { custody: 0n, own: 0n, available: 0n, fees: 0n, position: 0n, keys: new Set() };
      let facts = begin;
      for (const each of steps) facts = after(facts, each, { books, met });
    }),
    { numRuns: examples(400) },
  );
  // The runs met everything that can happen to money.
  const kinds = [
    'clear',
    'convert',
    'credit',
    'freeze',
    'hold',
    'reverse',
    'settle',
    'unconvert',
    'unfreeze',
    'unsettle',
  ];
  expect([...met].filter((kind) => kinds.includes(kind)).sort()).toEqual(kinds);
});

interface Run {
  readonly books: Books;
  readonly met: Set<string>;
}

function after(before: DepositFacts, each: Step, { books, met }: Run): DepositFacts {
  const payments = changed(before.payments, each);
  const facts = { ...before, payments };
  const event: DepositEvent =
    each.kind === 'settle'
      ? { type: 'settle', converts: true }
      : each.kind === 'resolve'
        ? { type: 'resolve', by: 'staff', note: 'gone' }
        : each.kind === 'hold' || each.kind === 'clear'
          ? { type: each.kind }
          : { type: 'payments_changed' };
  if (payments.length === 0) return facts;
  try {
    const { state, effects } = nextDeposit(facts, event);
    for (const effect of effects) {
      met.add(effect.type);
      book(books, effect);
    }
    const booked = payments.map((one) => creditedBy(one, effects));
    if (state.complianceHold !== facts.complianceHold) {
      met.add(each.kind);
      expect({ ...state, complianceHold: facts.complianceHold }, 'a hold shows nowhere').toMatchObject({
        version: facts.version,
        status: facts.status,
        reason: facts.reason,
        announced: facts.announced,
      });
      expect(effects).toEqual([]);
    }
    if (facts.complianceHold) expect(state.settledMinor, 'held money stays').toBeLessThanOrEqual(facts.settledMinor);
    check(books, { booked, settledMinor: state.settledMinor, status: state.status });
    const convertedMinor = books.position;
    return { ...facts, ...state, payments: booked, convertedMinor };
  } catch (error) {
    // Refused, so nothing happened: the chain's facts stay, and the next look decides.
    if (!isDomainError(error, 'illegal_transition')) throw error;
    return facts;
  }
}

function changed(payments: readonly DepositPayment[], each: Step): DepositPayment[] {
  if (each.kind === 'arrive') {
    return payments.length < MOST_PAYMENTS ? [...payments, payment(payments.length, each.minor)] : [...payments];
  }
  if (each.kind !== 'chain') return [...payments];
  const { status, finalized, minor } = each;
  return payments.map((one, index) =>
    index === each.at ? { ...one, status, finalized, amountMinor: minor ?? one.amountMinor } : one,
  );
}

function creditedBy(one: DepositPayment, effects: readonly DepositEffect[]): DepositPayment {
  const own = effects.filter((effect) => 'paymentId' in effect && effect.paymentId === one.id);
  const credit = own.find(({ type }) => type === 'credit');
  if (credit?.type === 'credit') return { ...one, credited: true, creditedMinor: credit.minor, creditCount: credit.n };
  return own.length === 0 ? one : { ...one, credited: false, creditedMinor: 0n };
}

function book(books: Books, effect: DepositEffect): void {
  const once = (key: string) => {
    if (books.keys.has(key)) throw new Error(`${key} twice`);
    books.keys.add(key);
  };
  switch (effect.type) {
    case 'credit':
      once(`${effect.paymentKey}:credit:${effect.n}`);
      books.custody += effect.minor;
      books.own += effect.minor;
      break;
    case 'reverse':
      once(`${effect.paymentKey}:reverse:${effect.n}`);
      books.custody -= effect.minor;
      books.own -= effect.minor;
      break;
    case 'settle':
    case 'unsettle': {
      const sign = effect.type === 'settle' ? 1n : -1n;
      books.own -= sign * (effect.netMinor + effect.serviceFeeMinor);
      books.available += sign * effect.netMinor;
      books.fees += sign * effect.serviceFeeMinor;
      break;
    }
    case 'convert':
    case 'unconvert': {
      const sign = effect.type === 'convert' ? 1n : -1n;
      books.available -= sign * effect.minor;
      books.position += sign * effect.minor;
      break;
    }
    default:
  }
  if (books.own < 0n) throw new Error(`The deposit's account is below zero after ${effect.type}`);
}

function check(
  books: Books,
  now: { readonly booked: readonly DepositPayment[]; readonly settledMinor: bigint; readonly status: string },
): void {
  const sum = now.booked.reduce((all, { creditedMinor }) => all + creditedMinor, 0n);
  expect(books.custody).toBe(sum);
  expect(books.own + books.available + books.position + books.fees).toBe(sum);
  expect(books.own).toBe(sum - now.settledMinor);
  expect(books.fees).toBe(depositFee(now.settledMinor, FEE_BPS));
  expect(books.available).toBeGreaterThanOrEqual(0n);
  expect(now.settledMinor > sum).toBe(false);
  if (now.status === 'done') expect(now.settledMinor).toBeGreaterThan(0n);
}
