import { expect, test } from 'vitest';
import { addDays, executionDay, isTargetDay } from './target-calendar.ts';

test.each([
  ['2026-11-24', true, 'a Tuesday'],
  ['2026-11-28', false, 'a Saturday'],
  ['2026-04-03', false, 'Good Friday 2026'],
  ['2026-04-06', false, 'Easter Monday 2026'],
  ['2027-03-26', false, 'Good Friday 2027'],
  ['2027-03-29', false, 'Easter Monday 2027'],
  ['2038-04-23', false, 'Good Friday of the latest Easter of this century'],
  ['2038-04-26', false, 'Easter Monday of it'],
  ['2026-05-01', false, 'Labour Day'],
  ['2026-12-24', true, 'Christmas Eve'],
  ['2026-12-25', false, 'Christmas Day'],
  ['2025-12-26', false, 'Boxing Day'],
  ['2027-01-01', false, 'New Year'],
])('%s is a business day: %s (%s)', (day, expected) => {
  expect(isTargetDay(day)).toBe(expected);
});

test.each([
  ['2026-11-24T12:59:00Z', '2026-11-24', 'before two in the afternoon in Frankfurt, in winter'],
  ['2026-11-24T13:00:00Z', '2026-11-25', 'at two'],
  ['2026-07-01T12:00:00Z', '2026-07-02', 'at two in summer'],
  ['2026-11-27T15:00:00Z', '2026-11-30', 'on a Friday afternoon'],
  ['2026-12-24T15:00:00Z', '2026-12-28', 'on the afternoon of Christmas Eve, before a weekend'],
  ['2026-11-24T23:30:00Z', '2026-11-25', 'after midnight in Frankfurt it is already the next day'],
])('what is sent at %s is executed on %s (%s)', (now, expected) => {
  expect(executionDay(Date.parse(now), 14)).toBe(expected);
});

test('days are counted over the end of a month and a leap day', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
});
