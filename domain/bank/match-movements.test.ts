import { describe, expect, test } from 'vitest';
import { type MatchHow, matchMovements } from './match-movements.ts';
import type { Movement } from './movements.ts';

type Named = Movement & { readonly name: string };
const movement = (name: string, amountMinor: bigint, more: Partial<Movement> = {}): Named => ({
  name,
  amountMinor,
  direction: 'credit',
  day: '2026-11-24',
  bankReference: null,
  endToEndId: null,
  creditorReference: null,
  remittance: '',
  partyName: null,
  partyIban: null,
  ...more,
});
const [ANNA, BEN] = ['DE89370400440532013000', 'DE02120300000000202051'];
const part = (name: string, minor: bigint, more: Partial<Movement> = {}, reference: string | null = null) =>
  movement(name, minor, { within: { entry: 'E', reference }, remittance: name, ...more });

/** By names: pairs, sums with their parts, splits with theirs, and what is new. */
function match(said: readonly Named[], known: readonly Named[], how?: MatchHow) {
  const found = matchMovements(said, known, how);
  return {
    pairs: found.pairs.map((each) => `${each.said.name}=${each.known.name}`).sort(),
    sums: found.sums.map(({ said: one, parts }) => `${one.name}=${parts.map(({ name }) => name).join('+')}`),
    splits: found.splits.map(({ known: one, parts }) => `${one.name}=${parts.map(({ name }) => name).join('+')}`),
    fresh: found.fresh.map(({ name }) => name),
  };
}
const nothing = { pairs: [], sums: [], splits: [], fresh: [] };

