import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { causesOfDebt, comeBack, takenAgain, type WrittenOff } from './written-off.ts';

const row = (openMinor: bigint, recoveredMinor = 0n, givenMinor = 0n): WrittenOff => {
  return { openMinor, recoveredMinor, givenMinor };
};

describe('money of a cause that was written off', () => {
  it('pays the loss first, and the merchant gets the rest', () => {
    expect(comeBack(row(60n), 40n)).toEqual({ toLossMinor: 40n, row: row(20n, 40n) });
    expect(comeBack(row(60n), 100n)).toEqual({ toLossMinor: 60n, row: row(0n, 60n, 40n) });
    expect(comeBack(row(0n, 60n, 40n), 5n)).toEqual({ toLossMinor: 0n, row: row(0n, 60n, 45n) });
  });

  it('that is taken again was first given to the merchant, then to the loss, then before it was written off', () => {
    expect(takenAgain(row(0n, 60n, 40n), 30n)).toEqual({ fromLossMinor: 0n, row: row(0n, 60n, 10n) });
    expect(takenAgain(row(0n, 60n, 40n), 70n)).toEqual({ fromLossMinor: 30n, row: row(30n, 30n) });
    expect(takenAgain(row(0n, 60n, 40n), 170n)).toEqual({ fromLossMinor: 60n, row: row(60n) });
  });

  test('never pays the loss twice, and leaves nothing of it once all is back', () => {
    const moves = fc.array(fc.record({ back: fc.boolean(), minor: fc.bigInt({ min: 1n, max: 90n }) }));
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100n }), moves, (lostMinor, all) => {
        let at = row(lostMinor);
        let backMinor = 0n;
        let lossMinor = lostMinor;
        for (const { back, minor } of all) {
          if (back) {
            const { toLossMinor, row: next } = comeBack(at, minor);
            [at, backMinor, lossMinor] = [next, backMinor + minor, lossMinor - toLossMinor];
          } else {
            const taken = minor < backMinor ? minor : backMinor;
            const { fromLossMinor, row: next } = takenAgain(at, taken);
            [at, backMinor, lossMinor] = [next, backMinor - taken, lossMinor + fromLossMinor];
          }
          expect(lossMinor).toBe(backMinor > lostMinor ? 0n : lostMinor - backMinor);
          expect(at).toEqual(row(lossMinor, lostMinor - lossMinor, backMinor - (lostMinor - lossMinor)));
        }
      }),
    );
  });
});

describe('the causes of a debt', () => {
  it('are those whose money is missing, in the order in which they left it', () => {
    const changes = [
      { cause: 'a', minor: 100n },
      { cause: 'b', minor: 50n },
      { cause: 'a', minor: 7n },
    ];
    expect(causesOfDebt(changes)).toEqual([
      { cause: 'a', minor: 107n },
      { cause: 'b', minor: 50n },
    ]);
  });

  it('are paid by their own money, and by other money from the oldest on', () => {
    const both = [
      { cause: 'a', minor: 100n },
      { cause: 'b', minor: 50n },
    ];
    expect(causesOfDebt([...both, { cause: 'b', minor: -20n }])).toEqual([
      { cause: 'a', minor: 100n },
      { cause: 'b', minor: 30n },
    ]);
    expect(causesOfDebt([...both, { cause: 'c', minor: -120n }])).toEqual([{ cause: 'b', minor: 30n }]);
    expect(causesOfDebt([...both, { cause: 'b', minor: -70n }])).toEqual([{ cause: 'a', minor: 80n }]);
    expect(causesOfDebt([...both, { cause: null, minor: -150n }])).toEqual([]);
  });

  it('keep what nobody left apart', () => {
    expect(causesOfDebt([{ cause: null, minor: 5n }])).toEqual([{ cause: 'unknown', minor: 5n }]);
  });

  test('always sum to the debt', () => {
    const change = fc.record({
      cause: fc.constantFrom('a', 'b', 'c', null),
      minor: fc.bigInt({ min: -80n, max: 100n }).filter((minor) => minor !== 0n),
    });
    fc.assert(
      fc.property(fc.array(change), (requested) => {
        let debt = 0n;
        const changes = requested.flatMap((each) => {
          const minor = each.minor < 0n && -each.minor > debt ? -debt : each.minor;
          debt += minor;
          return minor === 0n ? [] : [{ ...each, minor }];
        });
        expect(causesOfDebt(changes).reduce((sum, { minor }) => sum + minor, 0n)).toBe(debt);
      }),
    );
  });
});
