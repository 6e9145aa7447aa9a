import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { createLinkedActivities } from './linked.ts';

const { db } = await openTestDatabase();
const open = () => select(db, `SELECT FROM alert WHERE kind = 'linked_operations_late' AND resolved_at IS NULL`, []);
const draft = (laterMs: number) =>
  new MockActivityEnvironment({ scheduledTimestampMs: Date.now() }).run(
    createLinkedActivities({ db, nowMs: () => Date.now() + laterMs }).draftLinkedReports,
  );

test('operators are alerted when no check has succeeded for an hour, until one does', async () => {
  await execute(db, 'ALTER TABLE linked_report RENAME TO away');
  await expect(draft(60_000)).rejects.toThrow();
  expect(await open()).toEqual([]);
  await expect(draft(3_700_000)).rejects.toThrow();
  expect(await open()).toHaveLength(1);
  await execute(db, 'ALTER TABLE away RENAME TO linked_report');
  await draft(3_760_000);
  expect(await open()).toEqual([]);
});