describe('pairs', () => {
  test.each<[string, Partial<Movement>, Partial<Movement>]>([
    ['all that is said', { remittance: 'one' }, { remittance: 'one' }],
    [
      'the bank’s reference and the end-to-end ID',
      { bankReference: 'B', endToEndId: 'E' },
      { bankReference: 'B', endToEndId: 'E', day: '2026-11-25' },
    ],
    [
      'the end-to-end ID',
      { endToEndId: 'E', bankReference: 'A' },
      { endToEndId: 'E', bankReference: 'B', day: '2026-11-26' },
    ],
    ['the bank’s reference', { bankReference: 'B', remittance: 'words' }, { bankReference: 'B', day: '2026-11-26' }],
    [
      'the reference of the entry',
      { bankReference: 'B', within: { entry: 'x', reference: 'R' } },
      { day: '2026-11-26', within: { entry: 'y', reference: 'R' } },
    ],
    [
      'the creditor reference and the day',
      { creditorReference: 'RF', remittance: 'a' },
      { creditorReference: 'RF', remittance: 'b' },
    ],
    ['the payer and the day', { partyIban: ANNA, remittance: 'cut' }, { partyIban: ANNA }],
    ['words and the day', { remittance: 'Invoice 7', partyIban: ANNA }, { remittance: 'Invoice 7' }],
    ['the day, where one says only a sum', { remittance: 'Invoice 7' }, {}],
    ['the day, where both say little', { partyName: 'Anna' }, { remittance: 'Invoice' }],
  ])('by %s', (_what, one, other) => {
    const [said, known] = [movement('said', 100n, one), movement('known', 100n, other)];
    expect(match([said], [known])).toEqual({ ...nothing, pairs: ['said=known'] });
  });

  test('use the best evidence first, and each movement once', () => {
    const said = [movement('one', 100n, { partyIban: ANNA }), movement('two', 100n, { partyIban: BEN })];
    const known = [movement('b', 100n, { partyIban: BEN }), movement('a', 100n, { partyIban: ANNA })];
    expect(match(said, known)).toEqual({ ...nothing, pairs: ['one=a', 'two=b'] });
    const [first] = known;
    expect(match(said, first ? [first] : [])).toEqual({ ...nothing, pairs: ['two=b'], fresh: ['one'] });
  });

  test.each<[string, Partial<Movement>, Partial<Movement>, Partial<Movement>]>([
    [
      'all that is said, before references',
      { bankReference: 'B', endToEndId: 'E', remittance: 'w' },
      { bankReference: 'B', endToEndId: 'E' },
      { bankReference: 'B', endToEndId: 'E', remittance: 'w' },
    ],
    [
      'the payer with his words, before the payer',
      { partyIban: ANNA, remittance: 'Invoice 7' },
      { partyIban: ANNA },
      { partyIban: ANNA, remittance: 'Invoice 7', partyName: 'Anna' },
    ],
    [
      'words, before what says none',
      { partyIban: ANNA, remittance: 'Invoice 7' },
      { partyName: 'Anna' },
      { remittance: 'Invoice 7' },
    ],
    ['what has words, for a sum without', {}, { bankReference: 'B' }, { remittance: 'Invoice 7' }],
    ['a sum without words, before other words', { remittance: 'Invoice 7' }, { partyName: 'Anna' }, {}],
    [
      'what does not contradict, among those of one reference',
      { bankReference: 'B', endToEndId: 'E' },
      { bankReference: 'B', endToEndId: 'F' },
      { bankReference: 'B', remittance: 'w' },
    ],
  ])('use %s', (_what, one, worse, better) => {
    const known = [movement('worse', 100n, worse), movement('better', 100n, better)];
    expect(match([movement('said', 100n, one)], known).pairs).toEqual(['said=better']);
  });

  test('of a sum and of words alone lie on one day', () => {
    const [sum, words] = [movement('sum', 100n), movement('words', 100n, { remittance: 'w', day: '2026-11-25' })];
    expect(match([sum], [words]).fresh).toEqual(['sum']);
    expect(match([words], [sum]).fresh).toEqual(['words']);
  });

  test('are none of another amount or direction, or of what contradicts', () => {
    const said = movement('said', 100n, { bankReference: 'B' });
    for (const other of [{ amountMinor: 101n }, { direction: 'debit' as const }, { bankReference: 'C' }])
      expect(match([said], [{ ...movement('known', 100n, { bankReference: 'B' }), ...other }]).fresh).toEqual(['said']);
  });

  test('without a reference of the bank lie on one day, if not said otherwise', () => {
    const of = (name: string, day: string) => movement(name, 100n, { creditorReference: 'RF', partyIban: ANNA, day });
    const [said, known] = [[of('said', '2026-11-24')], [of('known', '2026-11-26')]];
    expect(match(said, known).fresh).toEqual(['said']);
    expect(match(said, known, { acrossDays: true })).toEqual({ ...nothing, pairs: ['said=known'] });
    const words = (name: string, day: string) => movement(name, 100n, { remittance: 'Invoice', day });
    expect(match([words('said', '2026-11-24')], [words('known', '2026-11-25')], { acrossDays: true }).fresh).toEqual([
      'said',
    ]);
  });

  test('of very many alike are all found', () => {
    const many = (what: string) => Array.from({ length: 120 }, (_each, at) => movement(`${what}${at}`, 100n));
    expect(match(many('said'), many('known')).pairs).toHaveLength(120);
  });
});

