import { maxOf } from '../money/money.ts';
import { earnedMinor, keptMinorOf, moveOf, reversedMicroOf, shareMicroOf } from '../partners/earnings.ts';
import { MIN_SETTLED_MINOR } from '../partners/settlement.ts';
import { type PartnerTerms, SHARED_FEES } from '../partners/terms.ts';
import { CUSTODY } from './bank.fixture.ts';
import { type Books, between, type FeeEntry, some } from './books.fixture.ts';

/** The events of the partner who brought the merchant. */
export const PARTNER_DOES = ['share', 'share', 'settle', 'pay_out', 'hold', 'count'] as const;
export type PartnerDoes = (typeof PARTNER_DOES)[number];

/** A small cap, so that histories reach it. */
const TERMS: PartnerTerms = { shareBps: 2_000, capMinor: 40_000n };
/** Fees are small in this world: each cent and each litoshi of them counts as 7/9 euro, so that shares are rounded. */
const UNIT = { decimals: 0, perUnit: { num: 7n, den: 9n } } as const;

interface Shared {
  feeMinor: bigint;
  shareMicro: bigint;
}

/** Shares, cap, clawbacks, settlements and payouts, by the rules of `domain/partners`. */
export class Partners {
  readonly #books: Books;
  /** By account of fees, how many of its entries were read. */
  readonly #read = new Map<string, number>();
  readonly #shared = new Map<string, Shared>();
  #merchantMicro = 0n;
  #isCounted = true;
  #accruedMicro = 0n;
  #earned = 0n;
  #settled = 0n;
  #paidOut = 0n;

  constructor(books: Books) {
    this.#books = books;
  }

  does(what: PartnerDoes, at: number): void {
    switch (what) {
      case 'share':
        // Account by account, so fees of different kinds are read in another order than they were booked.
        this.#share(SHARED_FEES[at % SHARED_FEES.length] ?? 'fees:service', at % 2 === 0 ? 'EUR' : 'LTC');
        return;
      case 'hold':
      case 'count':
        this.#count(what === 'count');
        return;
      case 'settle':
        this.#settle();
        return;
      case 'pay_out':
        this.#payOut();
        return;
      default:
        what satisfies never;
    }
  }

  /** @throws Error if the partner has more, or the gateway less, than the rules say */
  check(): void {
    const { earnings, debt, available } = this.#balances();
    const claims = [
      earnings >= 0n && debt >= 0n && available >= 0n && (earnings === 0n || debt === 0n),
      this.#earned === earnedMinor(this.#accruedMicro, TERMS) && this.#earned <= TERMS.capMinor,
      // Settled, payable and owed are together what was earned.
      this.#settled + earnings - debt === this.#earned,
      available + this.#paidOut === this.#settled,
      -this.#books.balance('partner_cost', 'EUR') === this.#earned,
      [...this.#shared.values()].every((each) => each.shareMicro >= 0n && each.shareMicro <= mostOf(each)),
    ];
    const broken = claims.findIndex((isTrue) => !isTrue);
    if (broken >= 0) throw new Error(`Rule ${broken} of partners is broken: ${earnings}, ${debt}, ${this.#earned}.`);
  }

  /** Everything is read and counts: the partner has the share of the fees that stayed, less what rounding leaves. */
  finish(): void {
    for (const fee of SHARED_FEES) for (const asset of ['EUR', 'LTC'] as const) while (this.#share(fee, asset));
    this.#count(true);
    this.check();
    const all = [...this.#shared.values()];
    const shares = all.reduce((sum, { shareMicro }) => sum + shareMicro, 0n);
    const least = all.reduce((sum, each) => sum + mostOf(each), 0n) - BigInt(this.#books.fees.length);
    if (this.#accruedMicro !== shares || shares < least) throw new Error(`Shares are ${shares}, not ${least}.`);
  }

  /** @returns false if there is nothing new */
  #share(fee: string, asset: 'EUR' | 'LTC'): boolean {
    const account = `${fee} ${asset}`;
    const at = this.#read.get(account) ?? 0;
    const entry = this.#books.fees.filter((each) => each.kind === fee && each.asset === asset)[at];
    if (entry === undefined) return false;
    this.#read.set(account, at + 1);
    const micro = this.#microOf(entry);
    this.#merchantMicro += micro;
    if (this.#isCounted) this.#book(micro);
    return true;
  }

  #microOf({ kind, asset, minor, cause }: FeeEntry): bigint {
    const key = `${kind} ${asset} ${cause}`;
    const shared = this.#shared.get(key) ?? { feeMinor: 0n, shareMicro: 0n };
    const micro =
      minor < 0n
        ? -reversedMicroOf(-minor, shared)
        : shareMicroOf({ minor: keptMinorOf(minor, shared), ...UNIT }, TERMS);
    this.#shared.set(key, { feeMinor: shared.feeMinor + minor, shareMicro: shared.shareMicro + micro });
    return micro;
  }

  /** The shares of the merchant begin or cease to count. */
  #count(isCounted: boolean): void {
    if (isCounted === this.#isCounted) return;
    this.#isCounted = isCounted;
    this.#book(isCounted ? this.#merchantMicro : -this.#merchantMicro);
  }

  #book(micro: bigint): void {
    this.#accruedMicro += micro;
    const earned = earnedMinor(this.#accruedMicro, TERMS);
    const { earnings, debt } = this.#balances();
    const move = moveOf(earned - this.#earned, { earningsMinor: earnings, debtMinor: debt });
    this.#earned = earned;
    if (earned === TERMS.capMinor) this.#books.seen.add('partner:cap');
    for (const [part, minor] of Object.entries(move)) if (minor > 0n) this.#books.seen.add(`partner:${part}`);
    this.#books.post(
      some([
        between('partner_cost', 'partner_debt', move.repayMinor, 'EUR'),
        between('partner_cost', 'partner_earnings', move.earnMinor, 'EUR'),
        between('partner_earnings', 'partner_cost', move.takeMinor, 'EUR'),
        between('partner_debt', 'partner_cost', move.oweMinor, 'EUR'),
      ]),
    );
  }

  #settle(): void {
    const { earnings } = this.#balances();
    if (earnings < MIN_SETTLED_MINOR) return;
    this.#settled += earnings;
    this.#books.seen.add('partner:settle');
    this.#books.post([between('partner_earnings', 'partner_available', earnings, 'EUR')]);
  }

  /** An ordinary withdrawal, which no return of a fee can take back. */
  #payOut(): void {
    const { available } = this.#balances();
    if (available === 0n) return;
    this.#paidOut += available;
    this.#books.seen.add('partner:pay_out');
    this.#books.post([between('partner_available', CUSTODY, available, 'EUR')]);
    this.#books.move('bank:main', 'EUR', -available);
  }

  #balances() {
    return {
      earnings: this.#books.balance('partner_earnings', 'EUR'),
      debt: -this.#books.balance('partner_debt', 'EUR'),
      available: this.#books.balance('partner_available', 'EUR'),
    };
  }
}

/** The exact share of the fee that stayed, rounded down to millionths of a euro. */
function mostOf({ feeMinor }: Pick<Shared, 'feeMinor'>): bigint {
  const { num, den } = UNIT.perUnit;
  return (maxOf(0n, feeMinor) * num * BigInt(TERMS.shareBps) * 100n) / den;
}
