import { expect, test } from 'vitest';
import { nameTokens, screenName } from './screening.ts';

const parties = [
  { list: 'sandbox', key: '1', names: ['Aleksandr Vymyshlenov', 'Александр Вымышленов'], birthYears: [1970] },
  { list: 'sandbox', key: '2', names: ['Nowhere Shipping Company Ltd'], birthYears: [] },
  { list: 'sandbox', key: '3', names: ['Jürgen Müller-Erfunden'], birthYears: [] },
];
const hitsOf = (name: string, birthYear: number | null = null) =>
  screenName({ subject: 'x', name, birthYear }, parties).map(({ key }) => key);

test('names are compared without accents, order, titles and legal forms', () => {
  expect(nameTokens('Müller, Dr. Jürgen')).toEqual(['juergen', 'mueller']);
  expect(nameTokens('Александр')).toEqual(['aleksandr']);
  expect(hitsOf('MÜLLER ERFUNDEN, Jürgen')).toEqual(['3']);
  expect(hitsOf('Nowhere Shipping GmbH')).toEqual(['2']);
  expect(hitsOf('Вымышленов Александр')).toEqual(['1']);
});

test('a spelling that is a little different, or a further name, is still shown', () => {
  expect(hitsOf('Alexander Vymyshlenov')).toEqual(['1']);
  expect(hitsOf('Aleksandr Ivan Vymyshlenov')).toEqual(['1']);
});

test('a year of birth clears a person only if it differs from each that the list names', () => {
  const party = { list: 'eu', key: '4', names: ['Nora Erdachtova'], birthYears: [1955, 1960, 1972] };
  const hits = (birthYear: number) => screenName({ subject: 'x', name: 'Nora Erdachtova', birthYear }, [party]);
  for (const year of [1955, 1959, 1961, 1973]) expect(hits(year), `${year}`).toHaveLength(1);
  for (const year of [1957, 1970, 1990]) expect(hits(year), `${year}`).toEqual([]);
});

test('another year of birth clears a person, an unknown one does not', () => {
  expect(hitsOf('Aleksandr Vymyshlenov', 1971)).toEqual(['1']);
  expect(hitsOf('Aleksandr Vymyshlenov', 1990)).toEqual([]);
});

test('a common first name alone, an empty name and other names are no hits', () => {
  for (const name of ['Aleksandr', '', '...', 'Nora Quay', 'Shipping Ltd', 'Jürgen Schmidt'])
    expect(hitsOf(name)).toEqual([]);
});
