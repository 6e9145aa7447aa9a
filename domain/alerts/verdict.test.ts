import { describe, expect, test } from 'vitest';
import { endOfQuietHours } from './quiet-hours.ts';
import { alertSettings } from './settings.fixture.ts';
import { type DueNotice, judgeNotice, pauseAfter } from './verdict.ts';

const night = Date.parse('2026-11-23T23:30:00Z');
const quietHours = { fromMinute: 22 * 60, toMinute: 7 * 60 };
const settings = alertSettings({ quietHours });

function judge(given: Partial<DueNotice>, { sentThisHour = 0, nowMs = night } = {}) {
  const notice: DueNotice = {
    kind: 'payout_needs_operator',
    subject: 'payout:1',
    channel: 'mail',
    stage: 'raised',
    attempts: 0,
    acknowledgedAt: null,
    resolvedAt: null,
    createdAt: new Date(nowMs - 60_000),
    ...given,
  };
  return judgeNotice(notice, { settings, sentThisHour, nowMs });
}

describe('quiet hours', () => {
  const end = (time: string, given = {}) => {
    const ms = endOfQuietHours({ quietHours, timeZone: 'UTC', ...given }, Date.parse(time));
    return ms === null ? null : new Date(ms).toISOString();
  };

  test('go past midnight, and end to the minute', () => {
    expect(end('2026-11-23T21:59:59Z')).toBeNull();
    expect(end('2026-11-23T22:00:00Z')).toBe('2026-11-24T07:00:00.000Z');
    expect(end('2026-11-24T06:59:59Z')).toBe('2026-11-24T07:00:00.000Z');
    expect(end('2026-11-24T07:00:00Z')).toBeNull();
  });

  test('are those of the time zone', () => {
    expect(end('2026-11-23T21:30:00Z', { timeZone: 'Europe/Vilnius' })).toBe('2026-11-24T05:00:00.000Z');
    expect(end('2026-11-23T22:30:00Z', { quietHours: undefined })).toBeNull();
  });

  test('hold back warnings, but neither critical alerts nor messages to programs', () => {
    expect(judge({})).toEqual({ act: 'wait', until: new Date('2026-11-24T07:00:00Z'), reason: 'quiet hours' });
    expect(judge({ stage: 'resolved', resolvedAt: new Date(night) })).toMatchObject({ act: 'wait' });
    expect(judge({ kind: 'trial_balance' })).toEqual({ act: 'send' });
    expect(judge({ stage: 'resolved', channel: 'pagerduty', resolvedAt: new Date(night) })).toEqual({ act: 'send' });
  });
});

test.each([
  [{ resolvedAt: new Date(night) }, 'the alert was resolved before'],
  [{ acknowledgedAt: new Date(night) }, 'the alert was acknowledged before'],
  [{ stage: 'acknowledged', channel: 'webhook', resolvedAt: new Date(night) }, 'the alert was resolved before'],
  [{ createdAt: new Date(night - 73 * 3_600_000) }, 'it was not delivered for 72 hours'],
  [{ kind: 'alert_undelivered', subject: 'mail' }, 'it is about this channel'],
] as const)('a notice that nobody needs is dropped: %o', (given, reason) => {
  expect(judge({ kind: 'trial_balance', ...given })).toEqual({ act: 'drop', reason });
});

test('a flood of one kind waits, but a retry does not, nor the news that an alert was resolved', () => {
  const flood = { sentThisHour: 20 };
  expect(judge({ kind: 'trial_balance' }, flood)).toMatchObject({ act: 'wait' });
  expect(judge({ kind: 'trial_balance' }, { sentThisHour: 19 })).toEqual({ act: 'send' });
  expect(judge({ kind: 'trial_balance', attempts: 1 }, flood)).toEqual({ act: 'send' });
  const resolved = { kind: 'trial_balance', stage: 'resolved', resolvedAt: new Date(night) } as const;
  expect(judge(resolved, flood)).toEqual({ act: 'send' });
});

test('pauses double from 5 seconds to 10 minutes, with jitter', () => {
  expect([1, 2, 3, 8, 50].map((attempts) => pauseAfter(attempts, 0))).toEqual([5e3, 10e3, 20e3, 600e3, 600e3]);
  expect(pauseAfter(1, 1)).toBe(6_250);
});
