import { always, type Condition, type StateTable } from '../process/table.ts';

/** The statuses of a euro payment on its way through the bank. */
export const BANK_PAYMENT_STATUSES = [
  'waiting',
  'in_file',
  'accepted',
  'name_question',
  'recalling',
  'withdrawn',
  'rejected',
  'booked',
  'returned',
] as const;
export type BankPaymentStatus = (typeof BANK_PAYMENT_STATUSES)[number];

export type BankPaymentEventType =
  | 'put_in_file'
  | 'withdraw'
  | 'accept'
  | 'reject'
  | 'question_name'
  | 'pay_anyway'
  | 'cancel'
  | 'recall'
  | 'refuse_recall'
  | 'book'
  | 'return';

/** The changes that the withdrawal reacts to. */
export type BankPaymentChange = 'in_file' | 'accepted' | 'rejected' | 'name_question' | 'booked' | 'returned';

export interface BankPaymentPosition {
  /** How many files it has been in. */
  readonly files: number;
}

const inNoFile: Condition<BankPaymentPosition> = {
  description: 'it has been in no file',
  isMet: ({ files }) => files === 0,
};

/**
 * Messages of a bank arrive twice and out of order, so a status that is further along ignores earlier news. A booked
 * debit decides over everything said before, except after a rejection: then the money was given back, and staff decide.
 */
export const bankPaymentTable: StateTable<
  BankPaymentStatus,
  BankPaymentEventType,
  BankPaymentPosition,
  never,
  BankPaymentChange
> = {
  waiting: {
    put_in_file: [{ when: always, to: 'in_file', marks: ['in_file'] }],
    withdraw: [{ when: inNoFile, to: 'withdrawn' }],
  },
  in_file: {
    accept: [{ when: always, to: 'accepted', marks: ['accepted'] }],
    reject: [{ when: always, to: 'rejected', marks: ['rejected'] }],
    question_name: [{ when: always, to: 'name_question', marks: ['name_question'] }],
    book: [{ when: always, to: 'booked', marks: ['booked'] }],
  },
  accepted: {
    accept: [{ when: always, to: 'same' }],
    reject: [{ when: always, to: 'rejected', marks: ['rejected'] }],
    question_name: [{ when: always, to: 'name_question', marks: ['name_question'] }],
    recall: [{ when: always, to: 'recalling' }],
    book: [{ when: always, to: 'booked', marks: ['booked'] }],
  },
  name_question: {
    accept: [{ when: always, to: 'same' }],
    question_name: [{ when: always, to: 'same' }],
    pay_anyway: [{ when: always, to: 'waiting' }],
    cancel: [{ when: always, to: 'recalling' }],
    reject: [{ when: always, to: 'rejected', marks: ['rejected'] }],
    book: [{ when: always, to: 'booked', marks: ['booked'] }],
  },
  recalling: {
    accept: [{ when: always, to: 'same' }],
    question_name: [{ when: always, to: 'same' }],
    reject: [{ when: always, to: 'rejected', marks: ['rejected'] }],
    refuse_recall: [{ when: always, to: 'accepted', marks: ['accepted'] }],
    book: [{ when: always, to: 'booked', marks: ['booked'] }],
  },
  withdrawn: {},
  rejected: { reject: [{ when: always, to: 'same' }] },
  booked: {
    accept: [{ when: always, to: 'same' }],
    question_name: [{ when: always, to: 'same' }],
    refuse_recall: [{ when: always, to: 'same' }],
    book: [{ when: always, to: 'same' }],
    return: [{ when: always, to: 'returned', marks: ['returned'] }],
  },
  returned: {
    accept: [{ when: always, to: 'same' }],
    book: [{ when: always, to: 'same' }],
    return: [{ when: always, to: 'same' }],
  },
};
