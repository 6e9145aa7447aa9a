import { describe, expect, it } from 'vitest';
import type { CheckedLine, MassLine } from './line.ts';
import { MassReviewer } from './review.ts';

const line = (changed: Partial<MassLine> = {}): CheckedLine => ({
  ok: true,
  line: {
    gateId: 'BTC',
    address: 'a',
    addressKey: 'a',
    destinationTag: null,
    reference: null,
    amountMinor: 100n,
    netMinor: 100n,
    serviceFeeMinor: 1n,
    networkFeeMinor: 2n,
    heldMinor: 103n,
    networkFee: { chargedMinor: 2n, ceilingMinor: 2n, costMinor: null, sampledAt: null },
    ...changed,
  },
});
const bad = (changed: Partial<CheckedLine & { ok: false }> = {}): CheckedLine => ({
  ok: false,
  problems: [{ field: 'amount', reason: 'wrong' }],
  gateId: 'BTC',
  amountMinor: 40n,
  ...changed,
});
const reviewOf = (lines: readonly CheckedLine[]) => {
  const reviewer = new MassReviewer();
  lines.forEach((each, index) => {
    reviewer.add(index + 1, [`cells of ${index + 1}`], each);
  });
  return { ...reviewer.review(), good: reviewer.good };
};

describe('the review of a mass payout', () => {
  it('of nothing is empty', () => {
    expect(reviewOf([])).toEqual({ lines: 0, valid: 0, bad: [], warnings: [], totals: [], good: [] });
  });

  it('adds up each asset: what is valid, what it takes from the balance, what is bad', () => {
    const review = reviewOf([
      line(),
      line({ addressKey: 'b', amountMinor: 50n, heldMinor: 52n }),
      bad(),
      bad({ amountMinor: null }),
      bad({ gateId: null }),
      line({ gateId: 'XRP', amountMinor: 7n, heldMinor: 8n }),
      bad({ gateId: 'ETH', amountMinor: 3n }),
    ]);
    expect(review).toMatchObject({ lines: 7, valid: 3 });
    expect(review.totals).toEqual([
      { gateId: 'BTC', validLines: 2, validMinor: 150n, heldMinor: 155n, badLines: 2, badMinor: 40n },
      { gateId: 'ETH', validLines: 0, validMinor: 0n, heldMinor: 0n, badLines: 1, badMinor: 3n },
      { gateId: 'XRP', validLines: 1, validMinor: 7n, heldMinor: 8n, badLines: 0, badMinor: 0n },
    ]);
  });

  it('keeps good lines with their numbers, bad ones with cells and problems', () => {
    const review = reviewOf([bad(), line()]);
    expect(review.bad).toEqual([
      { number: 1, cells: ['cells of 1'], problems: [{ field: 'amount', reason: 'wrong' }] },
    ]);
    expect(review.good).toMatchObject([{ number: 2, addressKey: 'a' }]);
  });

  it('warns of the same payment twice, and of nothing that differs in any part', () => {
    const different: CheckedLine[] = [
      line(),
      line({ gateId: 'BCH' }),
      line({ addressKey: 'b' }),
      line({ destinationTag: 1n }),
      line({ reference: 'order' }),
      line({ amountMinor: 101n }),
    ];
    expect(reviewOf(different).warnings).toEqual([]);
    expect(reviewOf([...different, line(), line({ destinationTag: 1n })]).warnings).toMatchObject([
      { number: 7, reason: 'The same payment is already in line 1.' },
      { number: 8, reason: 'The same payment is already in line 4.' },
    ]);
  });

  it('lists a hundred warnings and counts the rest', () => {
    const same = (count: number) => reviewOf(Array.from({ length: count }, () => line())).warnings;
    expect(same(101)).toHaveLength(100);
    expect(same(102).slice(99)).toEqual([
      { number: 101, reason: 'The same payment is already in line 1.' },
      { number: 102, reason: expect.stringMatching(/^This line repeats/) },
    ]);
    expect(same(105)).toHaveLength(101);
    expect(same(105).at(-1)).toEqual({ number: 105, reason: expect.stringContaining('3 before') });
  });
});
