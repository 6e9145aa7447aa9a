import { expect, test } from 'vitest';
import { bankCommand } from './commands.ts';

test.each([
  ['half', {}, { type: 'plan', plan: 'half' }],
  ['reject', { reason: 'AC01' }, { type: 'plan', plan: 'reject', reason: 'AC01' }],
  ['missing-line', {}, { type: 'trick', trick: 'missing-line' }],
  ['dialect', { name: 'abn-amro' }, { type: 'dialect', dialect: 'abn-amro' }],
  ['delay', { seconds: '30' }, { type: 'delay', seconds: 30 }],
  ['return', { days: '3' }, { type: 'return', reason: 'AC04', days: 3 }],
  ['credit', { amount: '12.5', reference: 'RF18539007547034' }, { type: 'credit', minor: '1250', name: 'A payer' }],
  ['fee', { amount: '3' }, { type: 'fee', minor: '300' }],
])('bank %s %j', (what, options, expected) => {
  expect(bankCommand(what, options)).toMatchObject(expected);
});

test.each([
  ['rob', {}, /Unknown: bank rob/],
  [undefined, {}, /Unknown/],
  ['credit', {}, /--amount/],
  ['credit', { amount: '-1' }, /--amount/],
  ['credit', { amount: '0' }, /--amount/],
  ['credit', { amount: '1', reference: 'RF19539007547034' }, /check digits/],
  ['delay', { seconds: 'soon' }, /--seconds/],
  ['dialect', {}, /--name must be one of standard, sparkasse/],
  ['dialect', { name: 'toString' }, /--name/],
])('bank %s %j is refused', (what, options, words) => {
  expect(() => bankCommand(what, options)).toThrow(words);
});
