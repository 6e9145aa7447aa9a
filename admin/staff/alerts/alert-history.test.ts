import '../words.ts';
import { expect, test } from 'vitest';
import type { AlertView } from '../../../contract/staff-alerts.ts';
import { historyOf } from './alert-history.ts';

type Notice = AlertView['notices'][number];

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 3, minute)).toISOString();

function notice(given: Partial<Notice>): Notice {
  return {
    channel: 'mail',
    stage: 'raised',
    state: 'delivered',
    attempts: 1,
    sent_to: [],
    detail: null,
    created_at: at(0),
    first_attempt_at: at(0),
    next_attempt_at: null,
    delivered_at: at(0),
    ...given,
  };
}

function alert(given: Partial<AlertView>): AlertView {
  return {
    id: 'x',
    kind: 'trial_balance',
    title: 'The books do not balance',
    severity: 'critical',
    status: 'open',
    subject: 'ledger',
    created_at: at(0),
    escalated: false,
    acknowledged_by: null,
    message: 'Account 7 is off.',
    acknowledged_at: null,
    acknowledged_note: null,
    resolved_at: null,
    resolved_by: null,
    resolved_note: null,
    closable: false,
    notices: [],
    ...given,
  };
}

const textsOf = (view: AlertView) =>
  historyOf(view).map(({ title, detail }) => [title, detail].filter(Boolean).join(' | '));
const resultOf = (given: Partial<Notice>) => historyOf(alert({ notices: [notice(given)] }))[0]?.detail;

test('tells the life of an alert, the newest first', () => {
  const view = alert({
    acknowledged_at: at(20),
    acknowledged_by: 'Ada (Manager)',
    acknowledged_note: 'On it.',
    resolved_at: at(30),
    notices: [
      notice({ sent_to: ['ops@pay.test'] }),
      notice({ channel: 'pagerduty', attempts: 2, delivered_at: at(1) }),
      notice({ stage: 'escalated_1', created_at: at(15), delivered_at: at(15), sent_to: ['head@pay.test'] }),
      notice({ stage: 'escalated_1', channel: 'pagerduty', created_at: at(15), delivered_at: at(16) }),
      notice({ stage: 'acknowledged', channel: 'pagerduty', created_at: at(20), delivered_at: at(21) }),
      notice({ stage: 'resolved', channel: 'pagerduty', created_at: at(30), delivered_at: at(31) }),
    ],
  });
  expect(textsOf(view).toReversed()).toEqual([
    'Raised',
    'Email: new alert | Delivered to ops@pay.test',
    'PagerDuty: new alert | Delivered · 2 attempts',
    'Escalated: nobody had acknowledged it',
    'Email: escalation 1 | Delivered to head@pay.test',
    'PagerDuty: escalation 1 | Delivered',
    'Acknowledged by Ada (Manager) | On it.',
    'PagerDuty: acknowledgment | Delivered',
    'Resolved: its cause is gone',
    'PagerDuty: resolved | Delivered',
  ]);
});

test('has one entry for each step of the escalation, however many channels it used', () => {
  const stages = ['escalated_1', 'escalated_2', 'escalated_3'] as const;
  const notices = stages.flatMap((stage, index) =>
    (['mail', 'webhook', 'pagerduty'] as const).map((channel) =>
      notice({ stage, channel, created_at: at(15 * (index + 1)), delivered_at: at(15 * (index + 1)) }),
    ),
  );
  const entries = historyOf(alert({ notices }));
  expect(entries.filter(({ title }) => title.startsWith('Escalated')).map(({ key }) => key)).toEqual(
    stages.toReversed(),
  );
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
});

test('says what became of each notice', () => {
  const waiting = { state: 'waiting', delivered_at: null, next_attempt_at: at(5) } as const;
  const untried = { ...waiting, attempts: 0, first_attempt_at: null };
  expect(resultOf({ ...untried, created_at: new Date().toISOString() })).toBe('Not sent yet');
  expect(resultOf({ ...untried, created_at: new Date(Date.now() - 11 * 60_000).toISOString() })).toBe('Not set up');
  expect(resultOf({ ...waiting, attempts: 0, detail: 'quiet hours' })).toMatch(/^Waiting until .*24.*: quiet hours$/);
  expect(resultOf({ ...waiting, attempts: 1 })).toBe('Being sent');
  expect(resultOf({ ...waiting, attempts: 3, detail: '503' })).toMatch(
    /^Not delivered yet: 503 · 3 attempts · next attempt .*24/,
  );
  expect(resultOf({ ...waiting, attempts: 1, detail: 'timeout', sent_to: ['a@pay.test'] })).toContain(
    'Delivered to a@pay.test only',
  );
  expect(resultOf({ state: 'dropped', delivered_at: null, attempts: 0, detail: 'it is about this channel' })).toBe(
    'Not sent: it is about this channel',
  );
});
