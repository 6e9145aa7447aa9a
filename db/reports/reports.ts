import type { Mode } from '../../domain/assets.ts';
import type { Currency } from '../../domain/currencies.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { ReportKind } from '../../domain/reports.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, json, maybeOne, one } from '../sql.ts';

/** What a report is narrowed by: the filters of the list that it was asked from, as they were sent. */
export type ReportFilter = Readonly<Record<string, string>>;

/** A report that was asked for. It holds the question; the answer is made when it is fetched. */
export interface Report {
  readonly id: string;
  readonly profileId: string;
  readonly mode: Mode;
  readonly kind: ReportKind;
  readonly filter: ReportFilter;
  readonly timeZone: string;
  /** Nothing that came later is in it. */
  readonly until: Date;
  readonly createdAt: Date;
}

export interface NewReport extends Omit<Report, 'id' | 'until' | 'createdAt'> {
  readonly merchantId: string;
  readonly createdBy: string;
  readonly nowMs: number;
}

/** Keeps the question. Fetched twice, the answer is the same but for what became of the things in it. */
export async function createReport(tx: Tx, report: NewReport): Promise<string> {
  const id = newId(report.nowMs);
  const now = new Date(report.nowMs);
  await execute(
    tx,
    `INSERT INTO report (id, merchant_id, profile_id, mode, kind, filter, time_zone, until, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)`,
    [
      ...[id, report.merchantId, report.profileId, report.mode, report.kind, json(report.filter)],
      ...[report.timeZone, now, report.createdBy],
    ],
  );
  return id;
}

/** @throws DomainError `not_found` for another merchant's too */
export async function readReport(on: Tx | Db, id: string, merchantId: string): Promise<Report> {
  const report = await maybeOne<Report>(
    on,
    `SELECT id, profile_id AS "profileId", mode, kind, filter, time_zone AS "timeZone", until, created_at AS "createdAt"
     FROM report WHERE id = $1 AND merchant_id = $2`,
    [id, merchantId],
  );
  if (report === undefined) throw new DomainError('not_found');
  return report;
}

/** What a profile values movements in: the currency of its invoices. */
export async function reportCurrency(on: Tx | Db, profileId: string): Promise<Currency> {
  const { currency } = await one<{ currency: Currency }>(
    on,
    'SELECT invoice_currency AS currency FROM profile WHERE id = $1',
    [profileId],
  );
  return currency;
}
