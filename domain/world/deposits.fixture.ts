import { type Reversible, reversalsOf } from '../conversion/reversal.ts';
import { isDomainError } from '../errors.ts';
import { minOf } from '../money/money.ts';
import { type DepositEffect, nextDeposit } from '../state/deposit.ts';
import type { DepositEvent, DepositFacts, DepositPayment } from '../state/deposit-facts.ts';
import type { Bank, Entry } from './bank.fixture.ts';
import { type Books, backwards, between, oneOf, type Posting, some } from './books.fixture.ts';

export const DEPOSIT_DOES = [
  'confirmed',
  'confirmed',
  'confirmed',
  'settle',
  'settle',
  'settle',
  'clear',
  'seen',
  'mined',
  'dropped',
  'hold',
  'resolve',
  'another_amount',
  'no_rates',
  'convert',
  'convert',
  'keep_coins',
] as const;
export type DepositDoes = (typeof DEPOSIT_DOES)[number];

/** The owner of the reference that a credit names, and how their money is converted. */
export const CUSTOMERS = [{ percent: 0 }, { percent: 40 }, { percent: 100 }] as const;
export type Customer = (typeof CUSTOMERS)[number];

/** Cents of a coin. */
export const PRICE = 90n;

/** Deposits of coins, which a reorganization may take back, and of euro. */
export class Deposits {
  readonly #all: Deposit[] = [];
  readonly #books: Books;
  readonly #bank: Bank;

