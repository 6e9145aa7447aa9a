import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GateId } from '../assets.ts';
import { findRule } from '../process/table.ts';
import {
  type TreasuryTransferEventType,
  type TreasuryTransferMark,
  type TreasuryTransferStatus,
  treasuryTransferTable,
} from '../state/treasury-transfer-table.ts';
import { arrivalPostings, custodyAt, departurePostings, type GatewayPosting, reversed, transitOf } from './ledger.ts';
import { networkAt, type Place, type Way } from './places.ts';

// Random histories of conversions, fills, refunds, payments, reorganizations and transfers, with whatever can happen to
// these, beside a world that holds real coins. The books must say what the world holds after every event.

const EXAMPLES = Number(process.env.TRANSFER_EXAMPLES ?? 200);
const TIMEOUT_MS = 60_000 + EXAMPLES * 100;

const WAYS: readonly Way[] = [
  { from: 'exchange:kraken', to: 'LTC', gateId: 'LTC' },
  { from: 'LTC', to: 'exchange:kraken', gateId: 'LTC' },
  { from: 'exchange:binance', to: 'ETH', gateId: 'USDT_ERC20' },
  { from: 'ETH', to: 'exchange:binance', gateId: 'USDT_ERC20' },
  { from: 'exchange:kraken', to: 'bank:main', gateId: 'EUR' },
  { from: 'bank:main', to: 'exchange:kraken', gateId: 'EUR' },
];

interface Transfer {
  readonly way: Way;
  readonly amount: bigint;
  status: TreasuryTransferStatus;
  net: bigint;
  arrived: bigint;
  /** What the world did with it, whatever the books know. */
  world: 'at_origin' | 'on_the_way' | 'at_destination';
  /** The exchange's fee. */
  readonly fee: bigint;
  /** What is lost on the way. */
  readonly lost: bigint;
}

const seen = new Set<TreasuryTransferMark>();

/** What really is where, and what the ledger says. */
class Model {
  readonly world = new Map<string, bigint>();
  readonly ledger = new Map<string, bigint>();
  readonly transfers: Transfer[] = [];

  move(place: Place, gateId: GateId, minor: bigint): void {
    const { asset } = custodyAt(place, gateId);
    add(this.world, `custody:${place} ${asset}`, minor);
  }

  post(postings: readonly (GatewayPosting | OtherPosting)[]): void {
    for (const { debit, credit, minor } of postings) {
      expect(debit.asset).toBe(credit.asset);
      expect(minor).toBeGreaterThan(0n);
      add(this.ledger, `${debit.kind} ${debit.asset}`, minor);
      add(this.ledger, `${credit.kind} ${credit.asset}`, -minor);
    }
  }

  /** Applies the rules. @returns the marks, or null if the rules refuse */
  apply(
    transfer: Transfer,
    event: TreasuryTransferEventType,
    isOverdue = false,
  ): readonly TreasuryTransferMark[] | null {
    const position = { needsAnother: false, isOverdue };
    const rule = findRule(treasuryTransferTable, { status: transfer.status, event, position });
    if (rule === null || rule.to === 'refused' || rule.to === 'before') return null;
    if (rule.to === 'same') return [];
    transfer.status = rule.to;
    for (const mark of rule.marks ?? []) seen.add(mark);
    return rule.marks ?? [];
  }
}

interface OtherPosting {
  readonly debit: { readonly asset: string; readonly kind: string };
  readonly credit: { readonly asset: string; readonly kind: string };
  readonly minor: bigint;
}

function add(map: Map<string, bigint>, key: string, minor: bigint): void {
  map.set(key, (map.get(key) ?? 0n) + minor);
}

type Event =
  | { readonly type: 'payment' | 'reorganization' | 'refund' | 'conversion' | 'fill'; readonly minor: bigint }
  | {
      readonly type: 'transfer';
      readonly way: number;
      readonly minor: bigint;
      readonly fee: bigint;
      readonly lost: bigint;
    }
  | { readonly type: 'step'; readonly at: number; readonly does: Does };

/** The last ones are rarer. */
const DOES = [
  ...(['send', 'accept', 'look', 'reach', 'come_back', 'take_back'] as const),
  ...(['give_up', 'refuse_at_exchange', 'cancel'] as const),
];
type Does = (typeof DOES)[number];

const minor = fc.bigInt(1_000n, 1_000_000n);
const does: fc.Arbitrary<Does> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...DOES.slice(0, 6)) },
  { weight: 1, arbitrary: fc.constantFrom(...DOES.slice(6)) },
);
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom('payment', 'refund', 'conversion', 'fill', 'reorganization'), minor }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ type: fc.constant('transfer' as const), way: fc.nat({ max: WAYS.length - 1 }), minor },
      ...{ fee: fc.bigInt(0n, 900n), lost: fc.bigInt(0n, 90n) },
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('step' as const), at: fc.nat(), does }),
  },
);