describe('details and their sum', () => {
  test('are alternatives, in both directions, by the entry or its reference', () => {
    const parts = [part('a', 100n), part('b', 50n)];
    const sum = movement('sum', 150n);
    expect(match([sum], parts)).toEqual({ ...nothing, sums: ['sum=a+b'] });
    expect(match(parts, [sum])).toEqual({ ...nothing, splits: ['sum=a+b'] });
    const later = movement('sum', 150n, { bankReference: 'R', day: '2026-11-26' });
    expect(match([later], [part('a', 100n, {}, 'R'), part('b', 50n, {}, 'R')]).sums).toEqual(['sum=a+b']);
    expect(match([later], parts).fresh).toEqual(['sum']);
  });

  test('come before another sum of the day, and one movement of an entry is no sum', () => {
    const [parts, other] = [[part('a', 100n), part('b', 50n)], movement('other', 150n, { bankReference: 'B' })];
    expect(match([movement('sum', 150n)], [other, ...parts])).toEqual({ ...nothing, sums: ['sum=a+b'] });
    expect(match([movement('sum', 100n)], [part('a', 100n)])).toEqual({ ...nothing, pairs: ['sum=a'] });
  });

  test('by a reference alone have the direction of the sum, are smaller and near', () => {
    const by = (name: string, minor: bigint, more: Partial<Movement> = {}) =>
      movement(name, minor, { bankReference: 'R', remittance: name, ...more });
    const sum = movement('sum', 150n, { bankReference: 'R' });
    const [a, b] = [by('a', 100n), by('b', 50n)];
    expect(match([sum], [a, b]).sums).toEqual(['sum=a+b']);
    expect(match([sum], [a, b, by('larger', 900n)]).sums).toEqual(['sum=a+b']);
    expect(match([sum], [a, by('c', 55n), by('debit', 5n, { direction: 'debit' })]).fresh).toEqual(['sum']);
    const far = { day: '2026-12-05' };
    expect(match([sum], [by('a', 100n, far), by('b', 50n, far)]).fresh).toEqual(['sum']);
    expect(match([sum], [a, b, by('far', 20n, far)]).sums).toEqual(['sum=a+b']);
  });

  test('may have a charge within, which has the other direction', () => {
    const parts = [part('a', 100n), part('charge', 5n, { direction: 'debit' })];
    expect(match([movement('sum', 95n)], parts).sums).toEqual(['sum=a+charge']);
  });

  test('do not fit where they do not add up, are one, contradict by reference, or have words of their own', () => {
    expect(match([movement('sum', 151n)], [part('a', 100n), part('b', 50n)]).fresh).toEqual(['sum']);
    expect(
      match([movement('sum', 100n, { bankReference: 'X' })], [part('a', 100n, { bankReference: 'Y' })]).sums,
    ).toEqual([]);
    const other = [part('a', 100n, {}, 'R'), part('b', 50n, {}, 'R')];
    expect(match([movement('sum', 150n, { bankReference: 'S' })], other).fresh).toEqual(['sum']);
    expect(match([movement('sum', 150n, { remittance: 'words' })], [part('a', 100n), part('b', 50n)]).fresh).toEqual([
      'sum',
    ]);
    const far = [part('a', 100n, { day: '2026-12-05' }), part('b', 50n, { day: '2026-12-05' })];
    expect(match([movement('sum', 150n, { bankReference: null })], far).fresh).toEqual(['sum']);
  });

  test('of several entries of a day are distinguished', () => {
    const others = [part('c', 70n), part('d', 80n)].map((each) => ({
      ...each,
      within: { entry: 'F', reference: null },
    }));
    const known = [part('a', 100n), ...others, part('b', 45n)];
    expect(match([movement('sum', 145n)], known).sums).toEqual(['sum=a+b']);
  });

  test('are guessed among movements of the day only where that is allowed', () => {
    const known = [movement('a', 100n, { remittance: 'a' }), movement('b', 50n, { remittance: 'b' })];
    const more = [...known, movement('c', 7n, { remittance: 'c' })];
    const sum = movement('sum', 150n);
    expect(match([sum], known).fresh).toEqual(['sum']);
    expect(match([sum], known, { guesses: true })).toEqual({ ...nothing, sums: ['sum=a+b'] });
    expect(match([sum], more, { guesses: true }).sums).toEqual(['sum=a+b']);
    expect(match([movement('sum', 57n)], more, { guesses: true }).sums).toEqual(['sum=b+c']);
    expect(match([movement('sum', 151n)], more, { guesses: true }).fresh).toEqual(['sum']);
    const otherDay = more.map((each) => ({ ...each, day: '2026-11-25' }));
    expect(match([sum], otherDay, { guesses: true }).fresh).toEqual(['sum']);
  });

  test('are not guessed with what goes the other way', () => {
    const known = [
      part('a', 100n),
      movement('b', 55n, { remittance: 'b' }),
      part('charge', 5n, { direction: 'debit' }),
    ];
    expect(match([movement('sum', 150n)], known, { guesses: true }).fresh).toEqual(['sum']);
    expect(match([movement('sum', 155n)], known, { guesses: true }).sums).toEqual(['sum=a+b']);
  });

  test('are not guessed among too many', () => {
    const many = Array.from({ length: 15 }, (_each, at) =>
      movement(`${at}`, 1_000n + BigInt(at), { remittance: `${at}` }),
    );
    expect(match([movement('sum', 2_001n)], many, { guesses: true }).sums).toEqual([]);
    expect(match([movement('sum', 2_001n)], many.slice(0, 14), { guesses: true }).sums).toEqual(['sum=0+1']);
    const all = many.reduce((total, { amountMinor }) => total + amountMinor, 0n);
    expect(match([movement('sum', all)], many, { guesses: true }).sums).toHaveLength(1);
  });
});
