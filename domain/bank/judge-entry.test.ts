import { expect, test } from 'vitest';
import { type EntryVerdict, judgeEntry, type KnownPayment, signedMinor } from './judge-entry.ts';

const debit = { amountMinor: 1000n, direction: 'debit', code: 'PMNT/ICDT/ESCT', isReversal: false, returnCode: null };
const credit = { ...debit, direction: 'credit', code: 'PMNT/RCDT/ESCT' } as const;
const fee = { ...debit, code: 'PMNT/MDOP/CHRG' };
const accepted: KnownPayment = { amountMinor: 1000n, status: 'accepted', files: 1 };
const booked: KnownPayment = { amountMinor: 1000n, status: 'booked', files: 1 };

test.each<[string, object, KnownPayment | undefined, EntryVerdict]>([
  ['a debit of a payment', debit, accepted, 'payment'],
  ['a debit before the bank accepted it', debit, { ...accepted, status: 'in_file' }, 'payment'],
  ['a debit of more than was ordered', { ...debit, amountMinor: 1001n }, accepted, 'suspense'],
  ['a second debit of a payment', debit, booked, 'suspense'],
  ['a debit of a rejected payment', debit, { ...accepted, status: 'rejected' }, 'payment'],
  ['a debit of a payment that is in no file', debit, { ...accepted, status: 'waiting', files: 0 }, 'suspense'],
  ['a debit of a payment that waits for its second file', debit, { ...accepted, status: 'waiting' }, 'payment'],
  ['a debit that nobody knows', debit, undefined, 'suspense'],
  ['a credit that the bank takes back', { ...debit, isReversal: true }, undefined, 'reversal'],
  ['a credit that the bank takes back with a code', { ...debit, code: 'PMNT/RCDT/RRTN' }, undefined, 'reversal'],
  ['a debit that is taken back, and no payment', { ...credit, isReversal: true }, undefined, 'suspense'],
  ['a fee', fee, undefined, 'fee'],
  ['a fee that names a payment', { ...fee, amountMinor: 20n }, accepted, 'suspense'],
  ['money that comes in', credit, undefined, 'suspense'],
  ['a return', { ...credit, returnCode: 'AC04' }, booked, 'return'],
  ['a return by its code', { ...credit, code: 'PMNT/ICDT/RRTN' }, booked, 'return'],
  ['a return less a charge', { ...credit, returnCode: 'AC04', amountMinor: 900n }, booked, 'return'],
  ['a return of more than was paid', { ...credit, returnCode: 'AC04', amountMinor: 1001n }, booked, 'suspense'],
  ['a return that keeps too much', { ...credit, returnCode: 'AC04' }, { ...booked, amountMinor: 6001n }, 'suspense'],
  ['a return that keeps the most', { ...credit, returnCode: 'AC04' }, { ...booked, amountMinor: 6000n }, 'return'],
  ['a return before its debit', { ...credit, returnCode: 'AC04' }, accepted, 'suspense'],
  ['a return of a return', { ...credit, returnCode: 'AC04' }, { ...booked, status: 'returned' }, 'suspense'],
  ['money that a payee sends with the end-to-end ID of our payment', credit, booked, 'suspense'],
])('%s', (_name, entry, payment, expected) => {
  expect(judgeEntry(entry as typeof credit, payment)).toBe(expected);
});

test.each(['in_file', 'accepted', 'name_question', 'recalling', 'rejected'] as const)(
  'a debit of a payment that is %s is that of the payment',
  (status) => expect(judgeEntry(debit as typeof credit, { ...accepted, status })).toBe('payment'),
);

test.each(['withdrawn', 'booked', 'returned'] as const)('a debit of a payment that is %s is in suspense', (status) =>
  expect(judgeEntry(debit as typeof credit, { ...accepted, status })).toBe('suspense'),
);

test.each([
  'PMNT/MDOP/CHRG',
  'PMNT/RCDT/COMM',
  'ACMT/MDOP/FEES',
  'CAMT/ACCB/COME',
  'PMNT/ICDT/COMI',
  'PMNT/CNTR/COMT',
  'PMNT//FEES',
])('%s is a fee', (code) => expect(judgeEntry({ ...debit, code } as typeof credit, undefined)).toBe('fee'));

test.each([
  'PMNT/ICDT/ESCT',
  'PMNT/MDOP/CHRGS',
  'XPMNT/MDOP/CHRG',
  'LDAS/FTLN/CHRG',
  'PMNT/CHRG',
  'CHRG',
  '//',
  'PMNT/MDOP/XCHRG',
])('%s is none', (code) => expect(judgeEntry({ ...debit, code } as typeof credit, undefined)).toBe('suspense'));

test('a credit adds to the balance, a debit takes from it', () => {
  expect(signedMinor({ direction: 'credit', amountMinor: 5n })).toBe(5n);
  expect(signedMinor({ direction: 'debit', amountMinor: 5n })).toBe(-5n);
});
