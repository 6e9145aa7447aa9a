import { beforeAll, expect, test } from 'vitest';
import { raiseAlert } from '../alerts/alerts.ts';
import { enqueue } from '../core/outbox.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { invoicesTable } from '../invoices/rows.ts';
import { makeInvoice, makeRates, makeShop } from '../invoices/testing.fixture.ts';
import { databaseFigureDefinitions, databaseFigures } from './figures.ts';
import type { Sample } from './rows.ts';
import { currentFigures } from './snapshot.ts';

const { db } = await openTestDatabase();
let samples: readonly Sample[];

const FINISHED = 20_000;

/** Rows like this one, finished, as a gateway gathers them. */
async function addHistory(invoiceId: string): Promise<void> {
  const own = ['id', 'status', 'reference'];
  const names = invoicesTable.names.split(', ').filter((name) => !own.includes(name));
  await execute(
    db,
    `INSERT INTO invoice (id, status, ${names.join(', ')})
     SELECT gen_random_uuid(), 'done', ${names.map((name) => `i.${name}`).join(', ')}
     FROM invoice i, generate_series(1, $2) WHERE i.id = $1`,
    [invoiceId, FINISHED],
  );
  await execute(
    db,
    `INSERT INTO webhook_delivery (event_id, profile_id, type, url, status)
     SELECT uuidv7(), profile_id, 'invoice.done', 'https://shop.test', 'delivered' FROM invoice WHERE status = 'done'`,
  );
  await execute(db, 'ANALYZE');
}

beforeAll(async () => {
  await makeRates(db);
  const shop = await makeShop(db);
  const overdue = await makeInvoice(db, shop);
  const settling = await makeInvoice(db, shop);
  await makeInvoice(db, shop);
  await addHistory(overdue.id);
  await execute(db, `UPDATE invoice SET expires_at = now() - interval '5 minutes' WHERE id = $1`, [overdue.id]);
  await execute(
    db,
    `UPDATE invoice SET status = 'processing', amount_confirmed_minor = 7, updated_at = now() - interval '10 minutes'
     WHERE id = $1`,
    [settling.id],
  );
  await execute(
    db,
    `INSERT INTO chain_cursor
       VALUES ('production', 'BTC', 800000, 'h', now() - interval '1 hour', now() - interval '2 minutes')`,
  );
  await raiseAlert(db, { kind: 'trial_balance', subject: 'ledger', message: 'Wrong.' });
  await execute(db, 'DELETE FROM outbox');
  await inTransaction(db, (tx) =>
    enqueue(tx, [
      { topic: 'event.invoice.done', payload: {} },
      { topic: 'event.invoice.expired', payload: {} },
      { topic: 'mail.send', payload: {}, delayMs: 3_600_000 },
    ]),
  );
  await execute(db, `UPDATE outbox SET created_at = now() - interval '90 seconds' WHERE topic = 'event.invoice.done'`);
  samples = await databaseFigures(db);
});

const figureOf = (name: string, labels: Record<string, string> = {}) =>
  samples.find(
    ([each, found]) => each === name && Object.entries(labels).every(([key, value]) => found[key] === value),
  )?.[2];

test('waiting money is reported by mode, and zero where none waits', () => {
  const sandbox = { mode: 'sandbox' };
  expect(figureOf('tidegate_invoices_overdue', sandbox)).toBe(1);
  expect(figureOf('tidegate_invoices_overdue_oldest_seconds', sandbox)).toBeGreaterThanOrEqual(300);
  expect(figureOf('tidegate_invoices_overdue_oldest_seconds', { mode: 'production' })).toBe(0);
  const processing = { mode: 'sandbox', status: 'processing' };
  expect(figureOf('tidegate_invoices_unsettled', processing)).toBe(1);
  expect(figureOf('tidegate_invoices_unsettled_oldest_seconds', processing)).toBeGreaterThanOrEqual(600);
});

test('what a person holds is not late', async () => {
  await execute(db, `UPDATE invoice SET compliance_hold = true WHERE status = 'processing'`);
  const held = await databaseFigures(db);
  await execute(db, `UPDATE invoice SET compliance_hold = false WHERE status = 'processing'`);
  const found = held.filter(
    ([name, labels]) =>
      name.startsWith('tidegate_invoices_unsettled') && labels.status === 'processing' && labels.mode === 'sandbox',
  );
  expect(found.map(([, , value]) => value)).toEqual([1, 0]);
});

test('the outbox is reported by kind of topic; rows scheduled for later are not late', () => {
  expect(figureOf('tidegate_outbox_rows', { topic: 'event.invoice' })).toBe(2);
  expect(figureOf('tidegate_outbox_oldest_seconds', { topic: 'event.invoice' })).toBeGreaterThanOrEqual(90);
  expect(figureOf('tidegate_outbox_rows', { topic: 'mail.send' })).toBeUndefined();
});

