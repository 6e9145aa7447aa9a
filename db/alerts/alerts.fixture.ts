import { alertsTable } from '../core/rows.ts';
import type { Db } from '../core/sequelize.ts';

/** The open alerts about a subject, such as `withdrawal:<id>`. */
export function openAlerts(db: Db, subject: string) {
  return alertsTable.find(db, { subject, resolvedAt: null });
}
