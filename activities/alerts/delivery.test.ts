import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acknowledgeAlert } from '../../db/alerts/acknowledge.ts';
import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { planDueAlerts } from '../../db/alerts/plan.ts';
import { updateUndelivered } from '../../db/alerts/undelivered.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, one, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { alertSettings } from '../../domain/alerts/settings.fixture.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import { type CaughtMails, catchMails } from '../mail/mail-catcher.fixture.ts';
import { openMailer } from '../mail/mailer.ts';
import { startSmtp } from '../mail/smtp.fixture.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.fixture.ts';
import { webhookHeaders } from '../webhooks/signer.ts';
import type { AlertSender } from './channel.ts';
import { deliverDue, startAlertDelivery } from './delivery.ts';
import { pagerdutyChannel, webhookChannel } from './http-channels.ts';
import { mailChannel } from './mail-channel.ts';
import { type PagerdutySimulator, simulatePagerduty } from './pagerduty.fixture.ts';

const { db, databaseUrl } = await openTestDatabase();
const KEY = 'R0123456789012345678901234567890';
let pagerduty: PagerdutySimulator;
let hook: Receiver;
let mails: CaughtMails;
let settings: AlertSettings;
let senders: AlertSender[] = [];

beforeAll(async () => {
  mails = await catchMails();
});
beforeEach(async () => {
  await execute(db, 'DELETE FROM alert');
  await Promise.all(senders.map((each) => (each.channel === 'mail' ? undefined : each.close())));
  await Promise.all([pagerduty?.close(), hook?.close()]);
  [pagerduty, hook] = await Promise.all([simulatePagerduty(KEY), startReceiver()]);
  settings = alertSettings({
    webhook: { url: hook.url, secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX' },
    pagerduty: { url: pagerduty.url, routingKey: KEY },
  });
  const http = { deadlineMs: 500 };
  senders = [
    mailChannel(mails.mailer, settings),
    webhookChannel(settings, http),
    pagerdutyChannel(settings, http),
  ].filter((each) => each !== undefined);
});
afterAll(async () => {
  await Promise.all(senders.map((each) => each.close()));
  await Promise.all([pagerduty?.close(), hook?.close(), mails?.stop()]);
});

const ALERT = { kind: 'trial_balance', subject: 'ledger', message: 'Account 7 is off by 3.' } as const;

/** All that is due, as the loop does it. */
async function turn(nowMs = Date.now()): Promise<void> {
  await planDueAlerts(db, settings, nowMs);
  for (const sender of senders) {
    await deliverDue({ db, settings, senders, onTrouble: () => {}, nowMs: () => nowMs }, sender);
  }
}

/** Makes every waiting row due, as if its pause or lease had passed. */
const later = () => execute(db, `UPDATE alert_notice SET next_attempt_at = now() WHERE state = 'waiting'`);

async function notices(where = 'true') {
  const rows = await select<{ text: string }>(
    db,
    `SELECT concat_ws(' ', channel, stage, state, attempts) AS text FROM alert_notice WHERE ${where} ORDER BY id`,
  );
  return rows.map(({ text }) => text);
}

const ada = { kind: 'system', id: null, name: 'ada' } as const;
const acknowledge = async () => {
  const { id } = await one<{ id: string }>(db, 'SELECT id FROM alert');
  return inTransaction(db, (tx) => acknowledgeAlert(tx, { id, by: ada, origin: null, note: 'Looking.' }));
};

test('an alert and its notices are written together or not at all', async () => {
  const failing = inTransaction(db, async (tx) => {
    await raiseAlert(tx, ALERT);
    throw new Error('The work failed.');
  });
  await expect(failing).rejects.toThrow('The work failed.');
  expect(await notices()).toEqual([]);
  expect(await raiseAlert(db, ALERT)).toBe(true);
  expect(await raiseAlert(db, ALERT)).toBe(false);
  expect(await notices()).toEqual(['mail raised waiting 0', 'webhook raised waiting 0', 'pagerduty raised waiting 0']);
});

test('a critical alert reaches all channels, and its acknowledgement and end reach those that listen', async () => {
  await raiseAlert(db, ALERT);
  await turn();
  const { id } = await one<{ id: string }>(db, 'SELECT id FROM alert');
  expect(pagerduty.incidents.get(id)).toEqual({
    severity: 'critical',
    summary: 'The books do not balance: ledger',
    state: 'triggered',
    triggers: 1,
  });
  expect(await acknowledge()).toBe(true);
  expect(await acknowledge()).toBe(false);
  await turn();
  expect(pagerduty.incidents.get(id)?.state).toBe('acknowledged');
  expect(await resolveAlert(db, ALERT)).toBe(true);
  await turn();
  expect(pagerduty.incidents.get(id)?.state).toBe('resolved');

  const bodies = hook.received.map(({ body }) => JSON.parse(body) as { type: string; data: { message: string } });
  expect(bodies.map(({ type }) => type)).toEqual(['alert.raised', 'alert.acknowledged', 'alert.resolved']);
  expect(bodies[0]?.data).toMatchObject({ id, kind: 'trial_balance', severity: 'critical', message: ALERT.message });
  const url = `https://pay.test/compliance/alerts/${id}`;
  expect(JSON.parse(hook.received[0]?.body ?? '')).toMatchObject({ data: { url } });
  const [first] = hook.received;
  const timestampSeconds = Number(first?.headers['webhook-timestamp']);
  const signed = { id: `${id}.raised`, timestampSeconds, body: first?.body ?? '' };
  expect(first?.headers).toMatchObject(webhookHeaders(signed, [settings.webhook?.secret ?? '']));

  const [raised, resolved] = (await mails.read()).filter(({ source }) => source.includes(id));
  expect(raised).toMatchObject({ to: ['ops@pay.test'], subject: '[Critical] The books do not balance: ledger' });
  expect(raised?.headers['message-id']).toBe(`<alert.${id}.raised@pay.test>`);
  expect(raised?.text).toContain('docs/runbooks/trial_balance.md');
  expect(raised?.text).toContain(`View alert: ${url}`);
  expect(resolved?.subject).toContain('resolved');
  expect(await notices(`state <> 'delivered'`)).toEqual([]);
});

test('an alert that nobody acknowledged escalates to more people, as the same incident', async () => {
  await raiseAlert(db, ALERT);
  await turn();
  await execute(db, `UPDATE alert SET created_at = now() - interval '16 minutes', plan_at = now()`);
  await turn();
  const { id } = await one<{ id: string }>(db, 'SELECT id FROM alert');
  expect([...pagerduty.incidents.values()]).toMatchObject([{ triggers: 2 }]);
  const escalated = (await mails.read()).filter(({ source }) => source.includes(`${id}.escalated_1`));
  expect(escalated.map(({ to }) => to.join()).sort()).toEqual(['head@pay.test', 'ops@pay.test']);
});

test('what is confidential does not leave the gateway', async () => {
  await raiseAlert(db, { kind: 'case_waits', subject: 'case:1', message: 'The case of ACME Ltd has waited.' });
  await turn();
  expect(hook.received).toHaveLength(1);
  expect(hook.received[0]?.body).not.toContain('ACME');
  expect((await mails.read()).map(({ source }) => source).join()).not.toContain('ACME');
});

describe('a channel that fails', () => {
  test.each(['bad_request', 'too_many', 'failing', 'hanging', 'cutting', 'cutting_late'] as const)(
    'when PagerDuty is %s, gets the alert later and as one incident, and delays no other channel',
    async (mood) => {
      pagerduty.mood = mood;
      await raiseAlert(db, ALERT);
      await turn();
      expect(await notices()).toEqual([
        'mail raised delivered 1',
        'webhook raised delivered 1',
        'pagerduty raised waiting 1',
      ]);
      const { reason, soon } = await one<{ reason: string; soon: boolean }>(
        db,
        `SELECT last_error AS reason, next_attempt_at BETWEEN now() + interval '2 s' AND now() + interval '7 s' AS soon
         FROM alert_notice WHERE state = 'waiting'`,
      );
      expect(reason).toMatch(/^(400: .*for the test|429|500|timeout|connect)/);
      expect(reason).not.toContain(KEY);
      expect(soon).toBe(true);
      pagerduty.mood = 'well';
      await turn();
      expect(await notices(`channel = 'pagerduty'`)).toEqual(['pagerduty raised waiting 1']);
      await later();
      await turn();
      expect(await notices(`channel = 'pagerduty'`)).toEqual(['pagerduty raised delivered 2']);
      expect(pagerduty.incidents.size).toBe(1);
    },
  );

  test('hears of the end if it may know of the alert, and of nothing if it cannot', async () => {
    hook.answer = (response) => void response.writeHead(503).end();
    await raiseAlert(db, ALERT);
    await turn();
    await raiseAlert(db, { ...ALERT, subject: 'other' });
    await resolveAlert(db, ALERT);
    await resolveAlert(db, { ...ALERT, subject: 'other' });
    await later();
    await turn();
    hook.answer = (response) => void response.writeHead(200).end();
    await later();
    await turn();
    await turn();
    expect(await notices(`channel = 'webhook' AND alert_id = (SELECT id FROM alert WHERE subject = 'other')`)).toEqual([
      'webhook raised dropped 0',
    ]);
    expect(await notices(`channel = 'webhook' AND alert_id = (SELECT id FROM alert WHERE subject = 'ledger')`)).toEqual(
      ['webhook raised dropped 1', 'webhook resolved delivered 1'],
    );
  });

  test('is an alert to the other channels after minutes, never to itself, and closes when it works', async () => {
    pagerduty.mood = 'failing';
    await raiseAlert(db, ALERT);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await turn();
      await later();
    }
    const channels = senders.map(({ channel }) => channel);
    await updateUndelivered(db, channels);
    expect(await select(db, `SELECT FROM alert WHERE kind = 'alert_undelivered'`)).toEqual([]);
    await execute(
      db,
      `UPDATE alert_notice SET first_attempt_at = now() - interval '4 minutes' WHERE state = 'waiting'`,
    );
    await updateUndelivered(db, channels);
    await updateUndelivered(db, channels);
    await turn();
    await later();
    const about = `alert_id = (SELECT id FROM alert WHERE kind = 'alert_undelivered')`;
    expect(await notices(about)).toEqual([
      'mail raised delivered 1',
      'webhook raised delivered 1',
      'pagerduty raised dropped 0',
    ]);
    pagerduty.mood = 'well';
    await turn();
    await updateUndelivered(db, channels);
    const open = 'SELECT kind FROM alert WHERE resolved_at IS NULL';
    expect(await select(db, open)).toEqual([{ kind: 'trial_balance' }]);
  });

  test('when all fail, one alert for each channel is opened and no more', async () => {
    pagerduty.mood = 'failing';
    hook.answer = (response) => void response.writeHead(500).end();
    const smtp = await startSmtp({ RCPT: '451 later' });
    const mailer = openMailer({ smtpUrl: smtp.url, from: 'Tidegate <no-reply@pay.test>' });
    senders = [mailChannel(mailer, settings), ...senders.filter(({ channel }) => channel !== 'mail')];
    await raiseAlert(db, ALERT);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await turn();
      await later();
      await execute(db, `UPDATE alert_notice SET first_attempt_at = now() - interval '1 hour' WHERE state = 'waiting'`);
      await updateUndelivered(
        db,
        senders.map(({ channel }) => channel),
      );
    }
    expect(await select(db, 'SELECT kind, subject FROM alert ORDER BY kind, subject')).toEqual([
      ...['mail', 'pagerduty', 'webhook'].map((subject) => ({ kind: 'alert_undelivered', subject })),
      { kind: 'trial_balance', subject: 'ledger' },
    ]);
    mailer.close();
    await smtp.stop();
  });
});

