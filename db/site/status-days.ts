import { Op } from 'sequelize';
import { HISTORY_DAYS, STATUS_KEPT_DAYS, type StatusDay } from '../../domain/site/status-history.ts';
import type { PartStatus } from '../../domain/site/status-parts.ts';
import type { Db } from '../core/sequelize.ts';
import { execute, one, prepared, select } from '../core/sql.ts';
import { statusDaysTable } from './rows.ts';

/** Counts what the parts' state is in this minute. Several processes may say so: each minute counts once. */
export async function recordStatus(db: Db, parts: readonly PartStatus[], nowMs: number): Promise<void> {
  await execute(db, recordSql, [
    parts.map(({ part }) => part),
    parts.map(({ state }) => (state === 'late' ? 1 : 0)),
    parts.map(({ state }) => (state === 'down' ? 1 : 0)),
    new Date(nowMs),
  ]);
}

const recordSql = prepared(`
  INSERT INTO status_day AS s (day, part, checks, late, down, first_minute, last_minute)
  SELECT ($4::timestamptz AT TIME ZONE 'UTC')::date, part, 1, late, down,
    date_trunc('minute', $4::timestamptz), date_trunc('minute', $4::timestamptz)
  FROM unnest($1::text[], $2::int[], $3::int[]) AS p(part, late, down) ORDER BY part
  ON CONFLICT (day, part) DO UPDATE SET checks = s.checks + 1, late = s.late + excluded.late,
    down = s.down + excluded.down, last_minute = excluded.last_minute
    WHERE s.last_minute < excluded.last_minute`);

/** The days of the public history, and when the first check of all was recorded. */
export async function readStatusDays(
  db: Db,
  nowMs: number,
): Promise<{ readonly days: readonly StatusDay[]; readonly firstMs: number | null }> {
  const since = new Date(nowMs - HISTORY_DAYS * 86_400_000);
  const days = await select<StatusDay>(db, daysSql, [since]);
  const { first } = await one<{ first: Date | null }>(db, firstSql);
  return { days, firstMs: first === null ? null : first.getTime() };
}

const daysSql = prepared(`
  SELECT day::text, part, checks, late, down FROM status_day
  WHERE day >= ($1::timestamptz AT TIME ZONE 'UTC')::date ORDER BY day, part`);

const firstSql = prepared(`
  SELECT min(first_minute) AS first FROM status_day WHERE day = (SELECT min(day) FROM status_day)`);

/** Removes days that are no longer shown. */
export async function deleteOldStatusDays(db: Db, nowMs: number): Promise<number> {
  const before = new Date(nowMs - STATUS_KEPT_DAYS * 86_400_000).toISOString().slice(0, 10);
  return statusDaysTable.destroy(db, { day: { [Op.lt]: before } });
}
