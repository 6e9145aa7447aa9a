import { alertsTable } from './rows.ts';
import type { Db } from './sequelize.ts';

/** The open alerts about a subject, such as `withdrawal:<id>`. */
export function openAlerts(db: Db, subject: string) {
  return alertsTable.find(db, { subject, resolvedAt: null });
}
