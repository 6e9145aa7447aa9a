import { beforeAll, expect, test } from 'vitest';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeShop } from '../invoices/testing.fixture.ts';
import { databaseFigures } from './figures.ts';
import type { Sample } from './rows.ts';

const { db } = await openTestDatabase();
let samples: readonly Sample[];

const figureOf = (name: string, labels: Record<string, string>) =>
  samples.find(
    ([each, found]) => each === name && Object.entries(labels).every(([key, value]) => found[key] === value),
  )?.[2];

beforeAll(async () => {
  const { merchantId } = await makeShop(db);
  await execute(
    db,
    `INSERT INTO hedge_position (mode, asset, since, due_since)
     SELECT 'production', asset, now(), now() - interval '20 minutes' FROM unnest('{BTC,ETH}'::text[]) AS a(asset)`,
  );
  await execute(
    db,
    `INSERT INTO hedge_stop (mode, asset, reason, stopped_by)
     VALUES ('production', 'ETH', 'Maintenance.', 'staff'), ('sandbox', '*', 'Maintenance.', 'staff')`,
  );
  await execute(
    db,
    `INSERT INTO exchange_check (mode, exchange, currency, venue_minor, books_minor, difference_minor, checked_at)
     VALUES ('production', 'kraken', 'EUR', 5, 7, -2, now() - interval '2 hours'),
       ('production', 'kraken', 'BTC', 5, 5, 0, now() - interval '1 hour'),
       ('production', 'binance', 'BTC', 5, 5, 0, now() - interval '2 days')`,
  );
  await execute(
    db,
    `INSERT INTO bank_payment (id, merchant_id, mode, end_to_end_id, amount_minor, creditor_name, creditor_iban,
       creditor_address, remittance, updated_at)
     SELECT uuidv7(), $1, 'production', 'E2E' || n, 100, 'A', 'DE02120300000000202051', '{}', 'R',
       now() - interval '5 hours'
     FROM generate_series(1, 3) AS n`,
    [merchantId],
  );
  await execute(
    db,
    `WITH file AS (
       INSERT INTO bank_file (id, mode, direction, name, sha256, size, state)
       SELECT uuidv7(), 'sandbox', 'in', 'statement ' || n, sha256(n::text::bytea), 1, 'refused'
       FROM generate_series(1, 3) AS n RETURNING id, name = 'statement 3' AS is_over
     ), difference AS (
       INSERT INTO bank_difference (id, mode, file_id, difference_minor, explanation, candidates, resolved_at,
         resolved_by, note)
       SELECT uuidv7(), 'sandbox', id, 5, 'Apart.', '[]', CASE WHEN NOT is_over THEN now() END,
         CASE WHEN NOT is_over THEN 'staff' END, CASE WHEN NOT is_over THEN 'Found.' END FROM file
     )
     INSERT INTO bank_contradiction (id, mode, file_id, statement_id, closing_day, difference_minor, said, said_count,
       digest, merchants, end_to_end_ids, ended_at)
     SELECT uuidv7(), 'sandbox', id, 'S', '2026-11-24', 5, '[]', 0, 'D', '{}', '{}', CASE WHEN is_over THEN now() END
     FROM file`,
  );
  samples = await databaseFigures(db);
});

test('a position that is due says since when, unless its hedging is stopped', () => {
  const due = (mode: string, asset: string) => figureOf('tidegate_hedge_due_seconds', { mode, asset });
  const stopped = (mode: string, asset: string) => figureOf('tidegate_hedging_stopped', { mode, asset });
  expect(due('production', 'BTC')).toBeGreaterThanOrEqual(1_200);
  expect([due('production', 'ETH'), due('production', 'LTC')]).toEqual([0, 0]);
  expect([stopped('production', 'BTC'), stopped('production', 'ETH'), stopped('sandbox', 'BTC')]).toEqual([0, 1, 1]);
});

test('an exchange says when it was last compared, and stops to count a day after', () => {
  const kraken = { mode: 'production', exchange: 'kraken' };
  expect(figureOf('tidegate_exchange_check_age_seconds', kraken)).toBeGreaterThanOrEqual(3_600);
  expect(figureOf('tidegate_exchange_check_age_seconds', kraken)).toBeLessThan(7_200);
  expect(figureOf('tidegate_exchange_currencies_differing', kraken)).toBe(1);
  expect(figureOf('tidegate_exchange_check_age_seconds', { exchange: 'binance' })).toBeUndefined();
});

test('euro payments are counted by status, and none is zero', () => {
  const waiting = { mode: 'production', status: 'waiting' };
  expect(figureOf('tidegate_bank_payments_open', waiting)).toBe(3);
  expect(figureOf('tidegate_bank_payments_oldest_seconds', waiting)).toBeGreaterThanOrEqual(18_000);
  expect(figureOf('tidegate_bank_payments_oldest_seconds', { mode: 'sandbox', status: 'waiting' })).toBe(0);
  expect(figureOf('tidegate_bank_differences_open', { mode: 'production' })).toBe(0);
  expect(figureOf('tidegate_bank_files_open', { mode: 'production' })).toBe(0);
  // No statement was ever booked, so there is no age.
  expect(figureOf('tidegate_bank_statement_age_seconds', { mode: 'production' })).toBeUndefined();
});

test('statements that contradict what is booked count among the differences until two people have decided', () => {
  expect(figureOf('tidegate_bank_differences_open', { mode: 'sandbox' })).toBe(3);
});
