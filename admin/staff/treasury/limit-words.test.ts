import { expect, it } from 'vitest';
import '../words.ts';
import { differencesOf } from './limit-words.ts';

const positions = [
  {
    asset: 'ETH' as const,
    amount: '1',
    value: null,
    since: null,
    threshold: '500.00',
    max_age_seconds: 300,
    max_order: '25000.00',
    position: '100000.00',
    bound_bps: 50,
  },
];
const requested = {
  threshold_minor: '50000',
  max_age_seconds: '1',
  max_order_minor: '2500000',
  position_minor: '20000000',
  bound_bps: '29',
};

it('a request for an asset says only what changes, with units', () => {
  expect(differencesOf({ asset: 'ETH', limits: requested }, { positions, daily_loss: '5000.00' })).toEqual([
    { name: 'max_age_seconds', before: '5 minutes', after: '1 second' },
    { name: 'position', before: '€100,000.00', after: '€200,000.00' },
    { name: 'bound_bps', before: '0.5%', after: '0.29%' },
  ]);
});

it('a request for the loss of a day compares with the mode', () => {
  const change = { asset: '*' as const, limits: { daily_loss_minor: '750000' } };
  expect(differencesOf(change, { positions, daily_loss: '5000.00' })).toEqual([
    { name: 'daily_loss', before: '€5,000.00', after: '€7,500.00' },
  ]);
});
