import { expect, test } from 'vitest';
import { firstIdOf, monthOf } from '../../domain/reports/months.ts';
import { one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { endsSql } from './months.ts';

const { db } = await openTestDatabase();

test('the first months end at the border of a month, four to nine weeks later, and the next ones follow', async () => {
  const partitions = await select<{ table: string; bounds: string }>(
    db,
    `SELECT i.inhparent::regclass::text AS "table", pg_get_expr(c.relpartbound, c.oid) AS bounds
     FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE c.relname LIKE '%\\_first'`,
  );
  expect(partitions.map(({ table }) => table).sort()).toEqual(['event', 'webhook_attempt', 'webhook_delivery']);
  for (const { bounds } of partitions) {
    const [, bound = ''] = /^FOR VALUES FROM \(MINVALUE\) TO \('([0-9a-f-]{36})'\)$/.exec(bounds) ?? [];
    const end = Number.parseInt(bound.replaceAll('-', '').slice(0, 12), 16);
    expect(bound).toBe(firstIdOf(monthOf(end).fromMs));
    expect(end - Date.now()).toBeGreaterThan(27 * 86_400_000);
    expect(end - Date.now()).toBeLessThan(63 * 86_400_000);
  }
  const { left } = await one<{ left: number }>(db, daysLeft);
  expect(left).toBeGreaterThan(89);
});

const daysLeft = `
  SELECT min("endMs") / 86400000 - extract(epoch FROM now())::float8 / 86400 AS left FROM (${endsSql}) e`;
