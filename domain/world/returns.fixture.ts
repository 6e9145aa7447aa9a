import type { BankPaymentChange } from '../bank/payment-table.ts';
import { type Bank, CUSTODY, type Entry, type PaymentOwner } from './bank.fixture.ts';
import { type Books, backwards, between, oneOf } from './books.fixture.ts';

/** Staff send back euro that belong to nobody. */
export class Returns {
  readonly #books: Books;
  readonly #bank: Bank;

  constructor(books: Books, bank: Bank) {
    this.#books = books;
    this.#bank = bank;
  }

  create(at: number): void {
    const entry = oneOf(
      this.#bank.entries.filter(({ bookedAs, direction }) => bookedAs === 'suspense' && direction === 'credit'),
      at,
    );
    if (entry === undefined) return;
    entry.bookedAs = 'claimed';
    this.#bank.request(new Return(this.#books, entry), entry.amountMinor);
  }
}

class Return implements PaymentOwner {
  readonly isOwn = true;
  readonly #books: Books;
  readonly #entry: Entry;

  constructor(books: Books, entry: Entry) {
    this.#books = books;
    this.#entry = entry;
  }

  hear(change: BankPaymentChange): void {
    const out = [between('suspense:bank', CUSTODY, this.#entry.amountMinor, 'EUR')];
    if (change === 'booked') this.#books.post(out);
    if (change === 'returned') this.#books.post(backwards(out));
    if (change === 'booked' || change === 'returned') this.#entry.isSuspended = change === 'returned';
    if (change === 'rejected' || change === 'returned') this.#entry.bookedAs = 'suspense';
    this.#books.seen.add(`return:${change}`);
  }
}
