// Alerts for operators: lists them, acknowledges them, and sends a test to each channel. `npm run alerts -- list`
import '../db/core/require-node.ts';
import type { AlertSender } from '../activities/alerts/channel.ts';
import type { AlertNews } from '../activities/alerts/news.ts';
import { openAlertSenders } from '../activities/alerts/open.ts';
import { acknowledgeAlert, closeAlert } from '../db/alerts/acknowledge.ts';
import { alertsTable } from '../db/core/rows.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { severityOf, titleOf } from '../domain/alerts/stages.ts';
import { newId } from '../domain/ids.ts';
import { loadConfig } from '../settings/load.ts';
import { databaseUrl } from './database-url.ts';
import { databaseProgram, required, run } from './operator-program.ts';
import { say } from './progress.ts';
import { workerSettings } from './worker-settings.ts';

async function list(db: Db): Promise<void> {
  const open = await alertsTable.find(db, { resolvedAt: null }, { order: [['createdAt', 'ASC']], limit: 500 });
  if (open.length === 0) return say('No alerts are open.');
  for (const { id, kind, subject, message, createdAt, acknowledgedBy, acknowledgedNote } of open) {
    const taken = acknowledgedBy === null ? 'not acknowledged' : `acknowledged by ${acknowledgedBy}`;
    say(`${id}  ${severityOf(kind)}  ${kind}  ${subject}  since ${createdAt.toISOString()}  ${taken}`);
    say(`  ${titleOf(kind)}: ${message} (docs/runbooks/${kind}.md)`);
    if (acknowledgedNote !== null) say(`  Note: ${acknowledgedNote}`);
  }
  process.exitCode = 1;
}

interface Act {
  readonly id: string;
  readonly by: string;
  readonly note: string;
}

async function acknowledge(db: Db, given: Act): Promise<void> {
  const act = actOf(given);
  const isNew = await inTransaction(db, (tx) => acknowledgeAlert(tx, act));
  say(isNew ? 'Acknowledged. It no longer escalates.' : 'It was acknowledged before; nothing was changed.');
}

async function close(db: Db, given: Act): Promise<void> {
  const act = actOf(given);
  await inTransaction(db, (tx) => closeAlert(tx, act));
  say('Closed.');
}

function actOf({ id, by, note }: Act) {
  if (!/^[0-9a-f-]{36}$/i.test(id))
    throw new Error('--id is not the ID of an alert: npm run alerts -- list shows them.');
  return { id, note, origin: null, by: { kind: 'system', id: null, name: `${by} (npm run alerts)` } } as const;
}

/** Sends directly, so that it works while the database or the workers do not. */
async function sendTest(): Promise<void> {
  const senders = openAlertSenders(loadConfig(workerSettings(databaseUrl())));
  if (senders.length === 0) {
    throw new Error('No channel is set: set ALERT_MAIL_TO, ALERT_WEBHOOK_URL or ALERT_PAGERDUTY_KEY.');
  }
  try {
    for (const sender of senders) await testOne(sender);
  } finally {
    await Promise.all(senders.map((sender) => sender.close()));
  }
}

async function testOne(sender: AlertSender): Promise<void> {
  const alertId = newId();
  const now = new Date();
  const raised: AlertNews = {
    id: `${alertId}.raised`,
    alertId,
    stage: 'raised',
    event: 'raised',
    severity: 'info' as const,
    kind: 'alert_test',
    title: 'Test of the alert channels',
    subject: 'test',
    runbook: 'docs/operating/alerts.md',
    message: 'Somebody ran npm run alerts -- test. There is nothing to do.',
    at: now,
    raisedAt: now,
    acknowledged: undefined,
    wasEscalated: true,
  };
  const sent = await sender.send(raised, []);
  say(`${sender.channel}: ${sent.delivered ? 'delivered' : `failed: ${sent.detail}`}`);
  if (!sent.delivered) process.exitCode = 1;
  // Ends the incident; a second mail would say nothing more.
  if (sent.delivered && sender.channel !== 'mail') {
    await sender.send({ ...raised, id: `${alertId}.resolved`, stage: 'resolved', event: 'resolved' }, []);
  }
}

const { program, onDatabase } = databaseProgram('alerts', {
  about: 'Alerts for operators.',
  notes: 'test reads the settings of the workers.',
});
program
  .command('list')
  .description('lists open alerts, the oldest first; exits with status 1 if there are any')
  .action(onDatabase(list));
program
  .command('acknowledge')
  .description('stops the escalation of an alert; it stays open until its cause is gone')
  .addOption(required('--id <id>', 'as listed'))
  .addOption(required('--by <who>', 'who looks into it'))
  .addOption(required('--note <text>', 'what you do about it'))
  .action(onDatabase(acknowledge));
program
  .command('close')
  .description('closes an alert that only a person can close')
  .addOption(required('--id <id>', 'as listed'))
  .addOption(required('--by <who>', 'who looked into it'))
  .addOption(required('--note <text>', 'what the cause was'))
  .action(onDatabase(close));
program
  .command('test')
  .description('sends a test to every channel that is set; exits with status 1 if one fails, or none is set')
  .action(sendTest);
await run(program);
