import { fileURLToPath } from 'node:url';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRetentionActivities } from '../activities/compliance/retention.ts';
import { execute, select } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { makeInvoice, makeRates, makeShop } from '../db/invoices/testing.fixture.ts';
import type { TestMerchant } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { openTestTemporal, type TestEnvironment } from '../scripts/testing/temporal.ts';
import { writeHistory } from './history-file.fixture.ts';
import { taskQueues, workflowIds, workflowTypes } from './messages.ts';
import type { retentionWorkflow } from './retention.ts';

const { db } = await openTestDatabase();
let temporal: TestEnvironment;
let shop: TestMerchant;

beforeAll(async () => {
  temporal = await openTestTemporal();
  await makeRates(db);
  shop = await makeShop(db);
});
afterAll(() => temporal?.close());

async function message(subject: string, age: string, spamAge: string | null = null): Promise<void> {
  await execute(
    db,
    `INSERT INTO contact_message (id, kind, reference, name, email, subject, message, details, was_proven, form_hash,
       content_hash, created_at, spam_at)
     VALUES ($1, 'contact-us', 'TG', 'Ada', 'ada@shop.example', $2, 'Text', '{}', true, $5, '',
       now() - $3::interval, now() - $4::interval)`,
    [newId(), subject, age, spamAge, Buffer.from(newId())],
  );
}

async function subscriber(email: string, more: string): Promise<void> {
  await execute(
    db,
    `INSERT INTO newsletter_subscriber (id, email, consent, requested_at, confirmed_at, unsubscribed_at)
     VALUES ($1, $2, '', ${more})`,
    [newId(), email],
  );
}

async function declined(email: string, age: string): Promise<void> {
  await execute(
    db,
    `INSERT INTO partner (id, kind, status, reference, name, email, website, updated_at)
     VALUES ($1, 'partner', 'declined', 'TG', 'Ada', $2, 'https://a.example', now() - $3::interval)`,
    [newId(), email, age],
  );
}

async function payerEmail(email: string, age: string): Promise<void> {
  const { id } = await makeInvoice(db, shop);
  await execute(db, `INSERT INTO payer_email VALUES ($1, $2, true, now() - $3::interval)`, [id, email, age]);
}

test('messages, applications, addresses and subscriptions are deleted when their time is over, and not before', async () => {
  await message('old', '25 months');
  await message('kept', '23 months');
  await message('old spam', '31 days', '31 days');
  await message('new spam', '23 months', '29 days');
  await subscriber('unconfirmed@reader.example', `now() - interval '8 days', NULL, NULL`);
  await subscriber('fresh@reader.example', `now() - interval '6 days', NULL, NULL`);
  await subscriber('reads@reader.example', `now() - interval '9 years', now() - interval '9 years', NULL`);
  await subscriber(
    'left@reader.example',
    `now() - interval '9 years', now() - interval '9 years', now() - interval '25 months'`,
  );
  await subscriber(
    'leaving@reader.example',
    `now() - interval '9 years', now() - interval '9 years', now() - interval '23 months'`,
  );
  for (const [domain, age] of [
    ['old.example', '25 months'],
    ['kept.example', '23 months'],
  ] as const) {
    await execute(
      db,
      `INSERT INTO account_application (id, token_hash, email, contact_handle, domain, industry, turnover, language,
         created_at, expires_at)
       VALUES ($1, $4, 'a@shop.example', '@a', $2, 'retail', 'above_1m', 'en', now() - $3::interval, now())`,
      [newId(), domain, age, Buffer.from(newId())],
    );
  }
  await declined('old@partner.example', '25 months');
  await declined('kept@partner.example', '23 months');
  await payerEmail('old@payer.example', '25 months');
  await payerEmail('kept@payer.example', '23 months');
  const activities = createRetentionActivities({ db, years: 8, contactMonths: 24, nowMs: Date.now });
  const workflowsPath = fileURLToPath(new URL('./retention.ts', import.meta.url));
  const worker = await Worker.create({ ...temporal.worker, taskQueue: taskQueues.core, workflowsPath, activities });
  const run = await temporal.client.workflow.start<typeof retentionWorkflow>(workflowTypes.retention, {
    workflowId: workflowIds.retention,
    taskQueue: taskQueues.core,
    args: [{ version: 1 }],
  });
  await worker.runUntil(run.result());
  if (process.env.RECORD_HISTORIES === 'true') writeHistory('retention-with-contacts', await run.fetchHistory());
  const left = async (sql: string) => (await select<{ it: string }>(db, `${sql} ORDER BY 1`)).map(({ it }) => it);
  expect(await left('SELECT subject AS it FROM contact_message')).toEqual(['kept', 'new spam']);
  expect(await left('SELECT domain AS it FROM account_application')).toEqual(['kept.example']);
  expect(await left('SELECT email AS it FROM partner')).toEqual(['kept@partner.example']);
  expect(await left('SELECT email AS it FROM payer_email')).toEqual(['kept@payer.example']);
  expect(await left('SELECT email AS it FROM newsletter_subscriber')).toEqual([
    'fresh@reader.example',
    'leaving@reader.example',
    'reads@reader.example',
  ]);
});
