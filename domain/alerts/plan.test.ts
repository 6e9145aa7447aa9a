import { describe, expect, test } from 'vitest';
import { type KnownNotice, type PlannedAlert, planNotices } from './plan.ts';
import { alertSettings } from './settings.fixture.ts';

const T0 = Date.parse('2026-11-23T12:00:00Z');
const MINUTE = 60_000;
const settings = alertSettings();

function alert(given: Partial<PlannedAlert> = {}): PlannedAlert {
  return {
    kind: 'trial_balance',
    subject: 'ledger',
    createdAt: new Date(T0),
    acknowledgedAt: null,
    resolvedAt: null,
    ...given,
  };
}

function known(...names: readonly string[]): KnownNotice[] {
  return names.map((name) => {
    const [channel, stage, arrived = 'yes'] = name.split(' ');
    return { channel, stage, mayHaveArrived: arrived === 'yes' } as KnownNotice;
  });
}

function plan(about: PlannedAlert, { minutes = 0, notices = known(), use = settings } = {}) {
  const { add, nextAt } = planNotices(about, { known: notices, settings: use, nowMs: T0 + minutes * MINUTE });
  return {
    add: add.map(({ channel, stage }) => `${channel} ${stage}`),
    nextMinutes: nextAt === null ? null : (nextAt.getTime() - T0) / MINUTE,
  };
}

const RAISED = known('mail raised', 'webhook raised', 'pagerduty raised');

describe('a critical alert', () => {
  test('goes to every channel at once, and is planned again when it escalates', () => {
    expect(plan(alert())).toEqual({ add: ['mail raised', 'webhook raised', 'pagerduty raised'], nextMinutes: 10 });
    expect(plan(alert(), { minutes: 8, notices: RAISED })).toEqual({ add: [], nextMinutes: 15 });
  });

  test('escalates after 15, 30 and 60 minutes, each step once', () => {
    const at = (minutes: number, notices = RAISED) => plan(alert(), { minutes, notices }).add;
    expect(at(14.9)).toEqual([]);
    expect(at(15)).toEqual(['mail escalated_1', 'webhook escalated_1', 'pagerduty escalated_1']);
    const first = known('mail escalated_1', 'webhook escalated_1', 'pagerduty escalated_1');
    expect(at(16, [...RAISED, ...first])).toEqual([]);
    expect(at(30, [...RAISED, ...first])).toContain('mail escalated_2');
    expect(at(60, [...RAISED, ...first])).toContain('mail escalated_3');
  });

  test('after a pause takes only the latest step', () => {
    expect(plan(alert(), { minutes: 300, notices: RAISED }).add).toEqual([
      'mail escalated_3',
      'webhook escalated_3',
      'pagerduty escalated_3',
    ]);
  });

  test('stops escalating once acknowledged, and programs hear of it', () => {
    const acknowledged = alert({ acknowledgedAt: new Date(T0 + MINUTE) });
    expect(plan(acknowledged, { minutes: 300, notices: RAISED }).add).toEqual([
      'webhook acknowledged',
      'pagerduty acknowledged',
    ]);
  });

  test('when resolved is sent to the channels that may know of it, and never planned again', () => {
    const resolved = alert({ resolvedAt: new Date(T0 + MINUTE) });
    const notices = known('mail raised no', 'webhook raised', 'pagerduty raised');
    expect(plan(resolved, { minutes: 2, notices })).toEqual({
      add: ['webhook resolved', 'pagerduty resolved'],
      nextMinutes: null,
    });
    expect(plan(resolved, { minutes: 2 })).toEqual({ add: [], nextMinutes: null });
  });
});

test('a warning goes to mail and webhook, and wakes people only after two hours', () => {
  const warning = alert({ kind: 'payout_needs_operator' });
  expect(plan(warning).add).toEqual(['mail raised', 'webhook raised']);
  const notices = known('mail raised', 'webhook raised');
  expect(plan(warning, { minutes: 119, notices }).add).toEqual([]);
  expect(plan(warning, { minutes: 120, notices }).add).toContain('pagerduty escalated_1');
});

test('information never escalates', () => {
  const notices = known('mail raised', 'webhook raised');
  expect(plan(alert({ kind: 'stray_payment' }), { minutes: 10_000, notices }).add).toEqual([]);
});

test('channels that are not set up get nothing', () => {
  const mailOnly = alertSettings({ webhook: undefined, pagerduty: undefined });
  expect(plan(alert(), { use: mailOnly }).add).toEqual(['mail raised']);
  const none = alertSettings({ mail: undefined, webhook: undefined, pagerduty: undefined });
  expect(plan(alert(), { use: none, minutes: 300 }).add).toEqual([]);
});

test('the alert about a channel that fails goes to the others only, at every stage', () => {
  const about = alert({ kind: 'alert_undelivered', subject: 'mail' });
  expect(plan(about).add).toEqual(['webhook raised', 'pagerduty raised']);
  expect(plan(about, { minutes: 60, notices: known('webhook raised') }).add.join()).not.toContain('mail');
});
