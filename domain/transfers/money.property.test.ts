import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { minOf } from '../money/money.ts';
import { BANK_DOES, BANK_TROUBLE, Bank, type BankDoes } from '../world/bank.fixture.ts';
import { add, Books, between } from '../world/books.fixture.ts';
import { CLAIM_DOES, type ClaimDoes, Claims } from '../world/claims.fixture.ts';
import {
  CUSTOMERS,
  conversionPostings,
  DEPOSIT_DOES,
  type DepositDoes,
  Deposits,
  PRICE,
  priceOf,
} from '../world/deposits.fixture.ts';
import { PARTNER_DOES, type PartnerDoes, Partners } from '../world/partners.fixture.ts';
import { Returns } from '../world/returns.fixture.ts';
import { RARE_TRANSFER_DOES, TRANSFER_DOES, type TransferDoes, Transfers, WAYS } from '../world/transfers.fixture.ts';
import { PERSON_DOES, type PersonDoes, Withdrawals } from '../world/withdrawals.fixture.ts';

// Random histories of conversions, fills, refunds, payments, deposits, withdrawals, claims, reorganizations and
// transfers, with whatever can happen to these, beside a world that holds real coins and euro. The books must say what
// the world holds after every event, but for what nobody here has heard of yet.

const EXAMPLES = examples(1_000, 'TRANSFER_EXAMPLES');
const TIMEOUT_MS = 60_000 + EXAMPLES * 200;

type Event =
  | { readonly type: Simple; readonly minor: bigint }
  | {
      readonly type: 'transfer';
      readonly way: number;
      readonly minor: bigint;
      readonly fee: bigint;
      readonly lost: bigint;
    }
  | { readonly type: 'credit' | 'deposit'; readonly customer: number; readonly minor: bigint }
  | { readonly type: 'return'; readonly at: number }
  | { readonly type: 'transfer_does'; readonly at: number; readonly does: TransferDoes }
  | { readonly type: 'bank'; readonly at: number; readonly does: BankDoes }
  | { readonly type: 'person'; readonly at: number; readonly does: PersonDoes }
  | { readonly type: 'deposit_does'; readonly at: number; readonly does: DepositDoes }
  | { readonly type: 'claim_does'; readonly at: number; readonly does: ClaimDoes }
  | { readonly type: 'partner_does'; readonly at: number; readonly does: PartnerDoes };

const SIMPLE = [
  'payment',
  'refund',
  'reorganization',
  'sell',
  'buy',
  'fill',
  'valuation',
  'withdrawal',
  'withdrawal',
  'stray',
  'write_off',
] as const;
type Simple = (typeof SIMPLE)[number];

/** Few things at a time, so that much happens to each. */
const at = fc.nat({ max: 3 });
const minor = fc.bigInt(1_000n, 1_000_000n);
function does<T extends string, D extends string>(type: T, all: readonly D[]) {
  return fc.record({ type: fc.constant(type), at, does: fc.constantFrom(...all) });
}
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom(...SIMPLE), minor }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('transfer' as const),
      way: fc.nat({ max: WAYS.length - 1 }),
      minor,
      fee: fc.bigInt(0n, 900n),
      lost: fc.bigInt(0n, 90n),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('credit', 'deposit'),
      customer: fc.nat({ max: CUSTOMERS.length }),
      minor,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('return' as const), at }) },
  { weight: 12, arbitrary: does('transfer_does', TRANSFER_DOES) },
  { weight: 1, arbitrary: does('transfer_does', RARE_TRANSFER_DOES) },
  { weight: 12, arbitrary: does('bank', BANK_DOES) },
  { weight: 3, arbitrary: does('bank', BANK_TROUBLE) },
  { weight: 8, arbitrary: does('person', PERSON_DOES) },
  { weight: 5, arbitrary: does('deposit_does', DEPOSIT_DOES) },
  { weight: 12, arbitrary: does('claim_does', CLAIM_DOES) },
  { weight: 8, arbitrary: does('partner_does', PARTNER_DOES) },
);

/** The merchant has something to spend, and something belongs to nobody. */
const BEGIN: readonly Event[] = [
  { type: 'payment', minor: 1_000_000n },
  { type: 'sell', minor: 50_000n },
  { type: 'withdrawal', minor: 700_000n },
  { type: 'stray', minor: 300_000n },
];

