import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { verifyAudit } from '../db/audit/verify.ts';
import { storeParked } from '../db/bus/parked.ts';
import { execute, select } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { newId } from '../domain/ids.ts';

const { db } = await openTestDatabase();
beforeEach(async () => {
  for (const table of ['parked_message', 'outbox', 'alert']) await execute(db, `DELETE FROM ${table}`);
});

async function bus(...args: string[]) {
  const program = join(import.meta.dirname, 'bus.ts');
  return promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: db.url },
  }).then(
    ({ stdout }) => ({ output: stdout, status: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ output: stdout, status: code }),
  );
}

async function park(queue: string, topic: string): Promise<string> {
  const message = { eventId: newId(), topic, payload: { secret: 'not shown' } };
  await storeParked(db, { queue, message, raw: '', attempts: 20, reason: 'The shop is gone.' });
  return message.eventId;
}

const by = ['--by', 'ada', '--note', 'repaired'];
const openAlerts = () => select(db, `SELECT FROM alert WHERE kind = 'message_parked' AND resolved_at IS NULL`);
const audited = () =>
  select(
    db,
    `SELECT action, actor_name AS by, data->>'note' AS note FROM audit_log WHERE action LIKE 'bus.%' ORDER BY seq`,
  );

test('lists, replays one, drops the others of a queue, and writes both to the audit log', async () => {
  expect(await bus('parked')).toEqual({ output: 'No messages are parked.\n', status: 0 });
  const [first] = [await park('webhooks', 'event.invoice.done'), await park('webhooks', 'event.invoice.pending')];
  await park('mail', 'mail.send');
  const listed = await bus('parked', '--queue', 'webhooks');
  expect(listed.status).toBe(1);
  expect(listed.output).toMatch(
    new RegExp(
      `^[0-9a-f-]{36}  webhooks  event\\.invoice\\.done  event ${first}  0 min ago  20 attempts: The shop is gone\\.\n`,
    ),
  );
  expect(listed.output).not.toMatch(/mail|secret/);

  const [id = ''] = listed.output.split('  ');
  expect((await bus('replay', '--id', id, '--by', 'ada')).output).toContain("required option '--note <why>'");
  expect(await bus('replay', '--id', id, ...by)).toEqual({ output: 'Replayed 1. A worker sends them.\n', status: 0 });
  expect(await select(db, 'SELECT event_id, topic, queue FROM outbox')).toEqual([
    { event_id: first, topic: 'event.invoice.done', queue: 'webhooks' },
  ]);
  expect((await bus('replay', '--id', id, ...by)).output).toContain('There is no such message.');
  expect(await bus('drop', '--queue', 'webhooks', ...by)).toEqual({ output: 'Dropped 1.\n', status: 0 });
  expect(await openAlerts()).toHaveLength(1);
  expect(await audited()).toEqual([
    { action: 'bus.replayed', by: 'ada (npm run bus)', note: 'repaired' },
    { action: 'bus.dropped', by: 'ada (npm run bus)', note: 'repaired' },
  ]);
  expect((await verifyAudit(db)).broken).toBeUndefined();
});

test('what cannot be read can only be dropped', async () => {
  await storeParked(db, {
    queue: 'webhooks',
    message: null,
    raw: 'no\0thing',
    attempts: 1,
    reason: 'It cannot be read.',
  });
  const { output, status } = await bus('replay', '--queue', 'webhooks', ...by);
  expect(output).toMatch(/^Replayed 0\..*\n.* cannot be read, so it can only be dropped\.\n$/);
  expect(status).toBe(1);
  expect((await bus('drop', '--queue', 'webhooks', ...by)).output).toBe('Dropped 1.\n');
});

test('says what is wrong with a command', async () => {
  expect((await bus('mend')).status).toBe(64);
  expect((await bus('drop', ...by)).output).toContain('Name one message with --id, or all of a queue with --queue.');
  expect((await bus('parked', '--what')).output).toContain('--what');
});
