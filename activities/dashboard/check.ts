import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { checkDashboard } from '../../db/dashboard/check.ts';

export type DashboardActivities = ReturnType<typeof createDashboardActivities>;

export function createDashboardActivities({ db }: { readonly db: Db }) {
  return {
    /**
     * Compares the sums of the dashboard with the ledger, invoices and quotes. A difference alerts operators, until a
     * later check finds none.
     */
    async checkDashboard(): Promise<{ readonly differences: number }> {
      const differences = await checkDashboard(db);
      const [first] = differences;
      if (first === undefined) {
        await resolveAlert(db, ALERT);
        return { differences: 0 };
      }
      const { table, subject, found, expected } = first;
      const words = `${table} of ${subject}: ${found ?? 'no row'} instead of ${expected ?? 'none'}`;
      const count = differences.length === MOST ? `${MOST} rows or more` : `${differences.length} rows`;
      await raiseAlert(db, {
        ...ALERT,
        message: `${count} of the dashboard differ from the books. The first: ${words}.`,
      });
      return { differences: differences.length };
    },
  };
}

const ALERT = { kind: 'dashboard_differs', subject: 'sums' } as const;
const MOST = 100;
