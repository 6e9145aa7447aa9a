import type { GateId } from '../assets/assets.ts';
import { maxOf, minOf } from '../money/money.ts';
import { Losses } from '../money/written-off.fixture.ts';
import { custodyAt } from '../transfers/ledger.ts';
import type { Place } from '../transfers/places.ts';

/** A posting between accounts of the gateway and of its one merchant; `minor` is above zero. */
export interface Posting {
  readonly debit: Account;
  readonly credit: Account;
  readonly minor: bigint;
}

interface Account {
  readonly asset: string;
  readonly kind: string;
}

/** A fee that was received, or returned and then below zero. */
export interface FeeEntry extends Account {
  readonly minor: bigint;
  /** The cause of the postings, else the account on the other side. */
  readonly cause: string;
}

/**
 * The real place of all money, and the ledger's view. A state that the ledger's own checks would refuse is an error.
 */
export class Books {
  /** Effects of rules that have happened. */
  readonly seen: Set<string>;
  /** The holdings of places, by account of custody. */
  readonly #world = new Map<string, bigint>();
  /** Credits less debits. */
  readonly #ledger = new Map<string, bigint>();
  readonly #held = new Map<string, bigint>();
  readonly losses = new Losses();
  /** In the order of their postings. */
  readonly fees: FeeEntry[] = [];
  /** Without rates, promised conversions wait. */
  hasRates = true;

  constructor(seen: Set<string>) {
    this.seen = seen;
  }