test(
  'merchants, fees, positions and suspense are what chains, exchanges, bank and transit hold',
  () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 200, size: 'max' }), (events) => {
        const world = new World(seen);
        for (const each of BEGIN) world.happen(each);
        for (const each of events) {
          world.happen(each);
          world.check();
        }
        world.finish();
      }),
      { numRuns: EXAMPLES },
    );
    // Every effect of the rules has happened; the rare ones in many histories only.
    const requested = EXAMPLES < 20_000 ? EFFECTS : [...EFFECTS, ...RARE_EFFECTS];
    expect(requested.filter((effect) => !seen.has(effect))).toEqual([]);
  },
  TIMEOUT_MS,
);

const EFFECTS = [
  ...['book_arrival', 'book_departure', 'book_return', 'release'].map((mark) => `transfer:${mark}`),
  ...['payment', 'return', 'fee', 'suspense'].map((verdict) => `entry:${verdict}`),
  ...['post', 'void', 'return'].map((outcome) => `withdrawal:${outcome}`),
  ...['credit', 'reverse', 'settle', 'unsettle', 'convert', 'waits', 'make_conversions'].map(
    (effect) => `deposit:${effect}`,
  ),
  ...['take', 'put_back', 'cover_loss', 'uncover_loss', 'fill_loss'].map((effect) => `claim:${effect}`),
  ...['earnMinor', 'repayMinor', 'takeMinor', 'oweMinor', 'settle', 'pay_out', 'cap'].map((what) => `partner:${what}`),
  'return:booked',
  'write_off',
];
const RARE_EFFECTS = [
  'transfer:reverse_arrival',
  'entry:cost',
  'withdrawal:charge',
  'deposit:unconvert',
  'deposit:keep_coins',
  'deposit:waiting_taken',
  'recover',
  'return:rejected',
  'return:returned',
  'return:name_question',
  'payment:confirmed',
];

/** Everything that holds money, and everything that moves it. */
class World {
  readonly #books: Books;
  readonly #bank: Bank;
  readonly #transfers: Transfers;
  readonly #deposits: Deposits;
  readonly #withdrawals: Withdrawals;
  readonly #returns: Returns;
  readonly #claims: Claims;
  readonly #partners: Partners;

  constructor(seen: Set<string>) {
    this.#books = new Books(seen);
    this.#bank = new Bank(this.#books);
    // In the order of db/reactions.ts.
    this.#transfers = new Transfers(this.#books, this.#bank);
    this.#deposits = new Deposits(this.#books, this.#bank);
    this.#withdrawals = new Withdrawals(this.#books, this.#bank);
    this.#returns = new Returns(this.#books, this.#bank);
    this.#claims = new Claims(this.#books);
    this.#partners = new Partners(this.#books);
    this.#bank.decidedMinor = () => this.#withdrawals.decidedMinor();
  }

  happen(event: Event): void {
    switch (event.type) {
      case 'transfer': {
        const way = WAYS[event.way];
        if (way !== undefined) this.#transfers.create({ ...event, way });
        return;
      }
      case 'credit':
        this.#bank.credit(event.minor, CUSTOMERS[event.customer] ?? null);
        return;
      case 'deposit':
        this.#deposits.create(CUSTOMERS[event.customer] ?? CUSTOMERS[0], event.minor);
        return;
      case 'return':
        this.#returns.create(event.at);
        return;
      case 'transfer_does':
        this.#transfers.does(event.does, event.at);
        return;
      case 'bank':
        this.#bank.does(event.does, event.at);
        return;
      case 'person':
        this.#withdrawals.does(event.does, event.at);
        return;
      case 'deposit_does':
        this.#deposits.does(event.does, event.at);
        return;
      case 'claim_does':
        this.#claims.does(event.does, event.at);
        return;
      case 'partner_does':
        this.#partners.does(event.does, event.at);
        return;
      default:
        this.#simple(event.type, event.minor);
    }
  }

