import { expect, test } from 'vitest';
import { addDays } from '../text/day.ts';
import { executionDay, isTargetDay } from './target-calendar.ts';

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

/** Easter Sundays by the tables of the calendar, the earliest and the latest, and around turns of centuries. */
const EASTER_SUNDAYS = [
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
  '2031-04-13',
  '2032-03-28',
  '2033-04-17',
  '2034-04-09',
  '2035-03-25',
  '2036-04-13',
  '2037-04-05',
  '2038-04-25',
  '2039-04-10',
  '2040-04-01',
  '2041-04-21',
  '2042-04-06',
  '2043-03-29',
  '2044-04-17',
  '2045-04-09',
  '2046-03-25',
  '2047-04-14',
  '2048-04-05',
  '2049-04-18',
  '2050-04-10',
  '2051-04-02',
  '2052-04-21',
  '2053-04-06',
  '2054-03-29',
  '2055-04-18',
  '2056-04-02',
  '2057-04-22',
  '2058-04-14',
  '2059-03-30',
  '2060-04-18',
  '2061-04-10',
  '2062-03-26',
  '2063-04-15',
  '1999-04-04',
  '2000-04-23',
  '2100-03-28',
  '2199-04-14',
  '2200-04-06',
  '2285-03-22',
  '2299-04-16',
  '2400-04-16',
];

test.each(EASTER_SUNDAYS)('no payments settle on the Friday before Easter %s and the Monday after it', (sunday) => {
  expect([-3, -2, -1, 0, 1, 2].map((days) => isTargetDay(addDays(sunday, days)))).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
  ]);
});
