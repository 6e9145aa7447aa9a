import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { findRule, statusAfter } from '../process/table.ts';
import {
  type BankPaymentEventType,
  type BankPaymentPosition,
  type BankPaymentStatus,
  bankPaymentTable,
  isCarriedOutAfter,
  isDisputedAfter,
} from './payment-table.ts';

const EVENTS: readonly BankPaymentEventType[] = [
  'put_in_file',
  'withdraw',
  'accept',
  'reject',
  'question_name',
  'pay_anyway',
  'cancel',
  'recall',
  'carry_out',
  'refuse_recall',
  'book',
  'return',
  'dispute',
  'tear_up',
  'confirm_rejection',
];

const lookUp = (at: { status: BankPaymentStatus; event: BankPaymentEventType; position: BankPaymentPosition }) =>
  findRule(bankPaymentTable, at);

test('a payment is booked once or ends unpaid, in any order of messages, and is never ordered once the bank makes it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 30 }), (events) => {
      let status: BankPaymentStatus = 'waiting';
      let position: BankPaymentPosition = { files: 0, isCarriedOut: false, isDisputed: false };
      /** Orders that the bank has and does not hold back with a question about the name. */
      let openOrders = 0;
      let isMade = false;
      const heard: string[] = [];
      for (const event of events) {
        const rule: ReturnType<typeof lookUp> = lookUp({ status, event, position });
        if (rule === null || rule.to === 'refused') continue;
        const next: BankPaymentStatus = statusAfter(rule.to, status);
        const isCarriedOut = isCarriedOutAfter(position, event, next);
        if (event === 'confirm_rejection') expect(position.isDisputed).toBe(true);
        const isDisputed = isDisputedAfter(position, event, { status: next, marks: rule.marks ?? [] });
        position = { files: position.files, isCarriedOut, isDisputed };
        if (event === 'put_in_file') {
          expect(isMade).toBe(false);
          expect(openOrders).toBe(0);
          openOrders += 1;
          position = { ...position, files: position.files + 1 };
        }
        if (event === 'tear_up') {
          openOrders = 0;
          position = { ...position, files: position.files - 1 };
        }
        if (next === 'name_question' && status !== next) openOrders = 0;
        if (event === 'book' || event === 'carry_out') isMade = true;
        // A payment that the bank is known to make gives no money back.
        if (event === 'reject' && next === 'rejected' && status !== next) expect(isMade).toBe(false);
        status = next;
        heard.push(...(rule.marks ?? []));
      }
      const times = (change: string) => heard.filter((each) => each === change).length;
      // A debit after a rejection is booked after the end of the payment, and heard last of the two.
      expect(times('rejected')).toBeLessThanOrEqual(1);
      expect(times('booked')).toBeLessThanOrEqual(1);
      if (times('booked') + times('rejected') > 1)
        expect(heard.indexOf('rejected')).toBeLessThan(heard.indexOf('booked'));
      expect(times('returned')).toBeLessThanOrEqual(times('booked'));
      // The bank never had it: each of its files was torn up.
      const steps = heard.filter((each) => each !== 'disputed');
      if (status === 'withdrawn')
        expect(steps).toEqual(steps.map((_each, at) => (at % 2 === 0 ? 'in_file' : 'torn_up')));
    }),
    { numRuns: examples(2000) },
  );
});

test('a payment that the bank makes while it asks about the name is not ordered again', () => {
  const position = { files: 1, isCarriedOut: false, isDisputed: false };
  const made = { ...position, isCarriedOut: true };
  expect(lookUp({ status: 'name_question', event: 'carry_out', position })).toMatchObject({ to: 'accepted' });
  expect(lookUp({ status: 'waiting', event: 'carry_out', position })).toMatchObject({ to: 'accepted' });
  expect(lookUp({ status: 'waiting', event: 'book', position })).toMatchObject({ to: 'booked' });
  expect(lookUp({ status: 'accepted', event: 'pay_anyway', position: made })).toBeNull();
  expect(lookUp({ status: 'accepted', event: 'question_name', position: made })).toMatchObject({ to: 'same' });
  expect(lookUp({ status: 'accepted', event: 'question_name', position })).toMatchObject({ to: 'name_question' });
  // The bank cannot make what it never had.
  expect(lookUp({ status: 'waiting', event: 'book', position: { ...position, files: 0 } })).toBeNull();
});

