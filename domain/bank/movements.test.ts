import { describe, expect, test } from 'vitest';
import { identityOf, isBare, isNear, type Movement, mayBeSame, mayShareReferences, referencesOf } from './movements.ts';

const none: Movement = {
  amountMinor: 2_500n,
  direction: 'credit',
  day: '2026-11-24',
  bankReference: null,
  endToEndId: null,
  creditorReference: null,
  remittance: '',
  partyName: null,
  partyIban: null,
};
const full: Movement = {
  ...none,
  bankReference: 'B1',
  endToEndId: 'E1',
  creditorReference: 'RF18539007547034',
  remittance: 'Invoice 7',
  partyName: 'Anna Payer',
  partyIban: 'DE89370400440532013000',
};
const same = (one: Partial<Movement>, other: Partial<Movement>) =>
  mayBeSame({ ...none, ...one }, { ...none, ...other });

describe('the identity of a movement', () => {
  test.each<[keyof Movement, Partial<Movement>]>([
    ['amountMinor', { amountMinor: 2_501n }],
    ['direction', { direction: 'debit' }],
    ['day', { day: '2026-11-25' }],
    ['bankReference', { bankReference: 'B2' }],
    ['endToEndId', { endToEndId: 'E2' }],
    ['creditorReference', { creditorReference: 'RF712348231' }],
    ['remittance', { remittance: 'Invoice 8' }],
    ['partyName', { partyName: 'Ben Payer' }],
    ['partyIban', { partyIban: 'DE02120300000000202051' }],
  ])('is another one with another %s', (_key, change) => {
    expect(identityOf({ ...full, ...change })).not.toBe(identityOf(full));
  });

  test('is the same wherever it is said, and what one field says is not what another one does', () => {
    expect(identityOf({ ...full, within: { entry: 'e', reference: 'R' } })).toBe(identityOf(full));
    const swapped = { ...none, endToEndId: 'X', bankReference: null };
    expect(identityOf(swapped)).not.toBe(identityOf({ ...none, endToEndId: null, bankReference: 'X' }));
    expect(identityOf(full)).toMatch(/^[\w-]{43}$/);
  });
});

test.each<[string, Partial<Movement>, boolean]>([
  ['only a sum', {}, true],
  ['a sum with a reference of the bank', { bankReference: 'B1' }, true],
  ['an end-to-end ID', { endToEndId: 'E1' }, false],
  ['a creditor reference', { creditorReference: 'RF18539007547034' }, false],
  ['words', { remittance: 'Invoice' }, false],
  ['a name', { partyName: 'Anna' }, false],
  ['an account', { partyIban: 'DE89370400440532013000' }, false],
])('%s', (_what, said, bare) => {
  expect(isBare({ ...none, ...said })).toBe(bare);
});

test('references are those of the movement and of its entry', () => {
  expect(referencesOf(none)).toEqual([]);
  expect(referencesOf({ ...none, bankReference: 'B1', within: { entry: 'e', reference: 'R1' } })).toEqual(['B1', 'R1']);
  expect(referencesOf({ ...none, within: { entry: 'e', reference: null } })).toEqual([]);
});

test('references contradict where both have some and share none', () => {
  const of = (bankReference: string | null, reference?: string) =>
    reference === undefined
      ? { ...none, bankReference }
      : { ...none, bankReference, within: { entry: 'e', reference } };
  expect(mayShareReferences(of(null), of('B'))).toBe(true);
  expect(mayShareReferences(of('B'), of(null))).toBe(true);
  expect(mayShareReferences(of('A'), of('B'))).toBe(false);
  expect(mayShareReferences(of('A', 'R'), of('B', 'R'))).toBe(true);
});

test('days are near up to five apart, both ways', () => {
  const on = (day: string) => ({ ...none, day });
  expect(isNear(on('2026-11-24'), on('2026-11-29'))).toBe(true);
  expect(isNear(on('2026-11-29'), on('2026-11-24'))).toBe(true);
  expect(isNear(on('2026-11-24'), on('2026-11-30'))).toBe(false);
  expect(isNear(on('2026-11-30'), on('2026-11-24'))).toBe(false);
});

describe('two messages may speak of the same movement', () => {
  test.each<[string, Partial<Movement>, Partial<Movement>]>([
    ['if one says less', full, {}],
    ['if the other one says less', {}, full],
    ['if words are cut', { remittance: 'Invoice 7 of No' }, { remittance: 'Invoice 7 of November' }],
    ['if words are broken elsewhere', { remittance: 'Invoice 7 of' }, { remittance: 'INVOI CE-7 OF' }],
    ['if names are cut', { partyName: 'Anna Pay' }, { partyName: 'Anna Payer' }],
    [
      'if words differ and the creditor reference is the same',
      { remittance: 'RF18 5390', creditorReference: 'RF18539007547034' },
      { remittance: 'paid', creditorReference: 'RF18539007547034' },
    ],
    [
      'if the bank numbers it differently, with the same end-to-end ID',
      { bankReference: 'A', endToEndId: 'E1' },
      { bankReference: 'B', endToEndId: 'E1' },
    ],
    ['on days around', { day: '2026-11-24' }, { day: '2026-11-26' }],
  ])('%s', (_what, one, other) => {
    expect(same(one, other)).toBe(true);
  });

  test.each<[string, Partial<Movement>, Partial<Movement>]>([
    ['the amount', {}, { amountMinor: 2_501n }],
    ['the direction', {}, { direction: 'debit' }],
    ['the day', {}, { day: '2026-12-01' }],
    ['the end-to-end ID', { endToEndId: 'A' }, { endToEndId: 'B' }],
    ['the account', { partyIban: 'A' }, { partyIban: 'B' }],
    ['the creditor reference', { creditorReference: 'A' }, { creditorReference: 'B' }],
    ['the name', { partyName: 'Anna' }, { partyName: 'Ben' }],
    ['the words', { remittance: 'one' }, { remittance: 'two' }],
    ['the beginning of the words', { remittance: 'Invoice 7' }, { remittance: '7' }],
    ['what one says beside a reference', { creditorReference: 'RF', remittance: 'one' }, { remittance: 'two' }],
    ['the reference, and nothing else is equal', { bankReference: 'A' }, { bankReference: 'B' }],
    ['the reference, with one end-to-end ID', { bankReference: 'A', endToEndId: 'E' }, { bankReference: 'B' }],
  ])('not if %s differs', (_what, one, other) => {
    expect(same(one, other)).toBe(false);
    expect(same(other, one)).toBe(false);
  });
});
