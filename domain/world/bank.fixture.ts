import { judgeEntry } from '../bank/judge-entry.ts';
import type { BankPaymentStatus } from '../bank/payment-table.ts';
import {
  type BankPaymentChange,
  type BankPaymentEventType,
  bankPaymentTable,
  isCarriedOutAfter,
  isDisputedAfter,
} from '../bank/payment-table.ts';
import { findRule, statusAfter } from '../process/table.ts';
import { type Books, backwards, between, oneOf, type Posting } from './books.fixture.ts';

/** The requester of a payment: it keeps the books of it, as the bank's news say. */
export interface PaymentOwner {
  /** No merchant has requested it. */
  readonly isOwn: boolean;
  hear(change: BankPaymentChange): void;
  /** The bank takes it back from the payee; nobody here has heard of it. */
  leavePayee?(): void;
}

export interface Payment {
  readonly owner: PaymentOwner;
  readonly amountMinor: bigint;
  status: BankPaymentStatus;
  files: number;
  isCarriedOut: boolean;
  isDisputed: boolean;
  /** The bank's outcome, whatever we know. */
  atBank: 'nothing' | 'filed' | 'held' | 'accepted' | 'ended' | 'debited' | 'returned';
  /** The effect on the account according to booked entries. */
  readMinor: bigint;
}

/** A movement on the account. */
export interface Entry {
  readonly direction: 'credit' | 'debit';
  readonly amountMinor: bigint;
  readonly code: string;
  readonly payment: Payment | null;
  readonly returnCode: string | null;
  /** The owner of the reference that it names. */
  readonly names: object | null;
  isRead: boolean;
  isStated: boolean;
  bookedAs: 'payment' | 'return' | 'fee' | 'suspense' | 'claimed' | null;
  /** Its money is in suspense. */
  isSuspended: boolean;
}

export const BANK_DOES = [
  'collect',
  'accept',
  'debit',
  'debit',
  'debit',
  'message',
  'entry',
  'entry',
  'statement',
  'statement',
  'reject',
  'ask',
  'return',
  'return_less_charge',
  'recall_yes',
  'recall_no',
  'message_again',
  'fee',
] as const;
/** Mistakes of a bank, and the reaction of staff. */
export const BANK_TROUBLE = ['debit_again', 'go_on', 'cost', 'resolve_difference', 'confirm_rejection'] as const;
export type BankDoes = (typeof BANK_DOES)[number] | (typeof BANK_TROUBLE)[number];

const CHARGE = 300n;

/** The account at the bank, and our books of it: the bank moves first, and we learn of it in any order, at any time. */
export class Bank {
  readonly payments: Payment[] = [];
  readonly entries: Entry[] = [];
  /** Payments leave only while nothing differs. */
  isStopped = false;
  /** A person's decision against the bank's later answer: the books have it, the bank does not. */
  decidedMinor: () => bigint = () => 0n;
  readonly #books: Books;
  readonly #messages: Message[] = [];
  readonly #takers: ((entry: Entry) => void)[] = [];
  readonly #statedHearers: (() => void)[] = [];

  constructor(books: Books) {
    this.#books = books;
  }

  /** Is asked in this order about credits in suspense. */
  onCredit(take: (entry: Entry) => void): void {
    this.#takers.push(take);
  }

  onStatement(hear: () => void): void {
    this.#statedHearers.push(hear);
  }

  request(owner: PaymentOwner, amountMinor: bigint): Payment {
    const fresh = { status: 'waiting', files: 0, isCarriedOut: false, isDisputed: false, readMinor: 0n } as const;
    const payment: Payment = { owner, amountMinor, ...fresh, atBank: 'nothing' };
    this.payments.push(payment);
    return payment;
  }

  /** Applies the rules of a payment. @returns false if they refuse */
  apply(payment: Payment, event: BankPaymentEventType): boolean {
    const rule = findRule(bankPaymentTable, { status: payment.status, event, position: payment });
    if (rule === null || rule.to === 'refused' || rule.to === 'before') return false;
    if (event === 'put_in_file') payment.files += 1;
    const status = statusAfter(rule.to, payment.status);
    payment.isCarriedOut = isCarriedOutAfter(payment, event, status);
    payment.isDisputed = isDisputedAfter(payment, event, { status, marks: rule.marks ?? [] });
    if (rule.to === 'same') return true;
    payment.status = rule.to;
    for (const mark of rule.marks ?? []) payment.owner.hear(mark);
    return true;
  }

