import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors.ts';
import { examples } from '../examples.fixture.ts';
import { parseRate } from '../money/rates.ts';
import { type ApprovedPayout, approvalText, SEALED_PAYOUT_COLUMNS, type SealedValue } from '../outflows/approval.ts';
import { largestAmount, type PayoutTerms, quotePayout } from '../outflows/fees.ts';
import { checkPayoutAmount, exceededLimit, limitRefusal } from '../outflows/limits.ts';
import { type RefundableFacts, refundAmount, refundAmountOfValue, refundableMinor } from '../refunds/refund.ts';
import { refusalOf } from '../refusal.fixture.ts';

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

  it('are refused where nothing is requested, or where they leave nothing', () => {
    const of = { serviceFeeBps: 1_000, networkFeeMinor: 9n };
    for (const amount of [0n, -1n]) {
      expect(refusalOf(() => quotePayout(amount, { ...of, feePayer: 'merchant' }))).toEqual({
        code: 'amount_too_small',
        fields: { amount: ['Amount must be greater than 0'] },
      });
    }
    expect(refusalOf(() => quotePayout(10n, { ...of, feePayer: 'recipient' }))).toEqual({
      code: 'amount_too_small',
      fields: { amount: ['The fees leave nothing of this amount.'] },
    });
    expect(quotePayout(11n, { ...of, feePayer: 'recipient' }).netMinor).toBe(1n);
  });

  it('the largest amount fits into the balance, and one unit more does not', () => {
    fc.assert(
      fc.property(minor, terms, (available, each) => {
        const amount = largestAmount(available, each);
        const held = (requested: bigint) =>
          each.feePayer === 'recipient' ? requested : quotePayout(requested, each).heldMinor;
        if (amount > 0n) expect(held(amount) <= available).toBe(true);
        expect(held(amount + 1n) > available).toBe(true);
      }),
    );
  });
});

describe('limits of payouts', () => {
  const limits = { minMinor: 10n, maxMinor: 100n, hourlyMinor: 150n, dailyMinor: 200n };

  it('keep a single amount within its bounds', () => {
    expect(refusalOf(() => checkPayoutAmount(9n, limits))).toEqual({
      code: 'amount_too_small',
      fields: { amount: ['Amount is less than the minimum value'] },
    });
    expect(refusalOf(() => checkPayoutAmount(101n, limits))).toEqual({
      code: 'amount_too_large',
      fields: { amount: ['Amount is greater than the maximum value'] },
    });
    checkPayoutAmount(10n, limits);
    checkPayoutAmount(100n, limits);
    checkPayoutAmount(10n ** 30n, { ...limits, maxMinor: null });
  });

  it('count what left in the last hour and day', () => {
    expect(exceededLimit(50n, { hourMinor: 100n, dayMinor: 100n }, limits)).toBeNull();
    expect(exceededLimit(51n, { hourMinor: 100n, dayMinor: 100n }, limits)).toBe('hourly_limit');
    expect(exceededLimit(51n, { hourMinor: 0n, dayMinor: 150n }, limits)).toBe('daily_limit');
    expect(exceededLimit(50n, { hourMinor: 0n, dayMinor: 150n }, limits)).toBeNull();
    const unbounded = { ...limits, hourlyMinor: null, dailyMinor: null };
    expect(exceededLimit(10n ** 30n, { hourMinor: 1n, dayMinor: 1n }, unbounded)).toBeNull();
  });

  it.each([
    ['hourly_limit', 'hour'],
    ['daily_limit', 'day'],
  ] as const)('name the period of an exceeded %s', (limit, period) => {
    expect(limitRefusal(limit)).toMatchObject({
      code: 'amount_too_large',
      fields: { amount: [expect.stringContaining(`the last ${period} `)] },
    });
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
  const requests = fc.array(
    fc.oneof(
      fc.constant({ type: 'all' } as const),
      fc.constant({ type: 'excess' } as const),
      minor.map((amountMinor) => ({ type: 'part', amountMinor }) as const),
    ),
    { maxLength: 8 },
  );

  it('together never give back more than was paid, whatever is asked in whatever order', () => {
    fc.assert(
      fc.property(facts, requests, terms, (start, requested, each) => {
        let now = start;
        let arrived = 0n;
        for (const request of requested) {
          try {
            const amount = refundAmount(now, request);
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
    expect(refusalOf(() => refundAmount({ ...paid, refundedMinor: 20n }, { type: 'excess' }))).toEqual({
      code: 'amount_too_small',
      fields: { amount: ['There is nothing to refund.'] },
    });
  });

  it('are all that is left, a part of it, and no unit more', () => {
    const paid = { confirmedMinor: 120n, refundedMinor: 50n, excessMinor: 0n };
    expect(refundAmount(paid, { type: 'all' })).toBe(70n);
    expect(refundAmount(paid, { type: 'part', amountMinor: 70n })).toBe(70n);
    expect(refundAmount(paid, { type: 'part', amountMinor: 1n })).toBe(1n);
    expect(refusalOf(() => refundAmount(paid, { type: 'part', amountMinor: 71n }))).toEqual({
      code: 'amount_too_large',
      fields: { amount: ['This is more than was paid and not yet refunded.'] },
    });
  });

  it('at today’s rate are capped in coins: a fallen rate gives no more coins than were paid', () => {
    const at = { asset: 'BTC', currency: 'EUR', source: 'test', sampledAt: new Date(), expiresAt: new Date() } as const;
    const paid = { confirmedMinor: 100_000n, refundedMinor: 0n, excessMinor: 0n };
    expect(refundAmountOfValue(paid, 5_000n, parseRate('50000', at))).toBe(100_000n);
    expect(refundAmountOfValue(paid, 5_000n, parseRate('25000', at))).toBe(100_000n);
    expect(refundAmountOfValue(paid, 5_000n, parseRate('150000', at))).toBe(33_333n);
    expect(refundAmountOfValue(paid, 5_000n, parseRate('149999.5', at))).toBe(33_333n);
    expect(refundAmountOfValue(paid, 5_000n, parseRate('62500.25', at))).toBe(79_999n);
  });
});

describe('hazard 68: an approval', () => {
  const row: ApprovedPayout = {
    id: 'p',
    kind: 'payout',
    mode: 'sandbox',
    merchant_id: 'm',
    profile_id: 'f',
    gate_id: 'XRP',
    network: 'XRP',
    chain: 'regtest',
    address: 'r',
    address_key: 'k',
    destination_tag: '5',
    amount_minor: '1',
    net_minor: '1',
    service_fee_minor: '2',
    network_fee_minor: '3',
    held_minor: '6',
    fee_payer: 'merchant',
    invoice_id: null,
    fee_ceiling_minor: '7',
    method_id: null,
    mass_payout_id: null,
    approval_required: false,
    created_by_kind: 'token',
    created_by: 't',
    creators: ['ada'],
    not_before: null,
  };

  it.each(SEALED_PAYOUT_COLUMNS)('is about %s, whatever it was and becomes', (column) => {
    const values = fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
    fc.assert(
      fc.property(values, values, (before, after) => {
        fc.pre(JSON.stringify(before) !== JSON.stringify(after));
        const textOf = (value: SealedValue) => approvalText({ ...row, [column]: value }, 'user');
        expect(textOf(before)).not.toBe(textOf(after));
      }),
      { numRuns: examples(50) },
    );
  });

  it('is about who gave it', () => {
    expect(approvalText(row, 'other')).not.toBe(approvalText(row, 'user'));
  });
});
