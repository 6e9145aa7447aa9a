import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_WAIT_MS, nextAdmission, type Strain, UNBOUNDED } from './admission.ts';

const strain = (
  over: Partial<Omit<Strain, 'createdPerSecond'>> & { readonly created?: Record<string, number> } = {},
) => {
  const { created = {}, ...rest } = over;
  return {
    waitMs: 0,
    settles: true,
    admission: UNBOUNDED,
    ...rest,
    createdPerSecond: new Map(Object.entries(created)),
  };
};
const waits = MOST_WAIT_MS + 1;

describe('how many invoices may be created', () => {
  it('is nobody’s concern while money does not wait', () => {
    expect(nextAdmission(strain({ created: { busy: 500 } }))).toEqual(UNBOUNDED);
  });

  it('is fewer than now once money waits', () => {
    const { perSecond, refused } = nextAdmission(strain({ waitMs: waits, created: { busy: 100 } }));
    expect(perSecond).toBeCloseTo(70);
    expect(refused.get('busy')).toBeCloseTo(0.3);
  });

  it('is not bounded where money waits and hardly anything is created', () => {
    expect(nextAdmission(strain({ waitMs: waits, created: { slow: 4 } }))).toEqual(UNBOUNDED);
  });

  it('falls to a few and not to none, however long money waits', () => {
    let admission = UNBOUNDED;
    for (let round = 0; round < 50; round += 1) {
      const through = admission.perSecond ?? 100;
      admission = nextAdmission(strain({ waitMs: 60_000, created: { busy: through }, admission }));
    }
    expect(admission.perSecond).toBe(5);
    expect(admission.refused.get('busy')).toBeLessThanOrEqual(0.995);
  });

  it('grows step by step once money waits no longer, and is free once a third of it is wanted', () => {
    const admission = { perSecond: 20, refused: new Map([['busy', 0.8]]) };
    const grown = nextAdmission(strain({ created: { busy: 20 }, admission }));
    expect(grown.perSecond).toBeCloseTo(23);
    expect(grown.refused.get('busy')).toBeCloseTo(0.77);
    const free = { ...admission, refused: new Map() };
    expect(nextAdmission(strain({ created: { busy: 6 }, admission: free }))).toEqual(UNBOUNDED);
  });

  it('holds a flood of which nothing came through in one second', () => {
    const admission = { perSecond: 5, refused: new Map([['busy', 0.99]]) };
    let next = nextAdmission(strain({ admission }));
    expect(next.refused.get('busy')).toBeGreaterThan(0.9);
    for (let second = 0; second < 30; second += 1) next = nextAdmission(strain({ admission: next }));
    expect(next).toEqual(UNBOUNDED);
  });

  it('is taken from the sandbox before production', () => {
    const created = { 'shop:production': 60, 'shop:sandbox': 40, 'other:sandbox': 4 };
    const { refused } = nextAdmission(strain({ waitMs: waits, created }));
    // 70 % of 104 are 73: 60 for production, 4 for the small one, 9 for the sandbox of the shop.
    expect([...refused.keys()]).toEqual(['shop:sandbox']);
    expect(refused.get('shop:sandbox')).toBeCloseTo(1 - 8.8 / 40);
  });

  it('is taken from those who create most', () => {
    const { refused } = nextAdmission(strain({ waitMs: waits, created: { busy: 90, other: 60, small: 10 } }));
    // 70 % of 160 are 112: 10 for the small one, 51 for each of the others.
    expect([...refused.keys()].sort()).toEqual(['busy', 'other']);
    expect(refused.get('busy')).toBeCloseTo(1 - 51 / 90);
    expect(refused.get('other')).toBeCloseTo(1 - 51 / 60);
  });

  it('never lets more through than it says, and refuses nobody who wants less than an equal part', () => {
    const rate = fc.double({ min: 6, max: 1000, noNaN: true });
    fc.assert(
      fc.property(fc.array(rate, { minLength: 1, maxLength: 20 }), (rates) => {
        const created = Object.fromEntries(rates.map((each, index) => [`m${index}`, each]));
        const { perSecond, refused } = nextAdmission(strain({ waitMs: waits, created }));
        const equalPart = (perSecond ?? 0) / rates.length;
        const through = rates.map((each, index) => each * (1 - (refused.get(`m${index}`) ?? 0)));
        expect(through.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual((perSecond ?? 0) * 1.000_001);
        for (const [merchant, share] of refused) {
          expect(share).toBeGreaterThan(0);
          expect(created[merchant]).toBeGreaterThan(equalPart);
        }
      }),
    );
  });
});
