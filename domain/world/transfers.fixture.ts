import type { GateId } from '../assets/assets.ts';
import type { BankPaymentChange } from '../bank/payment-table.ts';
import { findRule } from '../process/table.ts';
import {
  type TreasuryTransferEventType,
  type TreasuryTransferStatus,
  treasuryTransferTable,
} from '../state/treasury-transfer-table.ts';
import { arrivalPostings, custodyAt, departurePostings, reversed, transitOf } from '../transfers/ledger.ts';
import { networkAt, type Place, type Way } from '../transfers/places.ts';
import type { Bank, Entry, Payment, PaymentOwner } from './bank.fixture.ts';
import { add, type Books, backwards, between, oneOf, type Posting } from './books.fixture.ts';

export const WAYS: readonly Way[] = [
  { from: 'exchange:kraken', to: 'LTC', gateId: 'LTC' },
  { from: 'LTC', to: 'exchange:kraken', gateId: 'LTC' },
  { from: 'exchange:binance', to: 'ETH', gateId: 'USDT_ERC20' },
  { from: 'ETH', to: 'exchange:binance', gateId: 'USDT_ERC20' },
  { from: 'exchange:kraken', to: 'bank:main', gateId: 'EUR' },
  { from: 'bank:main', to: 'exchange:kraken', gateId: 'EUR' },
];

/** The first ones are common, the others rare. */
export const TRANSFER_DOES = ['send', 'accept', 'look', 'reach', 'come_back', 'take_back'] as const;
export const RARE_TRANSFER_DOES = ['give_up', 'refuse_at_exchange', 'cancel', 'answer_pay', 'answer_cancel'] as const;
export type TransferDoes = (typeof TRANSFER_DOES)[number] | (typeof RARE_TRANSFER_DOES)[number];

export interface NewTransfer {
  readonly way: Way;
  readonly minor: bigint;
  /** The exchange's. */
  readonly fee: bigint;
  /** The amount lost on the way. */
  readonly lost: bigint;
}

/** Transfers of own money. */
export class Transfers {
  readonly #all: Transfer[] = [];
  readonly #books: Books;
  readonly #bank: Bank;

