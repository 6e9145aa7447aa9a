import { expect, test } from 'vitest';
import { missingOf, statementEndMs } from './statement-end.ts';

const closingDay = '2026-11-27';
const at = (text: string) => Date.parse(text);

test.each([
  ['the end of its period', { to: '2026-11-27T18:00:00Z', created: '2026-11-28T03:00:00Z' }, '2026-11-27T18:00:00Z'],
  ['when it was made during the day', { to: null, created: '2026-11-27T10:00:00+01:00' }, '2026-11-27T09:00:00Z'],
  ['when it was made, late on its day', { to: null, created: '2026-11-27T23:30:00Z' }, '2026-11-27T23:30:00Z'],
  ['its closing day, when made later', { to: null, created: '2026-11-28T03:00:00Z' }, '2026-11-27T22:00:00Z'],
  ['the earliest that a local time can mean', { to: null, created: '2026-11-27T10:00:00' }, '2026-11-27T08:00:00Z'],
  ['the beginning of its day, without any time', { to: null, created: null }, '2026-11-27T00:00:00Z'],
  ['the same, with a time that is none', { to: null, created: 'soon' }, '2026-11-27T00:00:00Z'],
])('a statement ends at %s', (_what, times, end) => {
  expect(statementEndMs({ ...times, closingDay })).toBe(at(end));
});

test('it has to end after the restore, and to contain the last day on which the bank made payments', () => {
  const restoredAtMs = at('2026-11-27T09:00:00Z');
  const statement = { endMs: at('2026-11-27T09:00:01Z'), closingDay };
  expect(missingOf(statement, { restoredAtMs, executionDay: null })).toBeNull();
  expect(missingOf(statement, { restoredAtMs, executionDay: closingDay })).toBeNull();
  expect(missingOf(statement, { restoredAtMs, executionDay: '2026-11-30' })).toBe('the statement of 2026-11-30');
  expect(missingOf({ ...statement, endMs: restoredAtMs - 1 }, { restoredAtMs, executionDay: null })).toBe(
    'a statement that ends after 2026-11-27T09:00:00.000Z',
  );
});
