import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryKeys } from './entry-keys.ts';
import type { StatementEntry } from './messages.ts';
import { identityOf } from './movements.ts';
import { saidDebit } from './said-debit.fixture.ts';

const entry = saidDebit;
const other = { ...entry, amountMinor: 800n };

test('an entry is named by what it says and where, and equal ones are counted', () => {
  const keyed = entryKeys('file.0');
  expect([entry, other, entry, entry].map((each) => keyed(each).key)).toEqual([
    `${identityOf(entry)}@file.0#1`,
    `${identityOf(other)}@file.0#1`,
    `${identityOf(entry)}@file.0#2`,
    `${identityOf(entry)}@file.0#3`,
  ]);
  expect(entryKeys('file.1')(entry)).toEqual({ ...entry, key: `${identityOf(entry)}@file.1#1` });
});

test('no two entries of a statement have one key, and read again, in whatever order, they have the same keys', () => {
  const entries = fc.array(fc.record({ amountMinor: fc.bigInt(1n, 3n), remittance: fc.constantFrom('a', 'b') }));
  const keysOf = (all: readonly Partial<StatementEntry>[]) => {
    const keyed = entryKeys('file.0');
    return all.map((each) => keyed({ ...entry, ...each }).key);
  };
  fc.assert(
    fc.property(entries, (all) => {
      const keys = keysOf(all);
      expect(new Set(keys).size).toBe(all.length);
      expect(keysOf(all.toReversed()).toSorted()).toEqual(keys.toSorted());
    }),
  );
});
