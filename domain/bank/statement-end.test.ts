import { describe, expect, test } from 'vitest';
import {
  bankDayOf,
  followedFromMs,
  missingOf,
  type ReportTimes,
  reportedSpan,
  reportedUntilMs,
  statementEndMs,
} from './statement-end.ts';

const closingDay = '2026-11-27';
const at = (text: string) => Date.parse(text);

test.each([
  ['the end of its period', { to: '2026-11-27T18:00:00Z', created: '2026-11-28T03:00:00Z' }, '2026-11-27T18:00:00Z'],
  ['the end of its period, also late', { to: '2026-11-27T23:30:00Z', created: null }, '2026-11-27T23:30:00Z'],
  [
    'its closing day, with an unreadable period',
    { to: 'soon', created: '2026-11-28T03:00:00Z' },
    '2026-11-27T22:00:00Z',
  ],
  ['when it was made, before its closing day', { to: null, created: '2026-11-26T20:00:00Z' }, '2026-11-26T20:00:00Z'],
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
  expect(missingOf({ ...statement, endMs: restoredAtMs }, { restoredAtMs, executionDay: null })).toBeNull();
  expect(missingOf({ ...statement, endMs: restoredAtMs - 1 }, { restoredAtMs, executionDay: null })).toBe(
    'a statement that ends after 2026-11-27T09:00:00.000Z',
  );
});

describe('a report of today’s movements', () => {
  const created = '2026-11-24T14:00:00';
  const span = (times: Partial<ReportTimes>) => {
    const found = reportedSpan({ from: null, to: null, created, hasOpening: false, ...times });
    return found && [new Date(found.fromMs).toISOString(), new Date(found.untilMs).toISOString()];
  };

  test.each<[string, Partial<ReportTimes>, string | null, string]>([
    ['is about its period', { from: '2026-11-24T09:00:00Z' }, '2026-11-24T09:00:00.000Z', '2026-11-24T12:00:00.000Z'],
    ['begins with a day', { from: '2026-11-24' }, '2026-11-23T23:00:00.000Z', '2026-11-24T12:00:00.000Z'],
    ['begins with its day', { hasOpening: true }, '2026-11-23T23:00:00.000Z', '2026-11-24T12:00:00.000Z'],
    [
      'ends with its period',
      { from: '2026-11-24', to: '2026-11-24T10:00:00Z' },
      '2026-11-23T23:00:00.000Z',
      '2026-11-24T10:00:00.000Z',
    ],
    [
      'does not end after it was made',
      { from: '2026-11-24', to: '2026-11-24T23:59:59' },
      '2026-11-23T23:00:00.000Z',
      '2026-11-24T12:00:00.000Z',
    ],
  ])('%s; local time without a zone makes it shorter', (_what, times, from, until) => {
    expect(span(times)).toEqual([from, until]);
  });

  test('says nothing where it does not say its time', () => {
    expect(span({})).toBeNull();
    expect(span({ from: '2026-11-24', created: null })).toBeNull();
    expect(span({ from: 'today' })).toBeNull();
    expect(span({ from: 'on 2026-11-24' })).toBeNull();
    expect(span({ from: '2026-11-24', to: 'soon' })).toEqual(['2026-11-23T23:00:00.000Z', '2026-11-24T12:00:00.000Z']);
    expect(span({ from: '2026-11-24', created: 'soon' })).toBeNull();
  });

  test('leads on from the one before it, in any order, and not over a gap', () => {
    const spans = [
      { fromMs: 20, untilMs: 30 },
      { fromMs: 5, untilMs: 20 },
      { fromMs: 31, untilMs: 40 },
      { fromMs: 6, untilMs: 12 },
    ];
    expect(reportedUntilMs(10, spans)).toBe(30);
    expect(reportedUntilMs(4, spans)).toBe(4);
    expect(reportedUntilMs(35, spans)).toBe(40);
  });

  test('leads on from a statement: of a whole day with the next day, else from its end', () => {
    const from = (end: string) => new Date(followedFromMs({ endMs: at(end), closingDay })).toISOString();
    expect(from('2026-11-27T21:59:59Z')).toBe('2026-11-27T23:00:00.000Z');
    expect(from('2026-11-27T23:30:00Z')).toBe('2026-11-27T23:30:00.000Z');
    expect(from('2026-11-27T21:59:00Z')).toBe('2026-11-27T23:00:00.000Z');
    expect(from('2026-11-27T21:58:59Z')).toBe('2026-11-27T21:58:59.000Z');
  });

  test('ends on the day of the bank', () => {
    expect(bankDayOf(Date.parse('2026-11-24T22:59:59Z'))).toBe('2026-11-24');
    expect(bankDayOf(Date.parse('2026-11-24T23:00:00Z'))).toBe('2026-11-25');
  });
});