  constructor(books: Books, bank: Bank) {
    this.#books = books;
    this.#bank = bank;
    bank.onCredit((entry) => this.#all.find((each) => each === entry.names)?.take(entry));
  }

  create(transfer: NewTransfer): void {
    this.#all.push(new Transfer(this.#books, this.#bank, transfer));
  }

  does(does: TransferDoes, at: number): void {
    oneOf(this.#all, at)?.does(does);
  }

  /** Amounts that exchanges and chains have let go and nobody has heard of yet: they are still in the books. */
  unheard(): Map<string, bigint> {
    const found = new Map<string, bigint>();
    for (const each of this.#all) {
      const { from, to, gateId } = each.way;
      if (each.isTakenBack()) add(found, accountAt(to, gateId), each.arrivedMinor);
      if (from === 'bank:main' || each.world === 'at_origin' || each.hasLeft()) continue;
      add(found, accountAt(from, gateId), each.minor);
    }
    return found;
  }

  /** The amount that should be in transit, by account. */
  inTransit(): Map<string, bigint> {
    const found = new Map<string, bigint>();
    for (const each of this.#all) {
      const { asset, kind } = transitOf(each.way);
      add(found, `${kind} ${asset}`, each.transitMinor());
    }
    return found;
  }

  finish(): void {
    for (const each of this.#all) each.finish();
  }

  /** @returns those that ended as they should not */
  unfinished(): string[] {
    return this.#all
      .filter((each) => !each.isFinished())
      .map(({ way, status, world }) => JSON.stringify({ way, status, world }));
  }
}

function accountAt(place: Place, gateId: GateId): string {
  const { asset, kind } = custodyAt(place, gateId);
  return `${kind} ${asset}`;
}

class Transfer implements PaymentOwner {
  readonly isOwn = true;
  readonly way: Way;
  readonly minor: bigint;
  status: TreasuryTransferStatus = 'approved';
  /** The world's outcome, whatever the books know. */
  world: 'at_origin' | 'on_the_way' | 'at_destination' = 'at_origin';
  arrivedMinor = 0n;
  readonly #books: Books;
  readonly #bank: Bank;
  readonly #fee: bigint;
  readonly #lost: bigint;
  readonly #isByPayout: boolean;
  #net = 0n;
  #payment: Payment | null = null;

  constructor(books: Books, bank: Bank, { way, minor, fee, lost }: NewTransfer) {
    this.#books = books;
    this.#bank = bank;
    this.way = way;
    this.minor = minor;
    this.#fee = way.from.startsWith('exchange:') ? fee : 0n;
    this.#lost = lost;
    this.#isByPayout = networkAt(way.from) !== null;
  }

  /** An action of a place, a person or a round; each may come at any time and any number of times. */
  does(does: TransferDoes): void {
    const { way, world, status } = this;
    switch (does) {
      case 'send':
        this.#send();
        return;
      case 'cancel':
        this.#apply('refuse');
        return;
      case 'accept':
        // The origin lets it go, whatever was answered; only what was asked of it, and once.
        if (status !== 'sending' || world !== 'at_origin' || this.#payment !== null) return;
        this.world = 'on_the_way';
        this.#books.move(way.from, way.gateId, -this.minor);
        if (!this.#isByPayout) return;
        this.#books.post([between('own', `custody:${way.from}`, this.minor, way.gateId)]);
        this.#look();
        return;
      case 'look':
        if (this.#payment === null) this.#look();
        return;
      case 'give_up':
        // Nothing is accepted this late, but an exchange may name late what it has accepted.
        if (way.from.startsWith('exchange:')) this.#apply('give_up', true);
        return;
      case 'refuse_at_exchange':
        if (status === 'sending' && world === 'at_origin' && this.#payment === null) this.#fail();
        return;
      case 'answer_pay':
      case 'answer_cancel':
        if (this.#payment !== null) this.#bank.apply(this.#payment, does === 'answer_pay' ? 'pay_anyway' : 'cancel');
        return;
      case 'come_back':
        if (status !== 'sent' || world !== 'on_the_way' || this.#isByPayout || this.#payment !== null) return;
        this.world = 'at_origin';
        this.#books.move(way.from, way.gateId, this.minor);
        this.#fail();
        return;
      case 'reach':
        // Money that the bank has called back does not arrive.
        if (status === 'sent' && world === 'on_the_way' && this.#payment?.atBank !== 'returned') this.#arrive();
        return;
      case 'take_back':
        this.#takeBack();
        return;
      default:
        does satisfies never;
    }
  }

  /** The bank's news of its payment. */
  hear(change: BankPaymentChange): void {
    if (change === 'booked') {
      this.world = 'on_the_way';
      this.#look();
    }
    if (change !== 'rejected' && change !== 'returned') return;
    this.world = 'at_origin';
    this.#fail();
  }

  leavePayee(): void {
    if (this.world === 'at_destination') this.#books.move(this.way.to, this.way.gateId, -this.arrivedMinor);
  }

  /** It has left its destination again, and the books do not know yet. */
  isTakenBack(): boolean {
    return this.status === 'arrived' && this.#payment?.atBank === 'returned';
  }

  /** Euro that have come to the bank. */
  take(entry: Entry): void {
    if (this.status !== 'sent') return;
    entry.bookedAs = 'claimed';
    entry.isSuspended = false;
    this.#bookArrival();
  }

  hasLeft(): boolean {
    return this.status === 'sent' || this.status === 'arrived';
  }

  transitMinor(): bigint {
    if (this.status === 'sending' && this.#isByPayout) return this.minor;
    return this.status === 'sent' ? this.#net : 0n;
  }

  finish(): void {
    if (this.status === 'sending' && this.world === 'at_origin' && this.#payment === null) this.#fail();
    this.does('look');
    if (this.status === 'sent') this.does('reach');
  }

  isFinished(): boolean {
    const isAtDestination = this.world === 'at_destination';
    return (
      ['approved', 'arrived', 'failed', 'declined'].includes(this.status) &&
      isAtDestination === (this.status === 'arrived')
    );
  }

  #send(): void {
    if (this.#apply('send') === null) return;
    if (this.#isByPayout) this.#books.post(this.#funding());
    if (this.way.from === 'bank:main') this.#payment = this.#bank.request(this, this.minor);
  }

  #look(): void {
    if (this.world === 'at_origin' || this.#apply('depart')?.includes('book_departure') !== true) return;
    this.#net = this.minor - this.#fee;
    this.#books.post(departurePostings(this.way, { amountMinor: this.minor, netMinor: this.#net }));
  }

  #fail(): void {
    const marks = this.#apply('fail') ?? [];
    if (marks.includes('reverse_arrival')) this.#books.post(reversed(this.#arrival()));
    if (marks.includes('book_return'))
      this.#books.post(reversed(departurePostings(this.way, { amountMinor: this.minor, netMinor: this.#net })));
    if (marks.includes('release') && this.#isByPayout) this.#books.post(backwards(this.#funding()));
  }

  #arrive(): void {
    const { way } = this;
    this.world = 'at_destination';
    this.arrivedMinor = this.#net - this.#lost;
    // The bank tells of it in a file of its own.
    if (way.to === 'bank:main') {
      this.#bank.credit(this.arrivedMinor, this);
      return;
    }
    this.#books.move(way.to, way.gateId, this.arrivedMinor);
    // A follower credits what came to suspense, in the same transaction.
    if (networkAt(way.to) !== null)
      this.#books.post([between(`custody:${way.to}`, 'suspense', this.arrivedMinor, way.gateId)]);
    this.#bookArrival();
  }

  #bookArrival(): void {
    const marks = this.#apply('arrive') ?? [];
    if (marks.includes('book_arrival')) this.#books.post(this.#arrival());
  }

  #takeBack(): void {
    const { way } = this;
    if (this.status !== 'arrived' || networkAt(way.to) === null) return;
    this.world = 'on_the_way';
    this.#books.move(way.to, way.gateId, -this.arrivedMinor);
    this.#apply('take_back');
    this.#books.post(reversed(this.#arrival()));
    this.#books.post([between('suspense', `custody:${way.to}`, this.arrivedMinor, way.gateId)]);
  }

  #arrival() {
    return arrivalPostings(this.way, { netMinor: this.#net, arrivedMinor: this.arrivedMinor });
  }

  /** The amount that the own merchant's payout is given. */
  #funding(): Posting[] {
    return [between(transitOf(this.way).kind, 'own', this.minor, this.way.gateId)];
  }

  /** Applies the rules. @returns the marks, or null if the rules refuse */
  #apply(event: TreasuryTransferEventType, isOverdue = false) {
    const position = { needsAnother: false, isOverdue };
    const rule = findRule(treasuryTransferTable, { status: this.status, event, position });
    if (rule === null || rule.to === 'refused' || rule.to === 'before') return null;
    if (rule.to === 'same') return [];
    this.status = rule.to;
    for (const mark of rule.marks ?? []) this.#books.seen.add(`transfer:${mark}`);
    return rule.marks ?? [];
  }
}