test('once it was in a file, only the bank can end it', () => {
  const position = { files: 1, isCarriedOut: false, isDisputed: false };
  expect(lookUp({ status: 'waiting', event: 'withdraw', position })).toBeNull();
  expect(lookUp({ status: 'in_file', event: 'withdraw', position })).toBeNull();
  expect(lookUp({ status: 'rejected', event: 'book', position })).toMatchObject({ to: 'booked', marks: ['booked'] });
});

test('after the bank says that it makes a payment, its rejection leaves the money held', () => {
  const made = { files: 1, isCarriedOut: true, isDisputed: false };
  for (const status of ['accepted', 'recalling', 'in_file', 'name_question'] as const) {
    const rule = lookUp({ status, event: 'reject', position: made });
    expect(rule).toMatchObject({ to: 'accepted', marks: ['disputed'] });
  }
  for (const event of ['reject', 'dispute'] as const) {
    expect(lookUp({ status: 'rejected', event, position: made })).toMatchObject({ to: 'same' });
  }
  for (const status of ['booked', 'returned'] as const) {
    expect(lookUp({ status, event: 'dispute', position: made })).toMatchObject({ to: 'same' });
    expect(lookUp({ status, event: 'reject', position: made })).toBeNull();
  }
});

test('only a dispute ends by the staff’s word, and a new order of the payment ends the dispute', () => {
  const position = { files: 1, isCarriedOut: true, isDisputed: true };
  for (const status of ['in_file', 'accepted', 'name_question', 'recalling'] as const) {
    const at = { status, event: 'confirm_rejection' } as const;
    expect(lookUp({ ...at, position })).toMatchObject({ to: 'rejected', marks: ['rejected'] });
    expect(lookUp({ ...at, position: { ...position, isDisputed: false } })).toBeNull();
  }
  for (const status of ['waiting', 'withdrawn', 'rejected', 'booked', 'returned'] as const)
    expect(lookUp({ status, event: 'confirm_rejection', position })).toBeNull();
  expect(isDisputedAfter(position, 'accept', { status: 'accepted' })).toBe(true);
  expect(isDisputedAfter(position, 'put_in_file', { status: 'in_file', marks: ['in_file'] })).toBe(false);
  expect(isDisputedAfter(position, 'book', { status: 'booked', marks: ['booked'] })).toBe(false);
});

test('the bank makes a payment once it says so or refuses to stop it, whatever it says later', () => {
  const open = { isCarriedOut: false };
  expect(isCarriedOutAfter(open, 'carry_out', 'accepted')).toBe(true);
  expect(isCarriedOutAfter(open, 'refuse_recall', 'accepted')).toBe(true);
  expect(isCarriedOutAfter(open, 'accept', 'accepted')).toBe(false);
  for (const event of ['carry_out', 'refuse_recall'] as const)
    expect(isCarriedOutAfter(open, event, 'booked')).toBe(false);
  expect(isCarriedOutAfter({ isCarriedOut: true }, 'accept', 'accepted')).toBe(true);
});

test('a dispute begins with its mark', () => {
  const open = { isDisputed: false };
  expect(isDisputedAfter(open, 'reject', { status: 'accepted', marks: ['disputed'] })).toBe(true);
  expect(isDisputedAfter(open, 'reject', { status: 'accepted', marks: ['accepted'] })).toBe(false);
  expect(isDisputedAfter(open, 'accept', { status: 'accepted' })).toBe(false);
  for (const status of ['waiting', 'in_file', 'name_question', 'recalling'] as const)
    expect(isDisputedAfter({ isDisputed: true }, 'accept', { status })).toBe(true);
});

test('a payment is taken back while it is in no file', () => {
  const position = { files: 0, isCarriedOut: false, isDisputed: false };
  expect(lookUp({ status: 'waiting', event: 'withdraw', position })).toMatchObject({ to: 'withdrawn' });
  expect(lookUp({ status: 'waiting', event: 'carry_out', position })).toBeNull();
  expect(lookUp({ status: 'waiting', event: 'dispute', position })).toBeNull();
});
