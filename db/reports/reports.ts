import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { ReportKind } from '../../domain/reports/reports.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { defineTable, filled, json, type RowOf, text, time, uuid } from '../core/table.ts';

/** The filters of a report: those of the list that it was requested from, as they were sent. */
export type ReportFilter = Readonly<Record<string, string>>;

const columns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  kind: text<ReportKind>(),
  filter: json<ReportFilter>(),
  timeZone: text(),
  /** Nothing that came later is in it. */
  until: time(),
  createdBy: uuid(),
  createdAt: filled(time()),
};

export const reportsTable = defineTable('report', columns);

/** A requested report. It holds the question; the answer is made when it is fetched. */
export type Report = Omit<RowOf<typeof columns>, 'merchantId' | 'createdBy'>;

export interface NewReport extends Omit<Report, 'id' | 'until' | 'createdAt'> {
  readonly merchantId: string;
  readonly createdBy: string;
  readonly nowMs: number;
}

/** Stores the question. Fetched twice, the answer differs only by what has changed since. */
export async function createReport(tx: Tx, report: NewReport): Promise<string> {
  const id = newId(report.nowMs);
  const now = new Date(report.nowMs);
  const { nowMs: _, ...asked } = report;
  await reportsTable.create(tx, { ...asked, id, until: now, createdAt: now });
  return id;
}

/** @throws DomainError `not_found` for another merchant's too */
export async function readReport(on: Tx | Db, id: string, merchantId: string): Promise<Report> {
  const report = await reportsTable.findOne(on, { id, merchantId });
  if (report === undefined) throw new DomainError('not_found');
  return report;
}
