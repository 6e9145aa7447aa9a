import { describe, expect, test } from 'vitest';
import {
  builtOn,
  type ChainedStatement,
  chainOf,
  fitsInto,
  followsIn,
  isRepeated,
  missingMinor,
} from './statement-chain.ts';

const of = (statementId: string, openingMinor: bigint, closingMinor: bigint, day = 24): ChainedStatement => ({
  statementId,
  number: null,
  period: null,
  openingMinor,
  closingMinor,
  closingDay: `2026-11-${day}`,
});
const before = of('before', 0n, 100n, 23);
const forged = of('forged', 100n, 900n);
const on = of('on', 900n, 950n, 25);
const onThat = of('on that', 950n, 990n, 26);
const names = (all: readonly ChainedStatement[]) => all.map(({ statementId }) => statementId);
const built = (statement: ChainedStatement, booked: readonly ChainedStatement[]) =>
  names(builtOn(statement, [forged], booked));

describe('what is built on a contradicted statement', () => {
  test('is what follows it, and what follows that, whatever came between', () => {
    const true2 = of('true 2', 110n, 120n, 25);
    expect(built(of('true', 100n, 110n), [before, forged, on, true2, onThat])).toEqual(['on', 'on that']);
  });

  test('is nothing where both close alike', () => {
    expect(built(of('true', 100n, 900n), [before, forged, on, onThat])).toEqual([]);
  });

  test('is nothing that is before it, or may follow another statement', () => {
    const earlier = of('earlier', 900n, 0n, 22);
    const gap = of('gap', 500n, 900n, 25);
    const after = of('after', 900n, 1_000n, 26);
    expect(built(of('true', 100n, 110n), [earlier, before, forged, gap, after])).toEqual([]);
  });

  test('is nothing of the contradicted one itself, whatever it closes with', () => {
    const even = of('even', 100n, 100n);
    const next = of('next', 100n, 120n, 25);
    expect(names(builtOn(of('true', 100n, 110n), [even], [before, even, next]))).toEqual(['next']);
  });

  test('is nothing of a statement that is not booked', () => {
    expect(builtOn(of('true', 100n, 110n), [], [before, on])).toEqual([]);
  });
});

describe('the order of statements', () => {
  const order = (all: readonly ChainedStatement[]) => names(chainOf(all).statements);

  test('is that of their days, and of their balances within a day', () => {
    const [one, two, three] = [of('1', 0n, 10n), of('2', 10n, 20n), of('3', 20n, 5n)];
    expect(order([three, one, two])).toEqual(['1', '2', '3']);
    expect(order([of('later', 0n, 1n, 25), three, one])).toEqual(['3', '1', 'later']);
    expect(chainOf([three, two, one]).gaps.size).toBe(0);
  });

  test('begins with the one that follows none, else with the first', () => {
    expect(order([of('2', 10n, 20n), of('1', 0n, 10n)])).toEqual(['1', '2']);
    expect(order([of('b', 10n, 0n), of('a', 0n, 10n)])).toEqual(['b', 'a']);
    expect(order([])).toEqual([]);
  });

  test('goes on with the one that follows, although another one leads to it', () => {
    expect(order([of('before', 0n, 10n, 23), of('next', 10n, 20n), of('other', 30n, 10n)])).toEqual([
      'before',
      'next',
      'other',
    ]);
  });

  test('begins with a statement that moves nothing before what it leads to', () => {
    const chain = chainOf([of('later', 10n, 20n), of('even', 10n, 10n)]);
    expect([names(chain.statements), chain.gaps.size]).toEqual([['even', 'later'], 0]);
  });

  test('has gaps where a balance does not follow, and what is missing altogether', () => {
    const chain = chainOf([of('1', 0n, 10n), of('2', 15n, 20n, 25), of('3', 18n, 30n, 26)]);
    expect([...chain.gaps]).toEqual([
      [1, 5n],
      [2, -2n],
    ]);
    expect(missingMinor(chain)).toBe(3n);
  });
});

describe('a statement among others', () => {
  const all = [of('1', 0n, 10n), of('3', 20n, 30n, 26)];

  test('fits where it follows, leads to one, or fills a gap', () => {
    expect(fitsInto(of('2', 10n, 15n, 25), all)).toBe(true);
    expect(fitsInto(of('2', 15n, 20n, 25), all)).toBe(true);
    expect(fitsInto(of('2', 10n, 20n, 25), all)).toBe(true);
    expect(fitsInto(of('2', 11n, 12n, 25), all)).toBe(false);
  });

  test('follows where it opens with what the one before it closes with', () => {
    expect(followsIn(of('2', 10n, 15n, 25), all)).toBe(true);
    expect(followsIn(of('2', 15n, 20n, 25), all)).toBe(false);
    expect(followsIn(of('2', 11n, 12n, 25), all)).toBe(false);
    expect(followsIn(of('0', 5n, 0n, 20), all)).toBe(true);
  });
});

describe('a statement that comes again', () => {
  const full: ChainedStatement = { ...of('S', 1n, 2n), number: '7', period: '2026-11' };

  test.each<[keyof ChainedStatement, Partial<ChainedStatement>]>([
    ['number', { number: '8' }],
    ['period', { period: null }],
    ['openingMinor', { openingMinor: 0n }],
    ['closingMinor', { closingMinor: 3n }],
    ['closingDay', { closingDay: '2026-11-25' }],
  ])('is another one with another %s', (_key, change) => {
    expect(isRepeated({ ...full, ...change }, full)).toBe(false);
  });

  test('may have another ID if it has a number', () => {
    expect(isRepeated({ ...full, statementId: 'T' }, full)).toBe(true);
    expect(isRepeated({ ...full, number: null }, { ...full, number: null })).toBe(true);
    expect(isRepeated({ ...full, number: null, statementId: 'T' }, { ...full, number: null })).toBe(false);
  });
});
