import { describe, expect, it } from 'vitest';
import type { MassPreview } from '../../contract/mass-payouts.ts';
import { summaryOf, verdictOf } from './review.ts';

const cover = { gate_id: 'BTC' as const, total: '0.03004000', available: '0.41820000', missing: null };
const preview: MassPreview = {
  covers: [cover],
  warnings: [],
  network_fees_at: null,
  two_fa: { required: true, enabled: true },
};
const short = { ...preview, covers: [{ ...cover, available: '0.01000000', missing: '0.02004000' }] };
const totals = [
  {
    gate_id: 'BTC' as const,
    valid: { lines: 2, amount: '0.03000000', total: '0.03004000' },
    not_valid: { lines: 0, amount: '0.00000000' },
  },
];

describe('the review of a mass payout', () => {
  it('says one thing: first of the lines, then of the balance, then of the second factor', () => {
    expect(verdictOf({ status: 'new' }, preview)).toBe('checking');
    expect(verdictOf({ status: 'not_valid' }, short)).toBe('not_valid');
    expect(verdictOf({ status: 'validated' }, undefined)).toBe('reckoning');
    const without = { required: true, enabled: false };
    expect(verdictOf({ status: 'validated' }, { ...short, two_fa: without })).toBe('short');
    expect(verdictOf({ status: 'validated' }, { ...preview, two_fa: without })).toBe('two_fa');
    expect(verdictOf({ status: 'validated' }, preview)).toBe('ready');
  });

  it('tells fees, what is debited and what is left of each asset, to the last unit', () => {
    expect(summaryOf({ totals, fee_payer: 'merchant' }, preview)).toMatchObject([
      { fees: '0.00004000', available: '0.41820000', missing: null, left: '0.38816000' },
    ]);
  });

  it('tells what is missing, and nothing of what would be left', () => {
    expect(summaryOf({ totals, fee_payer: 'merchant' }, short)).toMatchObject([{ missing: '0.02004000', left: null }]);
  });

  it('counts no fees on top where the recipients pay them, and no balance before it is known', () => {
    expect(summaryOf({ totals, fee_payer: 'recipient' }, undefined)).toMatchObject([
      { fees: null, available: null, missing: null, left: null },
    ]);
  });
});
