import { type FieldErrors, type FieldValues, set } from 'react-hook-form';
import { expect, it } from 'vitest';
import { fieldsToCheck } from './fields-to-check.ts';

const people = [
  { email: 'ana@quay.example', role: 'admin' },
  { email: 'ola@quay.example', role: 'viewer' },
];
const saidByServer = (name: string): FieldErrors => {
  const errors: FieldErrors<FieldValues> = {};
  set(errors, name, { type: 'server', message: 'This person is in your team already.' });
  return errors;
};

it('every other field is looked at again', () => {
  const left = { amount: '1', address: 'bc1q' };
  expect(fieldsToCheck({ left, changed: 'amount', errors: {} })).toEqual(['address']);
});

it('what the server said of a field of a row stays while another row changes', () => {
  const errors = saidByServer('people.1.email');
  expect(fieldsToCheck({ left: { people }, changed: 'people.0.email', errors })).toEqual([
    'people.0.role',
    'people.1.role',
  ]);
});

it('rows that were not left are no fields yet', () => {
  const touched: unknown[] = [];
  touched[1] = { email: true };
  expect(fieldsToCheck({ left: { people: touched }, changed: 'name', errors: {} })).toEqual(['people.1.email']);
});

it('a list of plain values, a file and a day are one field each', () => {
  const left = { permissions: ['a', 'b'], file: new File([], 'a.pdf'), day: new Date(0), none: [], empty: null };
  expect(fieldsToCheck({ left, changed: undefined, errors: {} })).toEqual([
    'permissions',
    'file',
    'day',
    'none',
    'empty',
  ]);
});