  /** Money from elsewhere comes to the account. */
  credit(amountMinor: bigint, names: object | null): void {
    this.#enter({ direction: 'credit', amountMinor, code: 'PMNT/RCDT/ESCT', payment: null, returnCode: null, names });
  }

  does(does: BankDoes, at: number): void {
    const payment = oneOf(this.payments, at);
    switch (does) {
      case 'collect':
        if (!this.isStopped) for (const each of this.payments) this.#collect(each);
        return;
      case 'message':
      case 'message_again':
        this.#readMessage(at, does === 'message_again');
        return;
      case 'entry': {
        const entry = oneOf(
          this.entries.filter(({ isRead }) => !isRead),
          at,
        );
        // It is notified: that moves nothing.
        if (entry !== undefined) entry.isRead = true;
        return;
      }
      case 'statement':
        this.#state();
        return;
      case 'fee':
        this.#enter({ ...UNNAMED, direction: 'debit', amountMinor: CHARGE, code: 'PMNT/MDOP/CHRG' });
        return;
      case 'cost':
        this.#bookAsCost(at);
        return;
      case 'resolve_difference':
        this.isStopped = false;
        return;
      default:
        if (payment !== undefined) this.#decide(payment, does);
    }
  }

  /** The books' balance of the account less the bank's, as far as each part is known to differ. */
  expectedDifference(): bigint {
    const missing = this.entries.filter(({ bookedAs }) => bookedAs === null);
    const missingMinor = missing.reduce((sum, entry) => sum + signed(entry), 0n);
    return this.decidedMinor() - missingMinor;
  }

  suspendedMinor(): bigint {
    const suspended = this.entries.filter(({ isSuspended, direction }) => isSuspended && direction === 'credit');
    return suspended.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  }

  /** Brings everything that is under way at the bank to its end. */
  finish(): void {
    for (let round = 0; round < 6; round += 1) {
      this.isStopped = false;
      for (const payment of this.payments) {
        this.#collect(payment);
        this.#decide(payment, 'accept');
        if (payment.status === 'name_question') this.apply(payment, 'pay_anyway');
        if (payment.status === 'recalling') this.#decide(payment, 'recall_yes');
        this.#decide(payment, 'debit');
        this.#decide(payment, 'confirm_rejection');
      }
      while (this.#messages.length > 0) this.#readMessage(0, false);
      this.#state();
    }
  }

  #collect(payment: Payment): void {
    if (payment.status !== 'waiting' || this.#isDebited(payment) || !this.apply(payment, 'put_in_file')) return;
    payment.atBank = 'filed';
  }

  /** Its debit is notified, or in suspense. */
  #isDebited(payment: Payment): boolean {
    return this.entries.some(
      ({ payment: about, direction, isRead, bookedAs }) =>
        about === payment && direction === 'debit' && isRead && (bookedAs === null || bookedAs === 'suspense'),
    );
  }

