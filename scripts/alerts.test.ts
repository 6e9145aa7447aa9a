import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PagerdutySimulator, simulatePagerduty } from '../activities/alerts/pagerduty.fixture.ts';
import { type CaughtMails, catchMails } from '../activities/mail/mail-catcher.fixture.ts';
import { raiseAlert } from '../db/alerts/alerts.ts';
import { verifyAudit } from '../db/audit/verify.ts';
import { select } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { newId } from '../domain/ids.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';

const { db } = await openTestDatabase();
const KEY = 'R0123456789012345678901234567890';
let pagerduty: PagerdutySimulator;
let mails: CaughtMails;
beforeAll(async () => {
  pagerduty = await simulatePagerduty(KEY);
  mails = await catchMails();
});
afterAll(async () => {
  await pagerduty?.close();
  await mails?.stop();
});

/** Each call is a process. */
const SLOW_MS = 180_000;

async function alerts(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const program = join(import.meta.dirname, 'alerts.ts');
  const settings = {
    DATABASE_URL: db.url,
    ENCRYPTION_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    SANDBOX_SEED: TEST_MNEMONIC,
  };
  return promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, ...settings, ...env },
  }).then(
    ({ stdout }) => ({ output: stdout, status: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ output: stdout, status: code }),
  );
}

test('lists open alerts and acknowledges one, which the audit log says', { timeout: SLOW_MS }, async () => {
  expect(await alerts(['list'])).toEqual({ output: 'No alerts are open.\n', status: 0 });
  await raiseAlert(db, { kind: 'trial_balance', subject: 'ledger', message: 'Account 7 is off.' });
  const { output, status } = await alerts(['list']);
  expect(status).toBe(1);
  expect(output).toMatch(/^[0-9a-f-]{36} {2}critical {2}trial_balance {2}ledger {2}since .* {2}not acknowledged\n/);
  expect(output).toContain('The books do not balance: Account 7 is off. (docs/runbooks/trial_balance.md)');

  const [id = ''] = output.split('  ');
  const closing = ['close', '--id', id, '--by', 'ada', '--note', 'It was a test.'];
  expect((await alerts(closing)).output).toBe('This alert closes by itself once its cause is gone.\n');
  const take = ['acknowledge', '--id', id, '--by', 'ada'];
  expect((await alerts(take)).output).toContain("required option '--note <text>'");
  const by = [...take, '--note', 'Looking at account 7.'];
  expect(await alerts(by)).toEqual({ output: 'Acknowledged. It no longer escalates.\n', status: 0 });
  expect((await alerts(by)).output).toContain('acknowledged before');
  expect((await alerts(['list'])).output).toContain('Note: Looking at account 7.');
  expect(
    await select(db, `SELECT actor_name, target_label FROM audit_log WHERE action = 'alert.acknowledged'`),
  ).toEqual([{ actor_name: 'ada (npm run alerts)', target_label: 'trial_balance (ledger)' }]);
  expect((await verifyAudit(db)).broken).toBeUndefined();
  expect((await alerts(['acknowledge', '--id', newId(), ...by.slice(3)])).output).toBe('Nothing found\n');
  expect((await alerts(['acknowledge', '--id', 'x', ...by.slice(3)])).output).toContain('npm run alerts -- list');
});

test('tests each channel that is set, and says which one fails without its key', { timeout: SLOW_MS }, async () => {
  expect(await alerts(['test'])).toEqual({
    output: 'No channel is set: set ALERT_MAIL_TO, ALERT_WEBHOOK_URL or ALERT_PAGERDUTY_KEY.\n',
    status: 1,
  });
  const env = {
    ALERT_MAIL_TO: 'ops@pay.test',
    SMTP_URL: mails.smtpUrl,
    ALERT_PAGERDUTY_KEY: KEY,
    ALERT_PAGERDUTY_URL: pagerduty.url,
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  expect(await alerts(['test'], env)).toEqual({ output: 'mail: delivered\npagerduty: delivered\n', status: 0 });
  expect([...pagerduty.incidents.values()]).toMatchObject([{ state: 'resolved', severity: 'info' }]);
  expect((await mails.read()).map(({ subject }) => subject)).toEqual(['[Info] Test of the alert channels: test']);
  const { output, status } = await alerts(['test'], { ...env, ALERT_PAGERDUTY_KEY: KEY.replace('R', 'S') });
  expect(status).toBe(1);
  expect(output).toContain('pagerduty: failed: 400');
  expect(output).not.toContain(KEY.slice(1));
  const closed = await alerts(['test'], { ...env, ALERT_ALLOWED_NETWORKS: '' });
  expect(closed.output).toContain('pagerduty: failed: refused_address: see ALERT_ALLOWED_NETWORKS');
});
