import { isDomainError } from '../errors.ts';
import { type ClaimEvent, type ClaimFacts, nextClaim } from '../state/claim.ts';
import { type Books, backwards, between, oneOf } from './books.fixture.ts';

/** `forward`: the next step of a claim that is paid back; the others may come at any time. */
export const CLAIM_DOES = [
  'forward',
  'forward',
  'forward',
  'forward',
  'failed',
  'reorganized',
  'mined_again',
  'returned',
  'refuse',
  'resolve',
] as const;
export type ClaimDoes = (typeof CLAIM_DOES)[number];

const SERVICE_FEE = 20n;
const NETWORK_FEE = 15n;
/** The chain's fee for it. */
const COST = 11n;

/** Coins that belong to nobody, and claims that pay them back. */
export class Claims {
  readonly #strays: Stray[] = [];
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  create(minor: bigint): void {
    this.#strays.push(new Stray(this.#books, { id: this.#strays.length, minor }));
  }

  does(does: ClaimDoes, at: number): void {
    oneOf(this.#strays, at)?.does(does);
  }

  suspendedMinor(): bigint {
    return this.#strays.reduce((sum, each) => sum + each.suspendedMinor(), 0n);
  }

  lossMinor(): bigint {
    return this.#strays.reduce((sum, { facts }) => sum + (facts?.lossMinor ?? 0n), 0n);
  }
}

/** A payment to the gateway that belongs to nobody, with its claim and that claim's payout. */
class Stray {
  facts: ClaimFacts | null = null;
  #isCredited = false;
  #isTaken = false;
  #payout: 'none' | 'held' | 'signed' | 'posted' = 'none';
  readonly #books: Books;
  readonly #minor: bigint;
  readonly #netMinor: bigint;
  readonly #account: string;

  constructor(books: Books, { id, minor }: { readonly id: number; readonly minor: bigint }) {
    this.#books = books;
    this.#minor = minor;
    this.#netMinor = minor - SERVICE_FEE - NETWORK_FEE;
    this.#account = `claim:${id}`;
    this.#credit();
  }

  does(does: ClaimDoes): void {
    switch (does) {
      case 'forward':
        this.#forward();
        return;
      case 'refuse':
        this.#apply({ type: 'refuse', note: '' });
        return;
      case 'resolve':
        this.#apply({ type: 'resolve', by: 'staff', note: '' });
        return;
      case 'mined_again':
        this.#credit();
        return;
      case 'reorganized':
        this.#reverse();
        return;
      case 'failed':
        this.#failed();
        return;
      case 'returned':
        this.#returned();
        return;
      default:
        does satisfies never;
    }
  }

  /** The part of it that should be in suspense. */
  suspendedMinor(): bigint {
    const parts = [this.#isCredited, (this.facts?.lossMinor ?? 0n) > 0n].filter(Boolean).length;
    return this.#minor * BigInt(parts - (this.#isTaken ? 1 : 0));
  }

  #forward(): void {
    if (this.facts === null && this.#isCredited)
      this.facts = { version: 1, status: 'checking', reason: null, needsOperator: false, lossMinor: 0n };
    else if (this.facts?.status === 'checking') this.#apply({ type: 'confirmed', evidence: {} });
    else if (this.facts?.status === 'review') this.#approve();
    else if (this.#payout === 'held') this.#payout = 'signed';
    else if (this.#payout === 'signed') this.#paid();
  }

  #approve(): void {
    const paid = {
      payoutId: 'p',
      netMinor: this.#netMinor,
      serviceFeeMinor: SERVICE_FEE,
      networkFeeMinor: NETWORK_FEE,
    };
    const vote = { staffId: 's', role: 'mlro', name: '' } as const;
    // The payout's hold is in the same transaction.
    if (this.#payout === 'none' && this.#apply({ type: 'approve', vote, paid })) this.#payout = 'held';
  }

  #paid(): void {
    this.#payout = 'posted';
    this.#books.move('LTC', 'LTC', -this.#netMinor - COST);
    this.#books.post([...this.#postings(), between('fees:network', 'custody:LTC', COST)]);
    this.#ended(true);
  }

  #failed(): void {
    if (this.#payout === 'held' || this.#payout === 'signed') this.#back();
  }

  #returned(): void {
    if (this.#payout !== 'posted') return;
    this.#books.move('LTC', 'LTC', this.#netMinor);
    this.#books.post(backwards(this.#postings()));
    this.#back();
  }

  #back(): void {
    this.#payout = 'none';
    this.#ended(false);
  }

  #ended(isPaid: boolean): void {
    if (!this.#apply({ type: 'payout_ended', isPaid })) throw new Error('The end of a payout is always taken.');
  }

  #postings() {
    return [
      between(this.#account, 'custody:LTC', this.#netMinor),
      between(this.#account, 'fees:service', SERVICE_FEE),
      between(this.#account, 'fees:network', NETWORK_FEE),
    ];
  }

  #credit(): void {
    if (this.#isCredited) return;
    this.#isCredited = true;
    this.#books.move('LTC', 'LTC', this.#minor);
    this.#books.post([between('custody:LTC', 'suspense', this.#minor)]);
    if (this.facts !== null && this.facts.lossMinor > 0n && !this.#apply({ type: 'credited_again' }))
      throw new Error('A payment that is back is always taken.');
  }

  /** The claim reacts before the payment leaves suspense. */
  #reverse(): void {
    if (!this.#isCredited) return;
    if (this.facts !== null && this.facts.status !== 'declined') {
      const isOut = this.#payout === 'signed' || this.#payout === 'posted';
      if (this.#payout === 'held') this.#payout = 'none';
      if (!this.#apply({ type: 'reversed', isOut })) throw new Error('A reorganization is always taken.');
    }
    this.#isCredited = false;
    this.#books.move('LTC', 'LTC', -this.#minor);
    this.#books.post([between('suspense', 'custody:LTC', this.#minor)]);
  }

  /** @returns whether the event was taken */
  #apply(event: ClaimEvent): boolean {
    if (this.facts === null) return false;
    try {
      const { state, effects } = nextClaim(this.facts, event);
      this.facts = { ...this.facts, ...state };
      for (const { type } of effects) this.#carryOut(type);
      return true;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return false;
    }
  }

  #carryOut(type: string): void {
    const way = WAYS[type];
    if (way === undefined || this.facts === null) return;
    const [from, to] = way.map((place) => (place === 'claim' ? this.#account : place));
    this.#books.post([between(from ?? '', to ?? '', this.#minor)]);
    this.#books.seen.add(`claim:${type}`);
    if (type === 'take') this.#isTaken = true;
    if (type === 'put_back') this.#isTaken = false;
    if (type === 'cover_loss') this.facts = { ...this.facts, lossMinor: this.#minor };
    if (type === 'uncover_loss') this.facts = { ...this.facts, lossMinor: 0n };
    if (type === 'fill_loss') {
      this.facts = { ...this.facts, lossMinor: 0n };
      this.#isTaken = false;
    }
  }
}

const WAYS: Readonly<
  Record<string, readonly ['suspense' | 'claim' | 'reorg_loss', 'suspense' | 'claim' | 'reorg_loss']>
> = {
  take: ['suspense', 'claim'],
  put_back: ['claim', 'suspense'],
  cover_loss: ['reorg_loss', 'suspense'],
  uncover_loss: ['suspense', 'reorg_loss'],
  fill_loss: ['claim', 'reorg_loss'],
};
