import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRule, statusAfter } from '../process/table.ts';
import { type BankPaymentEventType, type BankPaymentStatus, bankPaymentTable } from './payment-table.ts';

const EVENTS: readonly BankPaymentEventType[] = [
  ...(['put_in_file', 'withdraw', 'accept', 'reject', 'question_name', 'pay_anyway', 'cancel', 'recall'] as const),
  ...(['refuse_recall', 'book', 'return'] as const),
];

const lookUp = (at: { status: BankPaymentStatus; event: BankPaymentEventType; position: { files: number } }) =>
  findRule(bankPaymentTable, at);

test('a payment is either booked or ends unpaid, in any order of messages, and each change is announced once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 30 }), (events) => {
      let status: BankPaymentStatus = 'waiting';
      let files = 0;
      const heard: string[] = [];
      for (const event of events) {
        const rule: ReturnType<typeof lookUp> = lookUp({ status, event, position: { files } });
        if (rule === null || rule.to === 'refused') continue;
        if (event === 'put_in_file') files += 1;
        status = statusAfter(rule.to, status);
        heard.push(...(rule.marks ?? []));
      }
      const times = (change: string) => heard.filter((each) => each === change).length;
      expect(times('booked') + times('rejected')).toBeLessThanOrEqual(1);
      expect(times('returned')).toBeLessThanOrEqual(times('booked'));
      if (status === 'withdrawn') expect(heard).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test('once it was in a file, only the bank can end it', () => {
  const position = { files: 1 };
  expect(lookUp({ status: 'waiting', event: 'withdraw', position })).toBeNull();
  expect(lookUp({ status: 'in_file', event: 'withdraw', position })).toBeNull();
  expect(lookUp({ status: 'rejected', event: 'book', position })).toBeNull();
});
