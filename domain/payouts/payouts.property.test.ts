import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors.ts';
import { parseRate } from '../rates.ts';
import { approvalText } from './approval.ts';
import { largestAmount, type PayoutTerms, quotePayout } from './fees.ts';
import { checkPayoutAmount, exceededLimit } from './limits.ts';
import { type RefundableFacts, refundAmount, refundAmountOfValue, refundableMinor } from './refund.ts';

const minor = fc.bigInt({ min: 0n, max: 10n ** 24n });
const terms: fc.Arbitrary<PayoutTerms> = fc.record({
  feePayer: fc.constantFrom('merchant' as const, 'recipient' as const),
  serviceFeeBps: fc.integer({ min: 0, max: 1_000 }),
  networkFeeMinor: fc.bigInt({ min: 0n, max: 10n ** 16n }),
});

describe('the fees of a payout', () => {
  it('what leaves the balance is what arrives and the fees, to the last unit', () => {
    fc.assert(
      fc.property(minor, terms, (amount, each) => {
        try {
          const quote = quotePayout(amount, each);
          expect(quote.heldMinor).toBe(quote.netMinor + quote.serviceFeeMinor + quote.networkFeeMinor);
          expect(quote.netMinor > 0n).toBe(true);
          expect(each.feePayer === 'merchant' ? quote.netMinor : quote.heldMinor).toBe(amount);
        } catch (error) {
          // Only what the fees eat up is refused.
          expect(isDomainError(error, 'amount_too_small')).toBe(true);
          expect(amount === 0n || each.feePayer === 'recipient').toBe(true);
        }
      }),
    );
  });

  it('the largest amount fits into the balance, and one unit more does not', () => {
    fc.assert(
      fc.property(minor, terms, (available, each) => {
        const amount = largestAmount(available, each);
        const held = (asked: bigint) => (each.feePayer === 'recipient' ? asked : quotePayout(asked, each).heldMinor);
        if (amount > 0n) expect(held(amount) <= available).toBe(true);
        expect(held(amount + 1n) > available).toBe(true);
      }),
    );
  });
});

describe('limits of payouts', () => {
  const limits = { minMinor: 10n, maxMinor: 100n, hourlyMinor: 150n, dailyMinor: 200n };

  it('keep a single amount within its bounds', () => {
    expect(() => checkPayoutAmount(9n, limits)).toThrow('Amount is less than the minimum value');
    expect(() => checkPayoutAmount(101n, limits)).toThrow('Amount is greater than the maximum value');
    checkPayoutAmount(10n, limits);
    checkPayoutAmount(100n, limits);
  });

  it('count what left in the last hour and day', () => {
    expect(exceededLimit(50n, { hourMinor: 100n, dayMinor: 100n }, limits)).toBeNull();
    expect(exceededLimit(51n, { hourMinor: 100n, dayMinor: 100n }, limits)).toBe('hourly_limit');
    expect(exceededLimit(51n, { hourMinor: 0n, dayMinor: 150n }, limits)).toBe('daily_limit');
  });
});

describe('hazard 54: refunds', () => {
  const facts: fc.Arbitrary<RefundableFacts> = fc
    .record({ confirmedMinor: minor, dueMinor: minor })
    .map(({ confirmedMinor, dueMinor }) => ({
      confirmedMinor,
      refundedMinor: 0n,
      excessMinor: confirmedMinor > dueMinor ? confirmedMinor - dueMinor : 0n,
    }));
  const wishes = fc.array(
    fc.oneof(
      fc.constant({ type: 'all' } as const),
      fc.constant({ type: 'excess' } as const),
      minor.map((amountMinor) => ({ type: 'part', amountMinor }) as const),
    ),
    { maxLength: 8 },
  );

  it('together never give back more than was paid, whatever is asked in whatever order', () => {
    fc.assert(
      fc.property(facts, wishes, terms, (start, asked, each) => {
        let now = start;
        let arrived = 0n;
        for (const wish of asked) {
          try {
            const amount = refundAmount(now, wish);
            const quote = quotePayout(amount, each);
            arrived += quote.netMinor;
            now = { ...now, refundedMinor: now.refundedMinor + amount };
          } catch (error) {
            if (!isDomainError(error)) throw error;
          }
        }
        expect(now.refundedMinor <= start.confirmedMinor).toBe(true);
        expect(arrived <= start.confirmedMinor).toBe(true);
        expect(refundableMinor(now)).toBe(start.confirmedMinor - now.refundedMinor);
      }),
    );
  });

  it('of the excess alone leaves what was due', () => {
    const paid = { confirmedMinor: 120n, refundedMinor: 0n, excessMinor: 20n };
    expect(refundAmount(paid, { type: 'excess' })).toBe(20n);
    expect(() => refundAmount({ ...paid, refundedMinor: 20n }, { type: 'excess' })).toThrow();
  });

  it('at today’s rate are capped in coins: a fallen rate gives no more coins than were paid', () => {
    const at = { asset: 'BTC', currency: 'EUR', source: 'test', sampledAt: new Date(), expiresAt: new Date() } as const;
    const paid = { confirmedMinor: 100_000n, refundedMinor: 0n, excessMinor: 0n };
    expect(refundAmountOfValue(paid, 5_000n, parseRate('50000', at))).toBe(100_000n);
    expect(refundAmountOfValue(paid, 5_000n, parseRate('25000', at))).toBe(100_000n);
    expect(refundAmountOfValue(paid, 5_000n, parseRate('150000', at))).toBe(33_333n);
  });
});

describe('hazard 68: an approval', () => {
  const payout = {
    id: 'p',
    kind: 'payout',
    mode: 'sandbox',
    merchantId: 'm',
    gateId: 'XRP',
    addressKey: 'r',
    destinationTag: 5n,
    netMinor: 1n,
    serviceFeeMinor: 2n,
    networkFeeMinor: 3n,
    heldMinor: 6n,
    feePayer: 'merchant',
  } as const;

  it('is about every field that decides where how much goes, and about who gave it', () => {
    const text = approvalText(payout, 'user');
    const others = [
      { ...payout, addressKey: 's' },
      { ...payout, destinationTag: null },
      { ...payout, netMinor: 2n },
      { ...payout, heldMinor: 7n },
      { ...payout, gateId: 'TRX' },
      { ...payout, mode: 'production' },
      { ...payout, merchantId: 'n' },
      { ...payout, id: 'q' },
    ] as const;
    for (const other of others) expect(approvalText(other, 'user')).not.toBe(text);
    expect(approvalText(payout, 'other')).not.toBe(text);
  });
});
