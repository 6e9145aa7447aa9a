import { Op } from 'sequelize';
import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { periodOf, type ReportPeriod } from '../../domain/reports/report-schedules.ts';
import { localClock, type ReportKind } from '../../domain/reports/reports.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { lockUntilCommit, prepared, select } from '../core/sql.ts';
import { defineTable, filled, json, NOW, orNull, type RowOf, text, time, uuid } from '../core/table.ts';
import type { ReportFilter } from './reports.ts';

const columns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  kind: text<ReportKind>(),
  filter: json<ReportFilter>(),
  timeZone: text(),
  period: text<ReportPeriod>(),
  recipientId: uuid(),
  createdBy: uuid(),
  /** Of the period of the next report. */
  firstDay: text(),
  dueAt: time(),
  lastSentAt: orNull(time()),
  stoppedAt: orNull(time()),
  createdAt: filled(time()),
};

export const reportSchedulesTable = defineTable('report_schedule', columns);

export type ReportSchedule = RowOf<typeof columns>;

export type NewReportSchedule = Pick<
  ReportSchedule,
  'merchantId' | 'profileId' | 'mode' | 'kind' | 'filter' | 'timeZone' | 'period' | 'recipientId' | 'createdBy'
>;

/** More than that nobody reads, and each is work every day. */
const MOST = 20;

/**
 * Adds a schedule; its first report is about the period that has begun. @throws DomainError `conflict` when the profile
 * has too many
 */
export async function addReportSchedule(tx: Tx, schedule: NewReportSchedule, nowMs: number): Promise<ReportSchedule> {
  await lockUntilCommit(tx, `report-schedules:${schedule.profileId}`);
  const running = await listReportSchedules(tx, schedule.profileId);
  if (running.length >= MOST) {
    throw new DomainError('conflict', { message: `There are ${MOST} scheduled reports. Stop one to add another.` });
  }
  const today = localClock(schedule.timeZone)(new Date(nowMs)).slice(0, 10);
  const { firstDay, dueAt } = periodOf(today, schedule.period, schedule.timeZone);
  const id = newId(nowMs);
  await reportSchedulesTable.create(tx, { ...schedule, id, firstDay, dueAt, createdAt: new Date(nowMs) });
  return readReportSchedule(tx, id, schedule.profileId);
}

/** The schedules of a profile that run, the oldest first. */
export function listReportSchedules(on: Tx | Db, profileId: string): Promise<ReportSchedule[]> {
  return reportSchedulesTable.find(on, { profileId, stoppedAt: null }, { order: [['id', 'ASC']] });
}

/** @throws DomainError `not_found` also for another profile's, and for one that was stopped */
export async function readReportSchedule(on: Tx | Db, id: string, profileId: string): Promise<ReportSchedule> {
  const found = await reportSchedulesTable.findOne(on, { id, profileId, stoppedAt: null });
  if (found === undefined) throw new DomainError('not_found');
  return found;
}

/** Ends a schedule for good. Stopping it twice does nothing. */
export async function stopReportSchedule(tx: Tx, id: string): Promise<void> {
  await reportSchedulesTable.update(tx, { stoppedAt: NOW }, { id, stoppedAt: null });
}

/** The next schedule whose period is over, locked; what another transaction has locked is left to it. */
export async function lockDueSchedule(tx: Tx, now: Date): Promise<ReportSchedule | undefined> {
  const [found] = await select<{ id: string }>(tx, dueSql, [now]);
  if (found === undefined) return undefined;
  return reportSchedulesTable.findOne(tx, { id: found.id, dueAt: { [Op.lte]: now } });
}

/** Moves a locked schedule on to its next period: whatever happens, no period is reported twice. */
export async function advanceSchedule(tx: Tx, { id, firstDay, period, timeZone }: ReportSchedule): Promise<void> {
  const { nextDay } = periodOf(firstDay, period, timeZone);
  const { dueAt } = periodOf(nextDay, period, timeZone);
  await reportSchedulesTable.update(tx, { firstDay: nextDay, dueAt, lastSentAt: NOW }, { id });
}

const dueSql = prepared(`
  SELECT id FROM report_schedule WHERE stopped_at IS NULL AND due_at <= $1
  ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`);
