import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartStatus } from '../../domain/site/status-parts.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import type { Db } from '../core/sequelize.ts';
import { deleteOldStatusDays, readStatusDays, recordStatus } from './status-days.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { poolSize: 4, applicationName: 'test' });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const at = (time: string, day = '2026-11-28') => Date.parse(`${day}T${time}Z`);
const parts = (rates: PartStatus['state']): PartStatus[] => [
  { part: 'pages', state: 'up' },
  { part: 'rates', state: rates },
];

test('each minute counts once, however many processes record it at the same time', async () => {
  await Promise.all(Array.from({ length: 8 }, () => recordStatus(db, parts('up'), at('23:58:10'))));
  await recordStatus(db, parts('down'), at('23:58:59'));
  await recordStatus(db, parts('late'), at('23:59:00'));
  // A process whose clock is behind.
  await recordStatus(db, parts('down'), at('23:57:00'));
  await recordStatus(db, parts('down'), at('00:00:00', '2026-11-29'));
  const { days, firstMs } = await readStatusDays(db, at('00:00:30', '2026-11-29'));
  expect(days).toEqual([
    { day: '2026-11-28', part: 'pages', checks: 2, late: 0, down: 0 },
    { day: '2026-11-28', part: 'rates', checks: 2, late: 1, down: 0 },
    { day: '2026-11-29', part: 'pages', checks: 1, late: 0, down: 0 },
    { day: '2026-11-29', part: 'rates', checks: 1, late: 0, down: 1 },
  ]);
  expect(firstMs).toBe(at('23:58:00'));
});

test('days are shown for 90 days and kept for 400', async () => {
  const later = (days: number) => at('12:00:00') + days * 86_400_000;
  expect((await readStatusDays(db, later(90))).days.map(({ day }) => day)).toContain('2026-11-28');
  expect((await readStatusDays(db, later(91))).days.map(({ day }) => day)).not.toContain('2026-11-28');
  expect(await deleteOldStatusDays(db, later(400))).toBe(0);
  expect(await deleteOldStatusDays(db, later(401))).toBe(2);
});