  /** Money comes to a place in the world, or leaves it. */
  move(place: Place, gateId: GateId, minor: bigint): void {
    const { asset, kind } = custodyAt(place, gateId);
    add(this.#world, `${kind} ${asset}`, minor);
  }

  /** @param cause whose money the merchant gets or gives back */
  post(postings: readonly Posting[], cause: string | null = null): void {
    for (const { debit, credit, minor } of postings) {
      if (debit.asset !== credit.asset || minor <= 0n) throw new Error(`${debit.kind} → ${credit.kind} is no posting.`);
      add(this.#ledger, `${debit.kind} ${debit.asset}`, -minor);
      add(this.#ledger, `${credit.kind} ${credit.asset}`, minor);
      if (SHARED.test(credit.kind)) this.fees.push({ ...credit, minor, cause: cause ?? debit.kind });
      if (SHARED.test(debit.kind)) this.fees.push({ ...debit, minor: -minor, cause: cause ?? credit.kind });
      if (debit.kind === 'receivable') this.losses.owe(debit.asset, { cause, minor });
    }
    if (cause !== null) for (const { credit, minor } of postings) this.#recover(credit, { cause, minor });
    for (const { debit, credit } of postings) {
      this.#check(debit);
      this.#check(credit);
      if (credit.kind === 'merchants') this.#collect(credit.asset, cause);
    }
  }

  /** Credits less debits. */
  balance(kind: string, asset: string): bigint {
    return this.#ledger.get(`${kind} ${asset}`) ?? 0n;
  }

  /** The amount that the merchant can spend. */
  available(asset: string): bigint {
    return maxOf(0n, this.balance('merchants', asset) - (this.#held.get(asset) ?? 0n));
  }

  /** Reserves money of the merchant. @returns false if it is not there, or a debt comes first */
  hold(asset: string, minor: bigint): boolean {
    if (this.available(asset) < minor || this.balance('receivable', asset) < 0n) return false;
    add(this.#held, asset, minor);
    return true;
  }

  release(asset: string, minor: bigint): void {
    add(this.#held, asset, -minor);
  }

  /** Takes from the merchant; what they have spent becomes a debt, and what had paid a loss is lost again. */
  takeBack(to: Account, minor: bigint, cause: string): Posting[] {
    const { asset } = to;
    const lostMinor = this.losses.take(cause, asset, minor);
    const taken = minOf(minor - lostMinor, this.available(asset));
    return some([
      { debit: { asset, kind: 'reorg_loss' }, credit: to, minor: lostMinor },
      { debit: { asset, kind: 'merchants' }, credit: to, minor: taken },
      { debit: { asset, kind: 'receivable' }, credit: to, minor: minor - lostMinor - taken },
    ]);
  }

  /** The gateway bears what the merchant owes. */
  writeOff(asset: string): void {
    const minor = -this.balance('receivable', asset);
    if (minor === 0n) return;
    this.losses.writeOff(asset);
    this.seen.add('write_off');
    this.post([between('reorg_loss', 'receivable', minor, asset)]);
  }

  /** The ledger's amounts less the world's, by account of custody; zeros are left out. */
  differences(): Map<string, bigint> {
    const found = new Map([...this.#world].map(([account, minor]) => [account, -minor]));
    for (const [account, balance] of this.#ledger) if (account.startsWith('custody:')) add(found, account, -balance);
    for (const [account, minor] of found) if (minor === 0n) found.delete(account);
    return found;
  }

  /** Merchants + fees + positions + suspense less what is held and in transit, by asset; nothing that is zero. */
  imbalances(): [string, bigint][] {
    const sums = new Map<string, bigint>();
    for (const [account, balance] of this.#ledger) {
      const [kind = '', asset = ''] = account.split(' ');
      if (!OWED.test(kind) && !HELD.test(kind)) throw new Error(`${kind} is no account.`);
      add(sums, asset, balance);
    }
    return [...sums].filter(([, minor]) => minor !== 0n);
  }

  /** The sum of accounts whose kinds begin with this, by account; nothing that is zero. */
  accounts(prefix: string): [string, bigint][] {
    return [...this.#ledger].filter(([account, minor]) => account.startsWith(prefix) && minor !== 0n);
  }

  #check({ kind, asset }: Account): void {
    const minor = this.balance(kind, asset);
    const least = kind === 'merchants' ? (this.#held.get(asset) ?? 0n) : 0n;
    if (NEVER_BELOW_ZERO.test(kind) && minor < least) throw new Error(`${kind} of ${asset} is below zero: ${minor}.`);
    if (kind === 'receivable' && minor > 0n) throw new Error(`More of the debt in ${asset} was paid than is owed.`);
  }

  /** Money of a cause pays what the gateway lost of it. */
  #recover({ kind, asset }: Account, { cause, minor }: { readonly cause: string; readonly minor: bigint }): void {
    if (kind !== 'merchants') return;
    const toLossMinor = this.losses.give(cause, asset, minor);
    if (toLossMinor === 0n) return;
    this.seen.add('recover');
    this.post([between('merchants', 'reorg_loss', toLossMinor, asset)]);
  }

  /** Incoming money pays the debt. */
  #collect(asset: string, cause: string | null): void {
    const minor = minOf(-this.balance('receivable', asset), this.available(asset));
    if (minor <= 0n) return;
    this.post([between('merchants', 'receivable', minor, asset)]);
    this.losses.owe(asset, { cause, minor: -minor });
  }
}

const OWED =
  /^(?:merchants|own|receivable|position|pnl|reorg_loss|fees:.*|suspense|suspense:bank|suspense:bank_debit|(?:deposit|claim):.*|partner_.*)$/;
const HELD = /^(?:custody|in_transit):/;
const NEVER_BELOW_ZERO =
  /^(?:merchants|own|suspense|suspense:bank|(?:deposit|claim):.*|partner_earnings|partner_available)$/;
const SHARED = /^fees:(?:service|conversion|card)$/;

export function between(debit: string, credit: string, minor: bigint, asset = 'LTC'): Posting {
  return { debit: { asset, kind: debit }, credit: { asset, kind: credit }, minor };
}

/** The postings that move something. */
export function some(postings: readonly Posting[]): Posting[] {
  return postings.filter(({ minor }) => minor > 0n);
}

export function backwards(postings: readonly Posting[]): Posting[] {
  return postings.map(({ debit, credit, minor }) => ({ debit: credit, credit: debit, minor }));
}

export function add(map: Map<string, bigint>, key: string, minor: bigint): void {
  map.set(key, (map.get(key) ?? 0n) + minor);
}

/** The one that an event is about, of those that there are. */
export function oneOf<T>(all: readonly T[], at: number): T | undefined {
  return all[at % Math.max(1, all.length)];
}