test('chains, rates, alerts, books and stops are reported', () => {
  const bitcoin = { mode: 'production', network: 'BTC' };
  expect(figureOf('tidegate_follower_lag_seconds', bitcoin)).toBeGreaterThanOrEqual(120);
  expect(figureOf('tidegate_chain_tip_age_seconds', bitcoin)).toBeGreaterThanOrEqual(3_600);
  expect(figureOf('tidegate_chain_height', bitcoin)).toBe(800_000);
  expect(figureOf('tidegate_rate_age_seconds', { asset: 'BTC' })).toBeLessThan(600);
  expect(figureOf('tidegate_alerts_open', { kind: 'trial_balance', severity: 'critical' })).toBe(1);
  expect(figureOf('tidegate_books_frozen')).toBe(0);
  expect(figureOf('tidegate_emergency_stop', { mode: 'production', network: '*' })).toBe(0);
  expect(figureOf('tidegate_table_bytes', { table: 'invoice' })).toBeGreaterThan(1_000_000);
  expect(figureOf('tidegate_table_bytes', { table: 'webhook_delivery' })).toBeGreaterThan(1_000_000);
  for (const table of ['event', 'webhook_delivery', 'webhook_attempt']) {
    expect(figureOf('tidegate_months_left_seconds', { table })).toBeGreaterThan(89 * 86_400);
  }
});

test('every sample is of a declared metric with its labels, and no label names a merchant', async () => {
  const declared = new Map(databaseFigureDefinitions().map(({ name, labels }) => [name, labels]));
  for (const [name, labels] of samples) expect(Object.keys(labels), name).toEqual(declared.get(name));
  const text = JSON.stringify(samples);
  for (const { id } of await select<{ id: string }>(db, 'SELECT id FROM merchant UNION SELECT id FROM profile')) {
    expect(text).not.toContain(id);
  }
});

test('large tables are read by their indexes of unfinished rows', async () => {
  const explained: string[] = [];
  await databaseFigures(db, async (tx, { text }) => {
    // Where a table of the test is nearly empty, the planner would not care for an index.
    await execute(tx, 'SET LOCAL enable_seqscan = off');
    const plan = await select<Record<string, string>>(tx, `EXPLAIN ${text}`);
    explained.push(...plan.map((row) => String(Object.values(row)[0])));
    return [];
  });
  const partitions = await select<{ part: string; whole: string }>(db, partitionsSql);
  const wholes = new Map(partitions.map(({ part, whole }) => [part, whole]));
  const scanned = explained.flatMap((line) => /(?:Scan using|Bitmap Index Scan on) (\w+)/.exec(line)?.[1] ?? []);
  const indexes = scanned.map((name) => wholes.get(name) ?? name);
  expect(explained.filter((line) => LARGE.test(line))).toEqual([]);
  expect(
    new Set(indexes.filter((name) => !/^(pg_|custody|chain|rate|emergency|books|ledger|hedge|exchange)/.test(name))),
  ).toEqual(
    new Set([
      'invoice_unfinished',
      'invoice_settling',
      'payout_unfinished',
      'webhook_delivery_planned',
      'alert_open',
      'alert_notice_due',
      'outbox_pkey',
      'dashboard_change_pkey',
      'bank_difference_open',
      'bank_contradiction_open',
      'bank_file_open',
      'bank_payment_open',
      'withdrawal_unfinished',
    ]),
  );
});

const LARGE =
  /Seq Scan on (invoice|payout|withdrawal|bank_payment|bank_file|webhook_delivery|alert|outbox|event|entry|transfer|payment)(_first|_20\w+)?\b/;

const partitionsSql = 'SELECT inhrelid::regclass::text AS part, inhparent::regclass::text AS whole FROM pg_inherits';

test('figures are computed once in 15 seconds, whatever the number of those who ask', async () => {
  let computed = 0;
  const compute = async (): Promise<Sample[]> => {
    computed += 1;
    return [['tidegate_example', { n: String(computed) }, computed]];
  };
  const first = await currentFigures(db, compute);
  expect(first.ageSeconds).toBeLessThan(15);
  const others = await Promise.all(Array.from({ length: 20 }, () => currentFigures(db, compute)));
  expect(computed).toBe(1);
  for (const { samples: found } of others) expect(found).toEqual([['tidegate_example', { n: '1' }, 1]]);
  const later = `
    UPDATE operator_figures
       SET claimed_at = claimed_at - interval '16 s', computed_at = computed_at - interval '16 s'`;
  await execute(db, later);
  const again = await Promise.all(Array.from({ length: 20 }, () => currentFigures(db, compute)));
  expect(computed).toBe(2);
  expect(again.some(({ samples: found }) => found[0]?.[2] === 2)).toBe(true);
});
