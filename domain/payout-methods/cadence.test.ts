import { describe, expect, it } from 'vitest';
import { nextRun } from './cadence.ts';
import type { MethodPeriod } from './fields.ts';

const next = (period: MethodPeriod, now: string) => nextRun(period, Date.parse(now)).toISOString();

describe('when an automatic method pays next', () => {
  it('each day at two in the morning, today while that is ahead', () => {
    expect(next('day', '2026-11-20T01:59:59Z')).toBe('2026-11-20T02:00:00.000Z');
    expect(next('day', '2026-11-20T02:00:00Z')).toBe('2026-11-21T02:00:00.000Z');
    expect(next('day', '2026-12-31T12:00:00Z')).toBe('2027-01-01T02:00:00.000Z');
  });

  it('each Monday', () => {
    // 23 November 2026 is a Monday.
    expect(next('week', '2026-11-20T12:00:00Z')).toBe('2026-11-23T02:00:00.000Z');
    expect(next('week', '2026-11-22T23:00:00Z')).toBe('2026-11-23T02:00:00.000Z');
    expect(next('week', '2026-11-23T01:00:00Z')).toBe('2026-11-23T02:00:00.000Z');
    expect(next('week', '2026-11-23T03:00:00Z')).toBe('2026-11-30T02:00:00.000Z');
  });

  it('each first of a month, over the end of a year', () => {
    expect(next('month', '2026-11-01T00:30:00Z')).toBe('2026-11-01T02:00:00.000Z');
    expect(next('month', '2026-12-05T00:00:00Z')).toBe('2027-01-01T02:00:00.000Z');
  });

  it('each so many seconds where the sandbox is hurried', () => {
    expect(nextRun('month', 10_000, 5).getTime()).toBe(15_000);
    expect(nextRun('day', 12_345, 5).getTime()).toBe(15_000);
  });
});
