import { expect, test } from 'vitest';
import type { Movement } from '../../db/chain/movement.ts';
import type { PayableRow } from '../../db/sending/adoption.ts';
import { explainOutputs } from './explain-outputs.ts';

const movement = (output: string, addressKey: string, amountMinor: bigint, more: Partial<Movement> = {}): Movement => ({
  assetRef: 'LTC',
  gateId: 'LTC',
  output,
  addressKey,
  destinationTag: null,
  amountMinor,
  coinbase: false,
  maturity: 0,
  ...more,
});
const payout = (id: string, addressKey: string, netMinor: string, more: Partial<PayableRow> = {}): PayableRow => ({
  id,
  status: 'queue',
  gateId: 'LTC',
  addressKey,
  destinationTag: null,
  netMinor,
  ...more,
});
const nobody = () => null;

test('a payment of exactly what a payout asks for is that payout, the rest is change', () => {
  const movements = [movement('0', 'stranger', 500n), movement('1', 'ours', 70n)];
  const ours = ({ addressKey }: Movement) => (addressKey === 'ours' ? { index: 4 } : null);
  const found = explainOutputs(movements, [payout('a', 'stranger', '500')], ours);
  expect(found).toEqual({
    lines: [{ payoutId: 'a', output: '0' }],
    own: [{ movement: movements[1], index: 4 }],
    problems: [],
  });
});

test('two payments of the same amount are two payouts, the oldest first', () => {
  const movements = [movement('0', 'stranger', 500n), movement('1', 'stranger', 500n)];
  const payouts = ['a', 'b', 'c'].map((id) => payout(id, 'stranger', '500'));
  expect(explainOutputs(movements, payouts, nobody).lines).toEqual([
    { payoutId: 'a', output: '0' },
    { payoutId: 'b', output: '1' },
  ]);
});

test.for([
  { what: 'another amount', paid: movement('0', 'stranger', 501n) },
  { what: 'another address', paid: movement('0', 'somebody', 500n) },
  { what: 'another asset', paid: movement('0', 'stranger', 500n, { gateId: null, assetRef: 'LTC:x' }) },
  { what: 'another tag', paid: movement('0', 'stranger', 500n, { destinationTag: 7n }) },
])('a payment of $what belongs to no payout, and needs a person', ({ paid }) => {
  const found = explainOutputs([paid], [payout('a', 'stranger', '500')], nobody);
  expect(found.lines).toEqual([]);
  expect(found.problems).toEqual([expect.stringContaining('no payout is known')]);
});

test('a payout that was approved after the moment is named, not taken', () => {
  const paid = movement('0', 'stranger', 500n);
  const found = explainOutputs([paid], [payout('a', 'stranger', '500', { status: 'new' })], nobody);
  expect(found.lines).toEqual([]);
  expect(found.problems).toEqual([expect.stringContaining('the payout a, which is new')]);
});
