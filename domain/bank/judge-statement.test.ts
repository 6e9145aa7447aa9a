import { describe, expect, test } from 'vitest';
import { judgeStatement, type StatementVerdict } from './judge-statement.ts';
import type { Movement } from './movements.ts';
import type { KeptMovement } from './plan-entries.ts';
import type { ChainedStatement } from './statement-chain.ts';

interface Booked extends ChainedStatement {
  readonly movements: readonly KeptMovement[];
}

const paid = (amountMinor: bigint, words: string, more: Partial<Movement> = {}): Movement => ({
  amountMinor,
  direction: 'credit',
  day: '2026-11-24',
  bankReference: words,
  endToEndId: null,
  creditorReference: null,
  remittance: words,
  partyName: null,
  partyIban: null,
  ...more,
});
const bare = (amountMinor: bigint): Movement => paid(amountMinor, '', { bankReference: null });
const chained = (statementId: string, openingMinor: bigint, said: readonly Movement[], day = '2026-11-24') => ({
  statementId,
  number: null,
  period: null,
  openingMinor,
  closingDay: day,
  closingMinor: said.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor),
});
const booked = (id: string, openingMinor: bigint, said: readonly Movement[], day?: string): Booked => ({
  ...chained(id, openingMinor, said, day),
  movements: said.map((each, at) => ({ ...each, id: `${id}.${at}`, isStated: true, isOpen: false })),
});

function judge(
  statement: ChainedStatement,
  movements: readonly Movement[],
  { all, acceptsGap = false }: { readonly all: readonly Booked[]; readonly acceptsGap?: boolean },
): StatementVerdict<Movement, KeptMovement, Booked> {
  const movementsOf = (those: readonly Booked[]) => those.flatMap((each) => each.movements);
  return judgeStatement({ statement, movements, booked: all, movementsOf, acceptsGap });
}
/** The verdict, and the statements that it is about. */
function short(verdict: StatementVerdict<Movement, KeptMovement, Booked>) {
  const { act } = verdict;
  if (act === 'book' || act === 'wait') return act;
  const { fresh, unsaid } = verdict.news;
  return [act, verdict.of.map(({ statementId }) => statementId).join(' '), fresh.length, unsaid.length];
}
const of = (id: string, opens: bigint, said: readonly Movement[], day?: string) =>
  [chained(id, opens, said, day), said] as const;

const [a, b, c] = [paid(10n, 'A'), paid(20n, 'B'), paid(30n, 'C')];
const before = booked('before', 0n, [paid(100n, 'Z', { day: '2026-11-20' })], '2026-11-20');

