// Alerts for operators: lists them, acknowledges them, and sends a test to each channel. `npm run alerts -- list`
import '../db/core/require-node.ts';
import { parseArgs } from 'node:util';
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
import { openDatabase } from './operator-database.ts';
import { say } from './progress.ts';
import { workerSettings } from './worker-settings.ts';

const USAGE = `Usage: npm run alerts -- list
         lists open alerts, the oldest first; exits with status 1 if there are any
       npm run alerts -- acknowledge --id <id> --by <who> --note <what you do>
         stops the escalation of an alert; it stays open until its cause is gone
       npm run alerts -- close --id <id> --by <who> --note <what the cause was>
         closes an alert that only a person can close
       npm run alerts -- test
         sends a test to every channel that is set; exits with status 1 if one fails, or none is set

Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR. test reads the settings of the workers.`;

const text = { type: 'string' } as const;
const options = { id: text, by: text, note: text };

async function main(): Promise<void> {
  let db: Db | undefined;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [command = ''] = positionals;
    if (positionals.length !== 1 || !['list', 'acknowledge', 'close', 'test'].includes(command)) {
      say(USAGE);
      process.exitCode = 64;
      return;
    }
    if (command === 'test') return await sendTest(databaseUrl());
    db = await openDatabase('alerts');
    if (command === 'list') await list(db);
    else if (command === 'close') await close(db, values);
    else await acknowledge(db, values);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

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

interface ActValues {
  readonly id?: string;
  readonly by?: string;
  readonly note?: string;
}

async function acknowledge(db: Db, values: ActValues): Promise<void> {
  const act = actOf(values, '--note is missing: what you do about it.');
  const isNew = await inTransaction(db, (tx) => acknowledgeAlert(tx, act));
  say(isNew ? 'Acknowledged. It no longer escalates.' : 'It was acknowledged before; nothing was changed.');
}

async function close(db: Db, values: ActValues): Promise<void> {
  const act = actOf(values, '--note is missing: what the cause was.');
  await inTransaction(db, (tx) => closeAlert(tx, act));
  say('Closed.');
}

function actOf(values: ActValues, withoutNote: string) {
  const id = wordsOf(values.id, '--id is missing: npm run alerts -- list shows the IDs.');
  if (!/^[0-9a-f-]{36}$/i.test(id))
    throw new Error('--id is not the ID of an alert: npm run alerts -- list shows them.');
  const by = wordsOf(values.by, '--by is missing: who looks into it.');
  const note = wordsOf(values.note, withoutNote);
  return { id, note, origin: null, by: { kind: 'system', id: null, name: `${by} (npm run alerts)` } } as const;
}

/** Sends directly, so that it works while the database or the workers do not. */
async function sendTest(url: string): Promise<void> {
  const senders = openAlertSenders(loadConfig(workerSettings(url)));
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
    ...{ id: `${alertId}.raised`, alertId, stage: 'raised', event: 'raised', severity: 'info' as const },
    ...{ kind: 'alert_test', title: 'Test of the alert channels', subject: 'test', runbook: 'docs/operating/alerts.md' },
    message: 'Somebody ran npm run alerts -- test. There is nothing to do.',
    ...{ at: now, raisedAt: now, acknowledged: undefined, wasEscalated: true },
  };
  const sent = await sender.send(raised, []);
  say(`${sender.channel}: ${sent.delivered ? 'delivered' : `failed: ${sent.detail}`}`);
  if (!sent.delivered) process.exitCode = 1;
  // Ends the incident; a second mail would say nothing more.
  if (sent.delivered && sender.channel !== 'mail') {
    await sender.send({ ...raised, id: `${alertId}.resolved`, stage: 'resolved', event: 'resolved' }, []);
  }
}

function wordsOf(given: string | undefined, complaint: string): string {
  const words = given?.trim() ?? '';
  if (words === '') throw new Error(complaint);
  return words;
}

await main();
