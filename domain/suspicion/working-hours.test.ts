import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPLIANCE_CALENDAR } from './calendar.ts';
import { workingDeadlineMs } from './working-hours.ts';

const HOUR_MS = 3_600_000;

/** Three working hours after a local moment of Vilnius, as ISO 8601 in UTC. */
function due(from: string, hours = 3): string {
  return new Date(workingDeadlineMs(Date.parse(from), hours * HOUR_MS, COMPLIANCE_CALENDAR)).toISOString();
}

describe('three working hours', () => {
  it('within a day are three hours', () => {
    // 2026-11-18 is a Wednesday; Vilnius is two hours ahead of UTC in winter.
    expect(due('2026-11-18T10:00:00+02:00')).toBe('2026-11-18T11:00:00.000Z');
  });
  it('end exactly at closing time, not on the next morning', () => {
    expect(due('2026-11-18T14:00:00+02:00')).toBe('2026-11-18T15:00:00.000Z');
  });
  it('go on the next morning', () => {
    expect(due('2026-11-18T16:00:00+02:00')).toBe('2026-11-19T08:00:00.000Z');
  });
  it('begin when the team comes, for what happens at night', () => {
    expect(due('2026-11-18T03:12:00+02:00')).toBe('2026-11-18T09:00:00.000Z');
    expect(due('2026-11-18T23:59:59+02:00')).toBe('2026-11-19T09:00:00.000Z');
  });
  it('go over a weekend', () => {
    expect(due('2026-11-20T15:30:00+02:00')).toBe('2026-11-23T07:30:00.000Z');
    expect(due('2026-11-21T12:00:00+02:00')).toBe('2026-11-23T09:00:00.000Z');
  });
  it('go over holidays that have a date, and over Easter', () => {
    expect(due('2026-12-23T16:00:00+02:00')).toBe('2026-12-28T08:00:00.000Z');
    // Easter Sunday 2026 is 5 April, 2027 is 28 March.
    expect(due('2026-04-03T16:00:00+03:00')).toBe('2026-04-07T07:00:00.000Z');
    expect(due('2027-03-26T16:30:00+02:00')).toBe('2027-03-30T07:30:00.000Z');
  });
  it('hold over a change of the clock', () => {
    // Clocks go forward on Sunday 28 March 2027 and back on Sunday 25 October 2026.
    expect(due('2026-10-23T16:00:00+03:00')).toBe('2026-10-26T08:00:00.000Z');
  });
  it('hold in zones on the other side of UTC, whose day is another one', () => {
    const newYork = { ...COMPLIANCE_CALENDAR, timeZone: 'America/New_York', holidays: [], easterHolidays: [] };
    const auckland = { ...newYork, timeZone: 'Pacific/Auckland' };
    const at = Date.parse('2026-11-20T20:00:00Z'); // Friday 15:00 in New York, Saturday 09:00 in Auckland
    expect(new Date(workingDeadlineMs(at, 3 * HOUR_MS, newYork)).toISOString()).toBe('2026-11-23T14:00:00.000Z');
    expect(new Date(workingDeadlineMs(at, 3 * HOUR_MS, auckland)).toISOString()).toBe('2026-11-22T22:00:00.000Z');
  });
  it('are never less than three hours, and more of them never end earlier', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 * 365 * 24 * 60 }),
        fc.integer({ min: 1, max: 600 }),
        (minutes, length) => {
          const start = Date.UTC(2020, 0, 1) + minutes * 60_000;
          const end = workingDeadlineMs(start, length * 60_000, COMPLIANCE_CALENDAR);
          expect(end).toBeGreaterThanOrEqual(start + length * 60_000);
          const later = workingDeadlineMs(start + 60_000, length * 60_000, COMPLIANCE_CALENDAR);
          expect(later).toBeGreaterThanOrEqual(end);
        },
      ),
    );
  });
});