describe('a statement', () => {
  test('that follows is booked, the first one too', () => {
    expect(short(judge(...of('S', 0n, [a]), { all: [] }))).toBe('book');
    expect(short(judge(...of('S', 100n, [a]), { all: [before] }))).toBe('book');
  });

  test('before which one is missing waits, and is booked once nothing else came', () => {
    expect(short(judge(...of('S', 110n, [b]), { all: [before] }))).toBe('wait');
    expect(short(judge(...of('S', 110n, [b]), { all: [before], acceptsGap: true }))).toBe('book');
  });

  test('that says the same again is known, also with another ID', () => {
    const all = [before, booked('S', 100n, [a])];
    expect(short(judge(...of('S', 100n, [a]), { all }))).toEqual(['repeat', 'S', 0, 0]);
    expect(short(judge(...of('other', 100n, [a]), { all }))).toEqual(['repeat', 'S', 0, 0]);
  });

  test('of the whole day replaces those of its middle, and adds what they lack', () => {
    const all = [before, booked('S', 100n, [a]), booked('T', 110n, [b])];
    expect(short(judge(...of('day', 100n, [a, b, c]), { all }))).toEqual(['repeat', 'S T', 1, 0]);
  });

  test('of the middle of a day whose statement is booked says nothing new', () => {
    const all = [before, booked('day', 100n, [a, b, c])];
    expect(short(judge(...of('S', 100n, [a]), { all }))).toEqual(['repeat', 'day', 0, 2]);
    expect(short(judge(...of('T', 110n, [b]), { all }))).toEqual(['repeat', 'day', 0, 2]);
  });

  test('of the whole day replaces a part of it that came without what was before', () => {
    const all = [before, booked('T', 110n, [b])];
    expect(short(judge(...of('day', 100n, [a, b, c]), { all }))).toEqual(['repeat', 'T', 2, 0]);
  });

  test('that opens alike with something else contradicts what is booked, and the difference is returned', () => {
    const verdict = judge(...of('T', 100n, [b]), { all: [before, booked('S', 100n, [a])] });
    expect(short(verdict)).toEqual(['contradiction', 'S', 1, 1]);
    expect(verdict).toMatchObject({ differenceMinor: 10n });
  });

  test('stays a contradiction when a later statement is booked that it leads to', () => {
    const later = booked('later', 120n, [c], '2026-11-25');
    const verdict = judge(...of('T', 100n, [b]), { all: [before, booked('S', 100n, [a]), later] });
    expect(short(verdict)).toEqual(['contradiction', 'S', 1, 1]);
    expect(verdict).toMatchObject({ differenceMinor: 10n });
  });

  test('with the same balances and other movements contradicts, also if they add up alike', () => {
    const all = [before, booked('S', 100n, [a])];
    expect(short(judge(...of('S', 100n, [paid(10n, 'other')]), { all }))).toEqual(['contradiction', 'S', 1, 1]);
    expect(short(judge(chained('S', 100n, [a]), [paid(5n, 'X'), paid(5n, 'Y')], { all }))).toEqual([
      'contradiction',
      'S',
      2,
      1,
    ]);
  });

  test('on a later day that opens with a balance that was there before is another one', () => {
    const back = { ...booked('back', 110n, [paid(10n, 'out', { direction: 'debit' })]), closingMinor: 100n };
    const all = [before, booked('S', 100n, [a]), back];
    expect(short(judge(...of('T', 100n, [paid(10n, 'A', { day: '2026-11-25' })], '2026-11-25'), { all }))).toBe('book');
    // The balance before the last one is no balance of another time.
    expect(short(judge(...of('T', 110n, [paid(7n, 'new', { day: '2026-11-25' })], '2026-11-25'), { all }))).toEqual([
      'contradiction',
      'back',
      1,
      1,
    ]);
  });

  test('between equal balances only references tell that it is the same money', () => {
    const even = (id: string, said: readonly Movement[]) => ({ ...chained(id, 100n, said), closingMinor: 100n });
    const zero = [paid(10n, 'A'), paid(10n, 'A', { direction: 'debit' })];
    const sums = [bare(10n), { ...bare(10n), direction: 'debit' } as const];
    const all = (said: readonly Movement[]) => [before, { ...booked('S', 100n, said), closingMinor: 100n }];
    expect(short(judge(even('T', zero), zero, { all: all(zero) }))).toEqual(['repeat', 'S', 0, 0]);
    expect(short(judge(even('T', sums), sums, { all: all(sums) }))).toBe('book');
    expect(short(judge(even('T', []), [], { all: all([]) }))).toBe('book');
  });

  test('between equal balances every movement needs a reference or words', () => {
    const even = (id: string, said: readonly Movement[]) => ({ ...chained(id, 100n, said), closingMinor: 100n });
    const all = (said: readonly Movement[]) => [before, { ...booked('S', 100n, said), closingMinor: 100n }];
    const out = { direction: 'debit' } as const;
    const half = [paid(10n, 'A'), { ...bare(10n), ...out }];
    expect(short(judge(even('T', half), half, { all: all(half) }))).toBe('book');
    const references = [paid(10n, 'A', { remittance: '' }), paid(10n, 'B', { ...out, remittance: '' })];
    expect(short(judge(even('T', references), references, { all: all(references) }))).toEqual(['repeat', 'S', 0, 0]);
    const words = [paid(10n, 'A', { bankReference: null }), paid(10n, 'B', { ...out, bankReference: null })];
    expect(short(judge(even('T', words), words, { all: all(words) }))).toEqual(['repeat', 'S', 0, 0]);
  });

  test('of a later day that opens with a balance of an earlier one waits, if all of it is new', () => {
    const all = [before, booked('S', 100n, [a]), booked('next', 110n, [paid(40n, 'N')], '2026-11-25')];
    const [day, x] = ['2026-11-26', paid(7n, 'X')];
    expect(short(judge(...of('T', 100n, [x], day), { all }))).toBe('wait');
    expect(short(judge(...of('T', 100n, [a, x], day), { all }))).toEqual(['contradiction', 'S next', 1, 1]);
    expect(short(judge(...of('T', 100n, [x]), { all }))).toEqual(['contradiction', 'S', 1, 1]);
  });

  test('is compared with those of the last day that opened alike', () => {
    const back = { ...booked('back', 110n, [paid(10n, 'out', { direction: 'debit' })]), closingMinor: 100n };
    const [day, v] = ['2026-11-25', paid(7n, 'V')];
    const all = [before, booked('S', 100n, [a]), back, booked('V', 100n, [v], day)];
    expect(short(judge(...of('other', 100n, [v, b], day), { all }))).toEqual(['repeat', 'V', 1, 0]);
  });

  test('that says the parts of what is booked as a sum says the same', () => {
    const parts = [paid(10n, 'A', { bankReference: null }), paid(20n, 'B', { bankReference: null })];
    const all = [before, booked('S', 100n, [bare(30n)])];
    expect(short(judge(...of('S', 100n, parts), { all }))).toEqual(['repeat', 'S', 0, 0]);
    expect(short(judge(...of('other', 100n, parts), { all }))).toEqual(['repeat', 'S', 0, 0]);
  });

  test('while statements are missing is not taken for a part of a day whose sums do not lead there', () => {
    const all = [before, booked('day', 100n, [a, b, c])];
    expect(short(judge(...of('T', 105n, [b]), { all }))).toBe('wait');
  });

  test('that comes again is the same one, although others of its day follow', () => {
    const all = [before, booked('S', 100n, [a]), booked('T', 110n, [b])];
    expect(short(judge(...of('S', 100n, [a]), { all }))).toEqual(['repeat', 'S', 0, 0]);
  });

  test('with the same balances says all of it again, or contradicts', () => {
    const [plus, minus] = [paid(7n, 'P'), paid(7n, 'M', { direction: 'debit' })];
    const more = [a, plus, minus];
    const asBooked = (said: readonly Movement[]) => ({ ...booked('S', 100n, said), closingMinor: 110n });
    const statement = chained('S', 100n, [a]);
    expect(short(judge(statement, [a], { all: [before, asBooked(more)] }))).toEqual(['contradiction', 'S', 0, 2]);
    expect(short(judge(statement, more, { all: [before, asBooked([a])] }))).toEqual(['contradiction', 'S', 2, 0]);
  });

  test('with the same equal balances is another one if all of it is new, and contradicts if a part is', () => {
    const even = (said: readonly Movement[]) => [{ ...chained('S', 100n, said), closingMinor: 100n }, said] as const;
    const pair = (one: string, other: string) => [paid(10n, one), paid(10n, other, { direction: 'debit' })];
    const all = [before, { ...booked('S', 100n, pair('A', 'B')), closingMinor: 100n }];
    expect(short(judge(...even(pair('C', 'D')), { all }))).toBe('book');
    expect(short(judge(...even(pair('A', 'D')), { all }))).toEqual(['contradiction', 'S', 1, 1]);
  });

  test('of the day of others that opens as they did contradicts all of them', () => {
    const all = [before, booked('S', 100n, [a]), booked('T', 110n, [b])];
    expect(short(judge(...of('other', 100n, [paid(7n, 'X')]), { all }))).toEqual(['contradiction', 'S T', 1, 2]);
  });

  test('is compared with the very first one as well', () => {
    expect(short(judge(...of('T', 100n, [b]), { all: [booked('S', 100n, [a])] }))).toEqual([
      'contradiction',
      'S',
      1,
      1,
    ]);
  });

  test('of the whole day says all that is booked of it, and leads to where that opens', () => {
    const all = [before, booked('T', 110n, [b])];
    expect(short(judge(...of('day', 95n, [a, b, c]), { all }))).toBe('wait');
    const more = [before, booked('T', 110n, [b, paid(5n, 'Q')])];
    expect(short(judge(...of('day', 100n, [a, c]), { all: more }))).toBe('book');
  });

  test('of very many movements is not compared in every way', () => {
    const many = Array.from({ length: 15 }, (_each, at) => paid(1n << BigInt(at), `${at}`));
    const last = paid(1n << 20n, 'last');
    const all = (said: readonly Movement[]) => [before, booked('day', 100n, said)];
    const late = of('late', 100n + last.amountMinor, [paid(1n, '0')]);
    expect(short(judge(...late, { all: all([last, ...many]) }))).toEqual(['repeat', 'day', 0, 15]);
    expect(short(judge(...late, { all: all([...many, last]) }))).toBe('wait');
  });
});
