import { ALERT_KINDS, type Severity } from '../../domain/alerts/kinds.ts';
import type { AlertStatus } from '../../domain/alerts/status.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared, select } from '../core/sql.ts';
import { alertNoticesTable, type NoticeRow } from './rows.ts';

export interface AlertRow {
  readonly id: string;
  readonly kind: string;
  readonly severity: Severity;
  readonly status: AlertStatus;
  readonly subject: string;
  readonly message: string;
  readonly createdAt: Date;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedNote: string | null;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  readonly resolvedNote: string | null;
  readonly isEscalated: boolean;
}

export interface AlertFilter {
  /** Empty: any. */
  readonly status: readonly string[];
  /** Empty: any. */
  readonly severity: readonly string[];
  /** Empty: any. */
  readonly kind: readonly string[];
  readonly page: number;
  readonly perPage: number;
}

/** Alerts that need somebody come first, the most urgent on top; then the newest. */
export async function listAlerts(
  db: Db,
  { status, severity, kind, page, perPage }: AlertFilter,
): Promise<{ readonly rows: readonly AlertRow[]; readonly total: number }> {
  const { list, count } = status.length > 0 && !status.includes('resolved') ? ofUnresolved : ofAll;
  const bind = [WARNINGS, INFOS, status, severity, kind];
  const rows = await select<AlertRow>(db, list, [...bind, perPage, (page - 1) * perPage]);
  const { total } = await one<{ total: number }>(db, count, bind);
  return { rows, total };
}

/** One alert with all that was sent about it, in the order in which it was decided. @throws DomainError `not_found` */
export async function readAlert(
  on: Tx | Db,
  id: string,
): Promise<{ readonly alert: AlertRow; readonly notices: readonly NoticeRow[] }> {
  const [alert] = await select<AlertRow>(on, readSql, [WARNINGS, INFOS, id]);
  if (alert === undefined) throw new DomainError('not_found');
  return { alert, notices: await alertNoticesTable.find(on, { alertId: id }, { order: [['id', 'ASC']] }) };
}

/** Critical alerts that nobody has acknowledged. */
export async function countUrgentAlerts(db: Db): Promise<number> {
  const { total } = await one<{ total: number }>(db, urgentSql, [[...WARNINGS, ...INFOS]]);
  return total;
}

const WARNINGS = kindsOf('warning');
const INFOS = kindsOf('info');

function kindsOf(severity: Severity): readonly string[] {
  return Object.entries(ALERT_KINDS).flatMap(([kind, about]) => (about.severity === severity ? [kind] : []));
}

/** A kind that only a newer version knows is critical, as everywhere. */
const alertsSql = (where = '') => `
  SELECT * FROM (
    SELECT id, kind, subject, message, created_at AS "createdAt", acknowledged_at AS "acknowledgedAt",
      acknowledged_by AS "acknowledgedBy", acknowledged_note AS "acknowledgedNote", resolved_at AS "resolvedAt",
      resolved_by AS "resolvedBy", resolved_note AS "resolvedNote",
      CASE WHEN kind = ANY($1::text[]) THEN 'warning' WHEN kind = ANY($2::text[]) THEN 'info' ELSE 'critical' END
        AS severity,
      CASE WHEN resolved_at IS NOT NULL THEN 'resolved' WHEN acknowledged_at IS NOT NULL THEN 'acknowledged'
        ELSE 'open' END AS status,
      EXISTS (SELECT FROM alert_notice n WHERE n.alert_id = alert.id AND n.stage LIKE 'escalated%') AS "isEscalated"
    FROM alert ${where}
  ) a`;
const filterSql = `
  WHERE (cardinality($3::text[]) = 0 OR status = ANY($3)) AND (cardinality($4::text[]) = 0 OR severity = ANY($4))
    AND (cardinality($5::text[]) = 0 OR kind = ANY($5))`;
const ofAll = statements(alertsSql());
/** The count that consoles request every few seconds: by its index, however many alerts there were. */
const ofUnresolved = statements(alertsSql('WHERE resolved_at IS NULL'));

function statements(alerts: string) {
  const list = `${alerts} ${filterSql}
    ORDER BY status = 'resolved', status = 'acknowledged',
      CASE WHEN status <> 'resolved' THEN array_position(ARRAY['critical', 'warning', 'info'], severity) END,
      "createdAt" DESC, id DESC
    LIMIT $6 OFFSET $7`;
  return { list: prepared(list), count: prepared(`SELECT count(*)::int AS total FROM (${alerts} ${filterSql}) found`) };
}

const readSql = prepared(`${alertsSql()} WHERE id = $3`);
const urgentSql = prepared(`
  SELECT count(*)::int AS total FROM alert
  WHERE resolved_at IS NULL AND acknowledged_at IS NULL AND kind <> ALL($1::text[])`);
