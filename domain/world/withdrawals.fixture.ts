import type { BankPaymentChange } from '../bank/payment-table.ts';
import { isDomainError } from '../errors.ts';
import { withdrawalFacts } from '../state/outflow-facts.fixture.ts';
import { nextWithdrawal } from '../state/withdrawal.ts';
import type { WithdrawalEvent } from '../state/withdrawal-event.ts';
import { type Bank, CUSTODY, type Payment, type PaymentOwner } from './bank.fixture.ts';
import { type Books, backwards, between, oneOf, type Posting, some } from './books.fixture.ts';

export const PERSON_DOES = [
  'forward',
  'forward',
  'forward',
  'forward',
  'pay_anyway',
  'decline_name',
  'cancel',
  'overdue',
  'resolve_paid',
  'resolve_unpaid',
] as const;
export type PersonDoes = (typeof PERSON_DOES)[number];

const BY = { kind: 'user', id: 'u' } as const;

const BEGIN = withdrawalFacts(0, { status: 'new', statusReason: 'awaiting_approval' });

/** Withdrawals of the merchant to their bank account. */
export class Withdrawals {
  readonly #all: Withdrawal[] = [];
  readonly #books: Books;
  readonly #bank: Bank;

  constructor(books: Books, bank: Bank) {
    this.#books = books;
    this.#bank = bank;
  }

  create(netMinor: bigint, feeMinor: bigint): void {
    if (!this.#books.hold('EUR', netMinor + feeMinor)) return;
    this.#all.push(new Withdrawal(this.#books, this.#bank, { id: this.#all.length, netMinor, feeMinor }));
  }

  does(does: PersonDoes, at: number): void {
    oneOf(this.#all, at)?.does(does);
  }

  /**
   * An operator's decision that differed from the bank's action. @throws Error where the two differ without an operator
   */
  decidedMinor(): bigint {
    return this.#all.reduce((sum, each) => sum + each.decidedMinor(), 0n);
  }

  openMinor(): bigint {
    return this.#all.reduce((sum, each) => sum + each.openMinor(), 0n);
  }
}

class Withdrawal implements PaymentOwner {
  readonly isOwn = false;
  #facts = BEGIN;
  #payment: Payment | null = null;
  #isResolved = false;
  /** The name of its debt, once there was one. */
  #charge: string | null = null;
  /** The effect on the account at the bank according to the books. */
  #bookedMinor = 0n;
  readonly #books: Books;
  readonly #bank: Bank;
  readonly #id: number;
  readonly #netMinor: bigint;
  readonly #feeMinor: bigint;

  constructor(
    books: Books,
    bank: Bank,
    money: { readonly id: number; readonly netMinor: bigint; readonly feeMinor: bigint },
  ) {
    this.#id = money.id;
    this.#books = books;
    this.#bank = bank;
    this.#netMinor = money.netMinor;
    this.#feeMinor = money.feeMinor;
  }

  does(does: PersonDoes): void {
    switch (does) {
      case 'forward':
        if (this.#facts.status === 'new') this.#apply({ type: 'approve', by: BY, mac: '' });
        else if (this.#facts.status === 'pending') this.#apply({ type: 'enqueue' });
        else this.#apply({ type: 'give' });
        return;
      case 'pay_anyway':
      case 'decline_name':
        // The answer and the payment's step are one transaction: a refusal takes both back.
        if (this.#payment?.status === 'name_question')
          this.#apply({ type: 'answer_name', by: BY, outcome: does === 'pay_anyway' ? 'pay' : 'cancel' });
        return;
      case 'cancel':
        this.#apply({ type: 'cancel', by: BY });
        return;
      case 'overdue':
        this.#apply({ type: 'overdue', reason: 'bank_overdue' });
        return;
      default:
        if (this.#apply({ type: does, by: BY, note: '' })) this.#isResolved = true;
    }
  }

  hear(change: BankPaymentChange): void {
    const words = '';
    if (change === 'name_question') this.#apply({ type: change, payeeName: null, words });
    else if (change === 'booked') this.#apply({ type: change, bankReference: null });
    else if (change === 'disputed') this.#apply({ type: 'overdue', reason: 'bank_overdue' });
    else if (change === 'rejected' || change === 'returned') this.#apply({ type: change, words });
    else this.#apply({ type: change });
  }

  decidedMinor(): bigint {
    const differs = this.#bookedMinor - (this.#payment?.readMinor ?? 0n);
    if (differs !== 0n && !this.#isResolved) throw new Error(`The books of a withdrawal differ by ${differs}.`);
    return differs;
  }

  openMinor(): bigint {
    return this.#facts.hold === 'open' ? this.#netMinor + this.#feeMinor : 0n;
  }

  /** @returns whether the event was taken */
  #apply(event: WithdrawalEvent): boolean {
    try {
      const { state, effects } = nextWithdrawal(this.#facts, event, 1);
      this.#facts = { ...this.#facts, ...state };
      for (const effect of effects) {
        if (effect.type === 'give_to_bank') this.#payment ??= this.#bank.request(this, this.#netMinor);
        if (effect.type === 'take_from_bank') this.#withPayment('withdraw');
        if (effect.type === 'answer_bank') this.#withPayment(effect.outcome === 'pay' ? 'pay_anyway' : 'cancel');
        if (effect.type === 'end_hold') this.#endHold(effect.outcome);
      }
      return true;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return false;
    }
  }

  #withPayment(event: 'withdraw' | 'pay_anyway' | 'cancel'): void {
    if (this.#payment === null || !this.#bank.apply(this.#payment, event))
      throw new Error(`The payment of a withdrawal refuses ${event}.`);
  }

  #endHold(outcome: 'post' | 'void' | 'return' | 'charge'): void {
    this.#books.seen.add(`withdrawal:${outcome}`);
    const { hold } = this.#facts;
    if (outcome === 'post' || outcome === 'void') {
      if (hold !== 'open') throw new Error('A hold ends once.');
      this.#books.release('EUR', this.#netMinor + this.#feeMinor);
      if (outcome === 'post') this.#post(this.#from('merchants'), -this.#netMinor);
      this.#facts = { ...this.#facts, hold: outcome === 'post' ? 'posted' : 'voided' };
      return;
    }
    // A debt that a charge left may be paid by now, so what comes back goes to the balance, and pays debts there.
    if (outcome === 'return') this.#post(backwards(this.#from('merchants')), this.#netMinor, this.#charge);
    else {
      this.#charge = `withdrawal:${this.#id}`;
      this.#books.losses.take(this.#charge, 'EUR', this.#netMinor + this.#feeMinor);
      this.#post(this.#from('receivable'), -this.#netMinor, this.#charge);
    }
    this.#facts = { ...this.#facts, hold: outcome === 'return' ? 'voided' : 'posted' };
  }

  #post(postings: readonly Posting[], bankMinor: bigint, cause: string | null = null): void {
    this.#books.post(postings, cause);
    this.#bookedMinor += bankMinor;
  }

  #from(kind: 'merchants' | 'receivable'): Posting[] {
    return some([between(kind, CUSTODY, this.#netMinor, 'EUR'), between(kind, 'fees:service', this.#feeMinor, 'EUR')]);
  }
}