test('a mailbox that has the mail does not get it again when another one failed', async () => {
  const sent: string[] = [];
  let isBroken = true;
  const mailer = {
    send: async ({ to }: { to: string }) => {
      if (isBroken && to === 'b@pay.test') throw new Error('no such mailbox');
      sent.push(to);
    },
    close: () => {},
  };
  const two = alertSettings({ mail: { to: ['a@pay.test', 'b@pay.test'], escalationTo: [] } });
  const sender = mailChannel(mailer, two);
  const deps = { db, settings: two, senders: [sender], onTrouble: () => {} };
  await raiseAlert(db, ALERT);
  await deliverDue(deps, sender);
  isBroken = false;
  await later();
  await deliverDue(deps, sender);
  expect(sent).toEqual(['a@pay.test', 'b@pay.test']);
  expect(await notices(`channel = 'mail'`)).toEqual(['mail raised delivered 2']);
});

test('quiet hours hold back a warning, and not a critical alert', async () => {
  settings = { ...settings, quietHours: { fromMinute: 22 * 60, toMinute: 7 * 60 } };
  const night = Date.parse('2030-01-01T23:00:00Z');
  await raiseAlert(db, { kind: 'message_parked', subject: 'q', message: 'x' });
  await raiseAlert(db, ALERT);
  for (const table of ['alert', 'alert_notice']) {
    await execute(db, `UPDATE ${table} SET created_at = $1`, [new Date(night)]);
  }
  await turn(night);
  expect(await notices(`state = 'waiting'`)).toEqual(['mail raised waiting 0', 'webhook raised waiting 0']);
  expect(await select(db, `SELECT DISTINCT next_attempt_at AS at FROM alert_notice WHERE state = 'waiting'`)).toEqual([
    { at: new Date('2030-01-02T07:00:00Z') },
  ]);
});

