import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isRenewable, lockEndMs, type OfferedTerms, rateEndMs, termsThatCount } from './invoice-quote-lock.ts';

const MINUTE = 60_000;
const at = (minute: number, dueMinor: bigint): OfferedTerms => ({
  lockedAtMs: minute * MINUTE,
  lockedUntilMs: (minute + 15) * MINUTE,
  dueMinor,
});
const money = (minute: number, amountMinor: bigint, underpaidToleranceBps = 0) => ({
  firstSeenAtMs: minute * MINUTE,
  amountMinor,
  underpaidToleranceBps,
});

describe('the lock of a rate', () => {
  test('ends after its time, or with the invoice if that is sooner', () => {
    expect(lockEndMs(0, { lockMs: 15, expiresAtMs: 100 })).toBe(15);
    expect(lockEndMs(90, { lockMs: 15, expiresAtMs: 100 })).toBeNull();
    expect(lockEndMs(85, { lockMs: 15, expiresAtMs: 100 })).toBeNull();
    expect([rateEndMs(null, 100), rateEndMs(15, 100), rateEndMs(115, 100)]).toEqual([100, 15, 100]);
  });
});

describe('a new rate', () => {
  const over = { status: 'pending', isPaid: false, lockedUntilMs: 15, expiresAtMs: 100 } as const;

  test('is given once the lock is over, and only while the invoice is open and nothing was sent', () => {
    expect([isRenewable(over, 15), isRenewable(over, 16), isRenewable(over, 100)]).toEqual([false, true, true]);
    expect(isRenewable(over, 101)).toBe(false);
    expect(isRenewable({ ...over, isPaid: true }, 16)).toBe(false);
    expect(isRenewable({ ...over, lockedUntilMs: null }, 99)).toBe(false);
    for (const status of ['new', 'partially_paid', 'confirming', 'expired', 'canceled'] as const) {
      expect(isRenewable({ ...over, status }, 16), status).toBe(false);
    }
  });
});

describe('the terms that count', () => {
  const first = at(0, 1_000n);
  const renewed = at(20, 1_100n);
  const offers = [renewed, first];

  it.each([
    ['in the first lock, at its last moment', money(15, 1_000n), first],
    ['in the first lock, recorded after the renewal', money(14, 1_000n), first],
    ['in the first lock, short', money(14, 900n), renewed],
    ['while the renewed one is locked', money(21, 1_100n), renewed],
    ['while the renewed one is locked, with the old amount', money(21, 1_000n), renewed],
    ['between the two', money(17, 1_000n), renewed],
    ['in a block whose time is before the renewal, with the new amount', money(14, 1_100n), first],
    ['after both', money(36, 5_000n), null],
  ])('for money %s', (_, paid, expected) => {
    expect(termsThatCount(offers, paid)).toBe(expected);
  });

  it('takes the amount within the tolerance of the shop for the whole', () => {
    expect(termsThatCount(offers, money(14, 990n, 100))).toBe(first);
    expect(termsThatCount(offers, money(14, 989n, 100))).toBe(renewed);
  });

  it('never counts a rate that was over, and always one that was not', () => {
    const some = fc.array(
      fc.record({ minute: fc.integer({ min: 0, max: 200 }), due: fc.bigInt({ min: 1n, max: 2_000n }) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(
        some,
        fc.integer({ min: 0, max: 230 }),
        fc.bigInt({ min: 1n, max: 2_000n }),
        (all, minute, amount) => {
          const terms = all.map(({ minute: from, due }) => at(from, due));
          const counted = termsThatCount(terms, money(minute, amount));
          const open = terms.filter(({ lockedUntilMs }) => lockedUntilMs >= minute * MINUTE);
          if (counted === null) {
            expect(open).toEqual([]);
            return;
          }
          expect(open).toContain(counted);
          // Short of every open offer, the newest one decides: nobody keeps an old rate by paying a little.
          if (open.every(({ dueMinor }) => dueMinor > amount)) {
            expect(counted.lockedAtMs).toBe(Math.max(...open.map(({ lockedAtMs }) => lockedAtMs)));
          }
        },
      ),
    );
  });
});