  #decide(payment: Payment, does: BankDoes): void {
    const { atBank, status, amountMinor } = payment;
    const isOpen = atBank === 'filed' || atBank === 'accepted';
    const say = (type: Message['type'], next: Payment['atBank']) => {
      payment.atBank = next;
      this.#messages.push({ payment, type, file: payment.files });
    };
    if (does === 'accept' && atBank === 'filed') say('accept', 'accepted');
    // Staff have asked the bank, which may be wrong and debit it later: of its own payments only.
    const isOwn = payment.owner.isOwn && !this.#isDebited(payment);
    if (does === 'confirm_rejection' && isOwn && this.apply(payment, does)) this.#books.seen.add('payment:confirmed');
    if (does === 'reject' && isOpen) say('reject', 'ended');
    if (does === 'ask' && atBank === 'filed') say('question_name', 'held');
    if (does === 'go_on' && (isOpen || atBank === 'held')) say('carry_out', 'accepted');
    if (does === 'recall_yes' && status === 'recalling' && (isOpen || atBank === 'held')) say('reject', 'ended');
    if (does === 'recall_no' && status === 'recalling' && atBank !== 'ended')
      say('refuse_recall', isOpen || atBank === 'held' ? 'accepted' : atBank);
    if ((does === 'debit' && isOpen) || (does === 'debit_again' && atBank === 'debited')) {
      payment.atBank = 'debited';
      this.#enter({ ...UNNAMED, direction: 'debit', amountMinor, code: 'PMNT/ICDT/ESCT', payment });
    }
    if ((does === 'return' || does === 'return_less_charge') && atBank === 'debited') {
      const kept = does === 'return' ? 0n : CHARGE;
      payment.atBank = 'returned';
      payment.owner.leavePayee?.();
      const back = { amountMinor: amountMinor - kept, code: 'PMNT/ICDT/RRTN', returnCode: 'AC04' };
      this.#enter({ ...UNNAMED, ...back, direction: 'credit', payment });
    }
  }

  #enter(entry: Omit<Entry, 'isRead' | 'isStated' | 'bookedAs' | 'isSuspended'>): void {
    this.entries.push({ ...entry, isRead: false, isStated: false, bookedAs: null, isSuspended: false });
    this.#books.move('bank:main', 'EUR', signed(entry));
  }

  /** A message that is read twice, or after later ones, changes nothing that it should not. */
  #readMessage(at: number, keeps: boolean): void {
    const message = oneOf(this.#messages, at);
    if (message === undefined) return;
    if (!keeps) this.#messages.splice(this.#messages.indexOf(message), 1);
    const { payment, type, file } = message;
    if (type === 'refuse_recall' || file === payment.files) this.apply(payment, type);
  }

  #read(entries: readonly Entry[]): void {
    for (const entry of entries) {
      entry.isRead = true;
      this.#book(entry);
    }
    // Those that came before what they are about.
    for (const entry of this.entries) if (entry.bookedAs === 'suspense' && entry.payment !== null) this.#book(entry);
  }

  #state(): void {
    this.#read(this.entries.filter(({ isStated }) => !isStated));
    for (const entry of this.entries) entry.isStated = true;
    if (this.expectedDifference() !== 0n) this.isStopped = true;
    for (const hear of this.#statedHearers) hear();
  }

  #book(entry: Entry): void {
    const isLate = entry.bookedAs === 'suspense';
    if (entry.bookedAs !== null && !isLate) return;
    const { payment, amountMinor } = entry;
    let verdict = judgeEntry({ ...entry, isReversal: false }, payment ?? undefined);
    if (verdict === 'reversal') throw new Error('Nothing is taken back here.');
    if (verdict === 'payment' || verdict === 'return') {
      if (payment === null || !this.apply(payment, verdict === 'payment' ? 'book' : 'return')) verdict = 'suspense';
    }
    if (isLate && verdict === 'suspense') return;
    if (isLate) {
      this.#books.post(entry.direction === 'credit' ? backwards(inSuspense(entry)) : inSuspense(entry));
      entry.isSuspended = false;
    }
    if (payment !== null && (verdict === 'payment' || verdict === 'return')) {
      payment.readMinor += verdict === 'payment' ? -amountMinor : payment.amountMinor;
      const keptMinor = verdict === 'return' ? payment.amountMinor - amountMinor : 0n;
      if (keptMinor > 0n) this.#books.post([between('fees:bank', CUSTODY, keptMinor, 'EUR')]);
    }
    entry.bookedAs = verdict;
    this.#books.seen.add(`entry:${verdict}`);
    if (verdict === 'fee') this.#books.post([between('fees:bank', CUSTODY, amountMinor, 'EUR')]);
    if (verdict !== 'suspense') return;
    this.#books.post(entry.direction === 'credit' ? inSuspense(entry) : backwards(inSuspense(entry)));
    entry.isSuspended = true;
    if (entry.direction === 'debit') return;
    for (const take of this.#takers) if (entry.bookedAs === 'suspense') take(entry);
  }

  /** Staff book a debit that is in no books as a cost. */
  #bookAsCost(at: number): void {
    const unknown = this.entries.filter(({ bookedAs, direction }) => bookedAs === 'suspense' && direction === 'debit');
    const entry = oneOf(unknown, at);
    if (entry === undefined) return;
    this.#books.post([between('fees:bank', 'suspense:bank_debit', entry.amountMinor, 'EUR')]);
    entry.isSuspended = false;
    entry.bookedAs = 'fee';
    this.#books.seen.add('entry:cost');
  }
}

interface Message {
  readonly payment: Payment;
  readonly type: 'accept' | 'carry_out' | 'reject' | 'question_name' | 'refuse_recall';
  /** How many files the payment had been in. */
  readonly file: number;
}

export const CUSTODY = 'custody:bank:main';

const UNNAMED = { payment: null, returnCode: null, names: null } as const;

function inSuspense({ amountMinor, direction }: Entry): Posting[] {
  return [between(CUSTODY, direction === 'credit' ? 'suspense:bank' : 'suspense:bank_debit', amountMinor, 'EUR')];
}

function signed({ direction, amountMinor }: Pick<Entry, 'direction' | 'amountMinor'>): bigint {
  return direction === 'credit' ? amountMinor : -amountMinor;
}