test(
  'merchants, fees, positions and suspense are what chains, exchanges, bank and transit hold',
  () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 120, size: 'max' }), (events) => {
        const model = new Model();
        for (const each of events) {
          happen(model, each);
          expectBooksToBeRight(model);
        }
        finish(model);
        expectBooksToBeRight(model);
        for (const [account, balance] of model.ledger)
          if (account.startsWith('in_transit:')) expect([account, balance]).toEqual([account, 0n]);
      }),
      { numRuns: EXAMPLES },
    );
    // Every effect of the rules has happened.
    expect([...seen].sort()).toEqual(
      ['book_arrival', 'book_departure', 'book_return', 'release', 'reverse_arrival', 'tell_failure'].sort(),
    );
  },
  TIMEOUT_MS,
);

function happen(model: Model, event: Event): void {
  switch (event.type) {
    case 'payment':
      model.move('LTC', 'LTC', event.minor);
      model.post([between('custody:LTC', 'merchants', event.minor)]);
      return;
    case 'refund':
    case 'reorganization':
      model.move('LTC', 'LTC', -event.minor);
      model.post([between('merchants', 'custody:LTC', event.minor)]);
      return;
    case 'conversion':
      model.post([
        between('merchants', 'position', event.minor),
        between('position', 'merchants', event.minor * 90n - 5n, 'EUR'),
        between('position', 'fees:conversion', 5n, 'EUR'),
      ]);
      return;
    case 'fill':
      model.move('exchange:kraken', 'LTC', -event.minor);
      model.move('exchange:kraken', 'EUR', event.minor * 90n - 4n);
      model.post([
        between('position', 'custody:exchange:kraken', event.minor),
        between('custody:exchange:kraken', 'position', event.minor * 90n, 'EUR'),
        between('fees:exchange', 'custody:exchange:kraken', 4n, 'EUR'),
      ]);
      return;
    case 'transfer': {
      const way = WAYS[event.way];
      if (way === undefined) return;
      const { minor: amount, lost } = event;
      const fee = way.from.startsWith('exchange:') ? event.fee : 0n;
      model.transfers.push({
        ...{ way, amount, lost, fee, status: 'approved', net: 0n, arrived: 0n, world: 'at_origin' },
      });
      return;
    }
    case 'step': {
      const transfer = model.transfers[event.at % Math.max(1, model.transfers.length)];
      if (transfer !== undefined) step(model, transfer, event.does);
      return;
    }
    default:
      event satisfies never;
  }
}

function between(debit: string, credit: string, minor: bigint, asset = 'LTC'): OtherPosting {
  return { debit: { asset, kind: debit }, credit: { asset, kind: credit }, minor };
}

/** What a place, a person or a round does; each may come at any time and any number of times. */
function step(model: Model, transfer: Transfer, does: Does): void {
  const { way } = transfer;
  const isByPayout = networkAt(way.from) !== null;
  switch (does) {
    case 'send':
      if (model.apply(transfer, 'send') !== null && isByPayout) model.post(funding(transfer));
      return;
    case 'cancel':
      model.apply(transfer, 'refuse');
      return;
    case 'accept':
      // The origin lets it go, whatever was answered; only what was asked of it, and once.
      if (transfer.status === 'sending' && transfer.world === 'at_origin') {
        transfer.world = 'on_the_way';
        model.move(way.from, way.gateId, -transfer.amount);
        if (isByPayout) model.post([{ ...between('merchants', `custody:${way.from}`, transfer.amount, way.gateId) }]);
        if (isByPayout || way.from === 'bank:main') look(model, transfer);
      }
      return;
    case 'look':
      look(model, transfer);
      return;
    case 'give_up':
      // Nothing is accepted this late, but an exchange may name late what it has accepted.
      if (way.from.startsWith('exchange:')) model.apply(transfer, 'give_up', true);
      return;
    case 'refuse_at_exchange':
      if (transfer.status === 'sending' && transfer.world === 'at_origin') fail(model, transfer);
      return;
    case 'come_back':
      if (transfer.status === 'sent' && transfer.world === 'on_the_way' && !isByPayout) {
        transfer.world = 'at_origin';
        model.move(way.from, way.gateId, transfer.amount);
        fail(model, transfer);
      }
      return;
    case 'reach':
      if (transfer.status === 'sent' && transfer.world === 'on_the_way') arrive(model, transfer);
      return;
    case 'take_back':
      if (transfer.status === 'arrived' && networkAt(way.to) !== null) {
        transfer.world = 'on_the_way';
        model.move(way.to, way.gateId, -transfer.arrived);
        model.apply(transfer, 'take_back');
        model.post(reversed(arrivalPostings(way, { netMinor: transfer.net, arrivedMinor: transfer.arrived })));
        model.post([between('suspense', `custody:${way.to}`, transfer.arrived, way.gateId)]);
      }
      return;
    default:
      does satisfies never;
  }
}