test('two processes at once send each notice once', async () => {
  for (let n = 0; n < 15; n += 1) await raiseAlert(db, { ...ALERT, subject: `s${n}` });
  const deps = { db, settings, senders: [], onTrouble: () => {} };
  const running = [1, 2, 3].map(() =>
    startAlertDelivery({ ...deps, senders: [webhookChannel(settings)].filter((each) => each !== undefined) }),
  );
  await expect.poll(() => notices(`channel = 'webhook' AND state = 'delivered'`)).toHaveLength(15);
  await Promise.all(running.map((each) => each.stop()));
  expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(15);
  expect(hook.received).toHaveLength(15);
});

test.each(['leased', 'sent'] as const)('a process that is killed once it has %s loses nothing', async (step) => {
  await raiseAlert(db, ALERT);
  const program = join(import.meta.dirname, 'delivery.program.fixture.ts');
  const child = spawn(process.execPath, [program, databaseUrl, hook.url, step], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(hook.received).toHaveLength(step === 'sent' ? 1 : 0);
  expect(await notices(`channel = 'webhook'`)).toEqual(['webhook raised waiting 1']);
  await turn();
  // Its lease still holds.
  expect(await notices(`channel = 'webhook'`)).toEqual(['webhook raised waiting 1']);
  await later();
  await turn();
  expect(await notices(`channel = 'webhook'`)).toEqual(['webhook raised delivered 2']);
  expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('notifies also about an alert that an older version raised without notices', async () => {
  await execute(db, `INSERT INTO alert (id, kind, subject, message) VALUES (gen_random_uuid(), 'audit_log', 'x', 'y')`);
  await turn();
  expect(await notices()).toEqual([
    'mail raised delivered 1',
    'webhook raised delivered 1',
    'pagerduty raised delivered 1',
  ]);
});