  /** The books after every event. */
  check(): void {
    const expected = this.#transfers.unheard();
    add(expected, 'custody:bank:main EUR', this.#bank.expectedDifference());
    const differences = this.#books.differences();
    for (const [account, minor] of expected) add(differences, account, -minor);
    same(differences, new Map(), 'the books of a place and what it holds');
    const transit = new Map(this.#books.accounts('in_transit:').map(([account, balance]) => [account, -balance]));
    same(transit, this.#transfers.inTransit(), 'money in transit');
    const suspended = { coins: this.#claims.suspendedMinor(), euro: this.#bank.suspendedMinor() };
    const booked = { coins: this.#books.balance('suspense', 'LTC'), euro: this.#books.balance('suspense:bank', 'EUR') };
    if (suspended.coins !== booked.coins || suspended.euro !== booked.euro) expect(booked).toEqual(suspended);
    const { losses } = this.#books;
    const lost = { LTC: -this.#claims.lossMinor() - losses.openMinor('LTC'), EUR: -losses.openMinor('EUR') };
    const loss = { LTC: this.#books.balance('reorg_loss', 'LTC'), EUR: this.#books.balance('reorg_loss', 'EUR') };
    if (loss.LTC !== lost.LTC || loss.EUR !== lost.EUR) expect(loss).toEqual(lost);
    expect(losses.excessive()).toEqual([]);
    // Merchants + fees + positions + suspense = held + in transit.
    const imbalances = this.#books.imbalances();
    if (imbalances.length > 0) expect(imbalances).toEqual([]);
    this.#partners.check();
  }

  /** Everything that is under way ends: nothing is in transit, and only contradictions of the bank are left. */
  finish(): void {
    for (let round = 0; round < 3; round += 1) {
      this.#transfers.finish();
      this.#bank.finish();
      this.check();
    }
    this.#partners.finish();
    const unfinished = this.#transfers.unfinished();
    if (unfinished.length > 0) expect(unfinished).toEqual([]);
    const inTransit = this.#books.accounts('in_transit:');
    if (inTransit.length > 0) expect(inTransit).toEqual([]);
  }

  #simple(what: Simple, minor: bigint): void {
    const books = this.#books;
    switch (what) {
      case 'payment':
        books.move('LTC', 'LTC', minor);
        books.post([between('custody:LTC', 'merchants', minor)]);
        return;
      case 'refund': {
        const paid = minOf(minor, books.available('LTC'));
        if (paid === 0n) return;
        books.move('LTC', 'LTC', -paid);
        books.post([between('merchants', 'custody:LTC', paid)]);
        return;
      }
      case 'reorganization':
        books.move('LTC', 'LTC', -minor);
        books.post(books.takeBack({ asset: 'LTC', kind: 'custody:LTC' }, minor, 'chain'), 'chain');
        return;
      case 'sell':
      case 'buy': {
        const [from, to] = what === 'sell' ? (['LTC', 'EUR'] as const) : (['EUR', 'LTC'] as const);
        const price = priceOf(from, minOf(minor, books.available(from)));
        if (price.amountToMinor > 0n) books.post(conversionPostings(from, to, price));
        return;
      }
      case 'fill':
        books.move('exchange:kraken', 'LTC', -minor);
        books.move('exchange:kraken', 'EUR', minor * PRICE - 4n);
        books.post([
          between('position', 'custody:exchange:kraken', minor),
          between('custody:exchange:kraken', 'position', minor * PRICE, 'EUR'),
          between('fees:exchange', 'custody:exchange:kraken', 4n, 'EUR'),
        ]);
        return;
      case 'valuation': {
        const value = books.balance('position', 'EUR') + books.balance('position', 'LTC') * PRICE;
        if (value > 0n) books.post([between('position', 'pnl', value, 'EUR')]);
        if (value < 0n) books.post([between('pnl', 'position', -value, 'EUR')]);
        return;
      }
      case 'withdrawal':
        this.#withdrawals.create(minor, 25n);
        return;
      case 'stray':
        this.#claims.create(minor);
        return;
      case 'write_off':
        books.writeOff(minor % 2n === 0n ? 'LTC' : 'EUR');
        return;
      default:
        what satisfies never;
    }
  }
}

function same(found: ReadonlyMap<string, bigint>, expected: ReadonlyMap<string, bigint>, what: string): void {
  const differing = [...new Set([...found.keys(), ...expected.keys()])].filter(
    (key) => (found.get(key) ?? 0n) !== (expected.get(key) ?? 0n),
  );
  if (differing.length === 0) return;
  const values = (of: ReadonlyMap<string, bigint>) => differing.map((key) => [key, of.get(key) ?? 0n]);
  expect(values(found), what).toEqual(values(expected));
}