function look(model: Model, transfer: Transfer): void {
  if (transfer.world === 'at_origin') return;
  const marks = model.apply(transfer, 'depart');
  if (marks?.includes('book_departure') !== true) return;
  transfer.net = transfer.amount - transfer.fee;
  model.post(departurePostings(transfer.way, { amountMinor: transfer.amount, netMinor: transfer.net }));
}

function fail(model: Model, transfer: Transfer): void {
  const marks = model.apply(transfer, 'fail') ?? [];
  const isByPayout = networkAt(transfer.way.from) !== null;
  if (marks.includes('book_return'))
    model.post(reversed(departurePostings(transfer.way, { amountMinor: transfer.amount, netMinor: transfer.net })));
  if (marks.includes('release') && isByPayout)
    model.post(funding(transfer).map(({ debit, credit, minor }) => ({ debit: credit, credit: debit, minor })));
}

/** What the own merchant's payout is given. */
function funding({ way, amount }: Transfer): OtherPosting[] {
  return [between(transitOf(way).kind, 'merchants', amount, way.gateId)];
}

function arrive(model: Model, transfer: Transfer): void {
  const { way } = transfer;
  transfer.world = 'at_destination';
  transfer.arrived = transfer.net - transfer.lost;
  model.move(way.to, way.gateId, transfer.arrived);
  // A follower or a file credits what came to suspense, in the same transaction.
  if (networkAt(way.to) !== null) model.post([between(`custody:${way.to}`, 'suspense', transfer.arrived, way.gateId)]);
  if (way.to === 'bank:main') model.post([between('custody:bank:main', 'suspense:bank', transfer.arrived, 'EUR')]);
  const marks = model.apply(transfer, 'arrive') ?? [];
  if (marks.includes('book_arrival'))
    model.post(arrivalPostings(way, { netMinor: transfer.net, arrivedMinor: transfer.arrived }));
}

/** Everything that is under way ends. */
function finish(model: Model): void {
  for (const transfer of model.transfers) {
    if (transfer.status === 'sending' && transfer.world === 'at_origin') fail(model, transfer);
    look(model, transfer);
    if (transfer.status === 'sent' && transfer.world === 'on_the_way') arrive(model, transfer);
    expect(['approved', 'arrived', 'failed', 'declined']).toContain(transfer.status);
    expect(transfer.world === 'at_destination').toBe(transfer.status === 'arrived');
  }
}

function expectBooksToBeRight(model: Model): void {
  // What an exchange has let go and nobody has heard of yet is still in the books.
  const unheard = new Map<string, bigint>();
  for (const { way, status, world, amount } of model.transfers) {
    if (world === 'at_origin' || status === 'sent' || status === 'arrived') continue;
    const { asset, kind } = custodyAt(way.from, way.gateId);
    add(unheard, `${kind} ${asset}`, amount);
  }
  const accounts = new Set([
    ...model.world.keys(),
    ...[...model.ledger.keys()].filter((key) => key.startsWith('custody:')),
  ]);
  for (const account of accounts) {
    const held = (model.world.get(account) ?? 0n) + (unheard.get(account) ?? 0n);
    expect([account, model.ledger.get(account) ?? 0n]).toEqual([account, held]);
  }
  for (const way of WAYS) {
    const own = model.transfers.filter((each) => each.way === way);
    const sent = own.filter(({ status }) => status === 'sent').reduce((sum, { net }) => sum + net, 0n);
    const funded = own.filter(({ status }) => status === 'sending' && networkAt(way.from) !== null);
    const expected = funded.reduce((sum, { amount }) => sum + amount, sent);
    const { asset, kind } = transitOf(way);
    expect([kind, model.ledger.get(`${kind} ${asset}`) ?? 0n]).toEqual([kind, expected]);
  }
  // Per asset, claims and what is owed sum to zero: merchants + fees + positions + suspense = held + in transit.
  const sums = new Map<string, bigint>();
  for (const [account, balance] of model.ledger) add(sums, account.split(' ')[1] ?? '', balance);
  for (const [asset, sum] of sums) expect([asset, sum]).toEqual([asset, 0n]);
  for (const kind of ['suspense LTC', 'suspense USDT_ERC20', 'suspense:bank EUR'])
    expect([kind, model.ledger.get(kind) ?? 0n]).toEqual([kind, 0n]);
}
