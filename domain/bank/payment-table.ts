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
  | 'carry_out'
  | 'reject'
  /** It is rejected, but another order of it is alive, or the bank contradicts itself. */
  | 'dispute'
  /** Staff have asked the bank: it does not make the payment. */
  | 'confirm_rejection'
  | 'question_name'
  | 'pay_anyway'
  | 'cancel'
  | 'recall'
  | 'refuse_recall'
  | 'book'
  | 'return'
  | 'tear_up';

/** The changes that the withdrawal reacts to. */
export type BankPaymentChange =
  | ('in_file' | 'torn_up' | 'accepted' | 'rejected' | 'name_question' | 'booked' | 'returned')
  /** It was rejected although the bank may make it: an operator asks the bank, and the money stays held. */
  | 'disputed';

export interface BankPaymentPosition {
  /** How many files it has been in. */
  readonly files: number;
  /** The bank has said that it makes this very payment. */
  readonly isCarriedOut: boolean;
  /** The bank rejected it, although it may make it. */
  readonly isDisputed: boolean;
}

/** Whether the bank is known to make the payment after this event: it says so, or refuses to stop it. */
export function isCarriedOutAfter(
  { isCarriedOut }: Pick<BankPaymentPosition, 'isCarriedOut'>,
  event: BankPaymentEventType,
  status: BankPaymentStatus,
): boolean {
  return isCarriedOut || (status === 'accepted' && (event === 'carry_out' || event === 'refuse_recall'));
}

/** A dispute lasts until the payment ends, or is ordered again: then the answer to that order counts. */
export function isDisputedAfter(
  { isDisputed }: Pick<BankPaymentPosition, 'isDisputed'>,
  event: BankPaymentEventType,
  { status, marks = [] }: { readonly status: BankPaymentStatus; readonly marks?: readonly BankPaymentChange[] },
): boolean {
  return MAY_BE_DISPUTED.has(status) && event !== 'put_in_file' && (isDisputed || marks.includes('disputed'));
}

const MAY_BE_DISPUTED: ReadonlySet<BankPaymentStatus> = new Set([
  'waiting',
  'in_file',
  'accepted',
  'name_question',
  'recalling',
]);

const inNoFile: Condition<BankPaymentPosition> = {
  description: 'it has been in no file',
  isMet: ({ files }) => files === 0,
};

const inAFile: Condition<BankPaymentPosition> = {
  description: 'it has been in a file',
  isMet: ({ files }) => files > 0,
};

const disputed = [{ when: always, to: 'same', marks: ['disputed'] }] as const;

const carriedOut: Condition<BankPaymentPosition> = {
  description: 'the bank makes it',
  isMet: ({ isCarriedOut }) => isCarriedOut,
};

/** Of a payment without an operator of its own: staff of the bank's page decide, two people together. */
const confirmed = [
  {
    when: {
      description: 'the bank’s rejection is disputed',
      isMet: ({ isDisputed }: BankPaymentPosition) => isDisputed,
    },
    to: 'rejected',
    marks: ['rejected'],
  },
] as const;

/** Once the bank makes a payment, its rejection or recall gives no money back: the debit may come all the same. */
const rejections = [
  { when: carriedOut, to: 'accepted', marks: ['disputed'] },
  { when: always, to: 'rejected', marks: ['rejected'] },
] as const;

/**
 * Messages of a bank arrive twice and out of order, so a status that is further along ignores earlier news. A booked
 * debit decides over everything said before. After a rejection the money was given back, and staff decide about it.
 * A payment that the bank makes, whatever it asked about the name, is not ordered again.
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
    carry_out: [{ when: inAFile, to: 'accepted', marks: ['accepted'] }],
    dispute: [{ when: inAFile, to: 'same', marks: ['disputed'] }],
    book: [{ when: inAFile, to: 'booked', marks: ['booked'] }],
  },
  in_file: {
    accept: [{ when: always, to: 'accepted', marks: ['accepted'] }],
    carry_out: [{ when: always, to: 'accepted', marks: ['accepted'] }],
    reject: rejections,
    dispute: disputed,
    confirm_rejection: confirmed,
    question_name: [{ when: always, to: 'name_question', marks: ['name_question'] }],
    // Its file never left.
    tear_up: [{ when: always, to: 'waiting', marks: ['torn_up'] }],
    book: [{ when: always, to: 'booked', marks: ['booked'] }],
  },
  accepted: {
    accept: [{ when: always, to: 'same' }],
    carry_out: [{ when: always, to: 'same' }],
    reject: rejections,
    dispute: disputed,
    confirm_rejection: confirmed,
    question_name: [
      { when: carriedOut, to: 'same' },
      { when: always, to: 'name_question', marks: ['name_question'] },
    ],
    recall: [{ when: always, to: 'recalling' }],
    refuse_recall: [{ when: always, to: 'same' }],
    book: [{ when: always, to: 'booked', marks: ['booked'] }],
  },
  name_question: {
    accept: [{ when: always, to: 'same' }],
    carry_out: [{ when: always, to: 'accepted', marks: ['accepted'] }],
    question_name: [{ when: always, to: 'same' }],
    pay_anyway: [{ when: always, to: 'waiting' }],
    cancel: [{ when: always, to: 'recalling' }],
    reject: rejections,
    dispute: disputed,
    confirm_rejection: confirmed,
    book: [{ when: always, to: 'booked', marks: ['booked'] }],
  },
  recalling: {
    accept: [{ when: always, to: 'same' }],
    carry_out: [{ when: always, to: 'accepted', marks: ['accepted'] }],
    question_name: [{ when: always, to: 'same' }],
    reject: rejections,
    // The bank has answered: the recall is not sent again.
    dispute: [{ when: always, to: 'accepted', marks: ['disputed'] }],
    confirm_rejection: confirmed,
    refuse_recall: [{ when: always, to: 'accepted', marks: ['accepted'] }],
    book: [{ when: always, to: 'booked', marks: ['booked'] }],
  },
  withdrawn: {},
  rejected: {
    reject: [{ when: always, to: 'same' }],
    dispute: [{ when: always, to: 'same' }],
    book: [{ when: always, to: 'booked', marks: ['booked'] }],
  },
  booked: {
    dispute: [{ when: always, to: 'same' }],
    accept: [{ when: always, to: 'same' }],
    carry_out: [{ when: always, to: 'same' }],
    question_name: [{ when: always, to: 'same' }],
    refuse_recall: [{ when: always, to: 'same' }],
    book: [{ when: always, to: 'same' }],
    return: [{ when: always, to: 'returned', marks: ['returned'] }],
  },
  returned: {
    dispute: [{ when: always, to: 'same' }],
    accept: [{ when: always, to: 'same' }],
    carry_out: [{ when: always, to: 'same' }],
    book: [{ when: always, to: 'same' }],
    return: [{ when: always, to: 'same' }],
  },
};