  constructor(books: Books, bank: Bank) {
    this.#books = books;
    this.#bank = bank;
    bank.onCredit((entry) => this.#take(entry));
    bank.onStatement(() => {
      if (!bank.isStopped) for (const each of this.#all) each.stated();
    });
  }

  /** Coins come to an address. */
  create(customer: Customer, minor: bigint): void {
    const deposit = this.#open('LTC', customer);
    deposit.pay(minor, null);
  }

  does(does: DepositDoes, at: number): void {
    // Waiting conversions are tried again once rates are back.
    if (does === 'no_rates' || does === 'convert') this.#books.hasRates = does === 'convert';
    if (does === 'no_rates') return;
    const deposit = oneOf(this.#all, at);
    // While the bank and the books differ, nothing in euro is settled.
    const isInDoubt = deposit?.facts.gateId === 'EUR' && this.#bank.isStopped;
    if (does !== 'settle' || !isInDoubt) deposit?.does(does);
  }

  #take(entry: Entry): void {
    const customer = CUSTOMERS.find((each) => each === entry.names);
    if (customer === undefined) return;
    entry.bookedAs = 'claimed';
    const gathering = this.#all.find((each) => each.customer === customer && each.isGathering());
    (gathering ?? this.#open('EUR', customer)).pay(entry.amountMinor, entry);
  }

  #open(gateId: 'EUR' | 'LTC', customer: Customer): Deposit {
    const deposit = new Deposit(this.#books, { id: this.#all.length, gateId, customer });
    this.#all.push(deposit);
    return deposit;
  }
}

class Deposit {
  facts: DepositFacts;
  readonly customer: Customer;
  readonly #books: Books;
  readonly #account: string;
  readonly #to: 'EUR' | 'LTC';
  readonly #entries = new Map<string, Entry>();
  /** Amounts that wait to be converted, in parts; the newest last. Its coins are held. */
  #waiting: bigint[] = [];
  /** The newest first. */
  #conversions: (Reversible & { reversedFromMinor: bigint; reversedToMinor: bigint; reversedFeeMinor: bigint })[] = [];

  constructor(
    books: Books,
    { id, gateId, customer }: { readonly id: number; readonly gateId: 'EUR' | 'LTC'; readonly customer: Customer },
  ) {
    this.#books = books;
    this.customer = customer;
    this.#account = `deposit:${id}`;
    this.#to = gateId === 'EUR' ? 'LTC' : 'EUR';
    const { percent } = customer;
    this.facts = {
      id: `${id}`,
      version: 0,
      status: 'created',
      reason: null,
      needsOperator: false,
      announced: false,
      complianceHold: false,
      gateId,
      feeBps: 50,
      minimumMinor: 30_000n,
      finalityFromMinor: null,
      autoconversion: percent === 0 ? { type: 'none' } : { type: 'partial', gate_id: this.#to, percent },
      amountMinor: 0n,
      settledMinor: 0n,
      convertedMinor: 0n,
      convertingMinor: 0n,
      payments: [],
    };
  }

  isGathering(): boolean {
    const { gateId, settledMinor, status, amountMinor, minimumMinor } = this.facts;
    return gateId === 'EUR' && settledMinor === 0n && status !== 'error' && amountMinor < minimumMinor;
  }

  pay(amountMinor: bigint, entry: Entry | null): void {
    const id = `${this.facts.payments.length}`;
    const payment: DepositPayment = {
      id,
      key: id,
      amountMinor,
      finalized: true,
      credited: false,
      creditedMinor: 0n,
      creditCount: 0,
      ...(entry === null ? { network: 'LTC', status: 'seen' } : { network: 'SEPA', status: 'mined' }),
    };
    if (entry !== null) this.#entries.set(id, entry);
    this.#look([...this.facts.payments, payment]);
  }

  /** Entries of a statement that is booked are certain. */
  stated(): void {
    if (this.facts.gateId !== 'EUR') return;
    this.#look(
      this.facts.payments.map((payment) =>
        this.#entries.get(payment.id)?.isStated === true ? { ...payment, status: 'confirmed' } : payment,
      ),
    );
  }

  does(does: Exclude<DepositDoes, 'no_rates'>): void {
    if (does === 'settle') this.#apply({ type: 'settle', converts: true });
    else if (does === 'hold' || does === 'clear' || does === 'keep_coins' || does === 'convert')
      this.#apply({ type: does });
    else if (does === 'resolve') this.#apply({ type: 'resolve', by: 'staff', note: '' });
    else if (this.facts.gateId === 'LTC') {
      const next = (payment: DepositPayment): DepositPayment =>
        does === 'another_amount'
          ? { ...payment, amountMinor: payment.amountMinor + 7n }
          : { ...payment, status: does };
      this.#look(this.facts.payments.map(next));
    }
  }

  /** The amount of its payments on the chain or at the bank now; on a chain, the world holds this amount. */
  #look(payments: readonly DepositPayment[]): void {
    const { gateId } = this.facts;
    if (gateId === 'LTC') this.#books.move('LTC', 'LTC', confirmed(payments) - confirmed(this.facts.payments));
    this.facts = { ...this.facts, payments };
    if (!this.#apply({ type: 'payments_changed' })) throw new Error('News of payments are always taken.');
  }

  /** @returns whether the event was taken */
  #apply(event: DepositEvent): boolean {
    try {
      const { state, effects } = nextDeposit(this.facts, event);
      for (const effect of effects) this.#carryOut(effect);
      const convertingMinor = sumOf(this.#waiting);
      const made = this.#conversions.map((each) => each.amountFromMinor - each.reversedFromMinor);
      const payments = this.facts.payments.map((payment) => creditedBy(payment, effects));
      const convertedMinor = sumOf(made) + convertingMinor;
      this.facts = { ...this.facts, ...state, payments, convertedMinor, convertingMinor };
      return true;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return false;
    }
  }

  #carryOut(effect: DepositEffect): void {
    const { gateId } = this.facts;
    this.#books.seen.add(`deposit:${effect.type}`);
    switch (effect.type) {
      case 'credit':
      case 'reverse': {
        const from = gateId === 'EUR' ? 'suspense:bank' : 'custody:LTC';
        const credit = [between(from, this.#account, effect.minor, gateId)];
        this.#books.post(effect.type === 'credit' ? credit : backwards(credit));
        const entry = this.#entries.get(effect.paymentId);
        if (entry !== undefined) entry.isSuspended = effect.type === 'reverse';
        return;
      }
      case 'settle':
        this.#books.post(
          some([
            between(this.#account, 'merchants', effect.netMinor, gateId),
            between(this.#account, 'fees:service', effect.serviceFeeMinor, gateId),
          ]),
          this.#account,
        );
        return;
      case 'unsettle':
        this.#postBack([
          ...this.#books.takeBack({ asset: gateId, kind: this.#account }, effect.netMinor, this.#account),
          ...some([between('fees:service', this.#account, effect.serviceFeeMinor, gateId)]),
        ]);
        return;
      case 'convert':
        // A debt was paid first.
        this.#convertOrWait(minOf(effect.minor, this.#books.available(gateId)));
        return;
      case 'make_conversions':
        for (const minor of this.#release()) this.#convert(minor);
        return;
      case 'keep_coins':
        this.#release();
        return;
      case 'unconvert': {
        const restMinor = effect.minor - this.#takeBackWaiting(effect.minor);
        for (const { id, ...taken } of reversalsOf(this.#conversions, restMinor)) this.#takeBack(id, taken);
        return;
      }
      default:
    }
  }

  #postBack(postings: readonly Posting[]): void {
    this.#books.post(postings, this.#account);
  }

  #convertOrWait(minor: bigint): void {
    const { hasRates, seen } = this.#books;
    if (hasRates || minor === 0n) {
      this.#convert(minor);
      return;
    }
    if (!this.#books.hold(this.facts.gateId, minor)) throw new Error('A debt was paid before anything converts.');
    this.#waiting.push(minor);
    seen.add('deposit:waits');
  }

  /** The coins are the merchant's again. @returns what waited */
  #release(): readonly bigint[] {
    const waited = this.#waiting;
    this.#waiting = [];
    for (const minor of waited) this.#books.release(this.facts.gateId, minor);
    return waited;
  }

  /** A waiting amount was settled last: it is taken before any converted amount. @returns how much */
  #takeBackWaiting(minor: bigint): bigint {
    let restMinor = minor;
    while (restMinor > 0n) {
      const newest = this.#waiting.pop();
      if (newest === undefined) break;
      const taken = minOf(newest, restMinor);
      this.#books.release(this.facts.gateId, taken);
      this.#books.seen.add('deposit:waiting_taken');
      if (newest > taken) this.#waiting.push(newest - taken);
      restMinor -= taken;
    }
    return minor - restMinor;
  }

  #convert(minor: bigint): void {
    const { gateId } = this.facts;
    const price = priceOf(gateId as 'EUR' | 'LTC', minor);
    if (price.amountToMinor <= 0n) return;
    // Only what it is converted into is given: the rest only changes its form.
    this.#books.post(conversionPostings(gateId, this.#to, price), this.#account);
    const none = { reversedFromMinor: 0n, reversedToMinor: 0n, reversedFeeMinor: 0n };
    this.#conversions.unshift({ id: `${this.#conversions.length}`, ...price, ...none });
  }

  #takeBack(id: string, { fromMinor, toMinor, feeMinor }: Taken): void {
    const { gateId } = this.facts;
    this.#postBack([
      ...this.#books.takeBack({ asset: this.#to, kind: 'position' }, toMinor, this.#account),
      ...some([between('fees:conversion', 'position', feeMinor, this.#to)]),
    ]);
    this.#books.post([between('position', 'merchants', fromMinor, gateId)]);
    this.#conversions = this.#conversions.map((each) => {
      if (each.id !== id) return each;
      return {
        ...each,
        reversedFromMinor: each.reversedFromMinor + fromMinor,
        reversedToMinor: each.reversedToMinor + toMinor,
        reversedFeeMinor: each.reversedFeeMinor + feeMinor,
      };
    });
  }
}

interface Taken {
  readonly fromMinor: bigint;
  readonly toMinor: bigint;
  readonly feeMinor: bigint;
}

interface Price {
  readonly amountFromMinor: bigint;
  readonly amountToMinor: bigint;
  readonly feeMinor: bigint;
}

/** The result of converting an amount; a fee of one percent. */
export function priceOf(from: 'EUR' | 'LTC', minor: bigint): Price {
  const grossMinor = from === 'EUR' ? minor / PRICE : minor * PRICE;
  const feeMinor = grossMinor / 100n;
  return { amountFromMinor: minor, amountToMinor: grossMinor - feeMinor, feeMinor };
}

export function conversionPostings(from: string, to: string, price: Price): Posting[] {
  return some([
    between('merchants', 'position', price.amountFromMinor, from),
    between('position', 'merchants', price.amountToMinor, to),
    between('position', 'fees:conversion', price.feeMinor, to),
  ]);
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, minor) => sum + minor, 0n);
}

function confirmed(payments: readonly DepositPayment[]): bigint {
  return payments.reduce((sum, { status, amountMinor }) => (status === 'confirmed' ? sum + amountMinor : sum), 0n);
}

function creditedBy(payment: DepositPayment, effects: readonly DepositEffect[]): DepositPayment {
  const own = effects.filter((effect) => 'paymentId' in effect && effect.paymentId === payment.id);
  const credit = own.find(({ type }) => type === 'credit');
  if (credit?.type === 'credit')
    return { ...payment, credited: true, creditedMinor: credit.minor, creditCount: credit.n };
  return own.length === 0 ? payment : { ...payment, credited: false, creditedMinor: 0n };
}
