import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTimeZone, localClock, startOfDay } from './reports.ts';

const ZONES = ['UTC', 'Europe/Vilnius', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Niue'];

describe('a local day', () => {
  test.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    ['2026-07-01', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z'],
    // Clocks go from 23:59:59 to 01:00:00 here: the day has no midnight.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, begins) => {
    expect(startOfDay(day, zone).toISOString()).toBe(begins);
  });

  test('begins where the one before it ends, in every zone and season', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 3_650 }), (zone, days) => {
        const day = new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10);
        const begins = startOfDay(day, zone);
        const clock = localClock(zone);
        expect(clock(begins).slice(0, 10)).toBe(day);
        expect(clock(new Date(begins.getTime() - 1)).slice(0, 10) < day).toBe(true);
      }),
    );
  });

  test('that does not exist is refused', () => {
    expect(() => startOfDay('2026-02-30', 'UTC')).toThrow(RangeError);
  });
});

test('a zone is one that the runtime knows', () => {
  expect(isTimeZone('Europe/Vilnius')).toBe(true);
  expect(isTimeZone('Mars/Olympus')).toBe(false);
});
