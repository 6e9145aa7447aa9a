import { pgClientOf } from '../../db/core/pg-client.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import { ensureMonths } from '../../db/growth/months.ts';
import { makeShop } from '../../db/invoices/testing.fixture.ts';
import { openDeliveries, recordAttempts } from '../../db/webhooks/deliveries.ts';
import { newId } from '../../domain/ids.ts';
import { MONTHLY_TABLES } from '../../domain/reports/months.ts';
import type { ArchiveActivities } from './archive.ts';

/** When the tests archive: with {@link AFTER_MONTHS}, the months before March 2027 are due. */
export const ARCHIVING_AT_MS = Date.parse('2028-01-10T00:00:00Z');
export const AFTER_MONTHS = 10;
export const DUE_MONTHS = ['first', '2027_01', '2027_02'] as const;

/** Events of several months, each delivered at its second attempt. @returns their ids by the name of the month */
export async function makeOldMonths(db: Db, each = 3): Promise<ReadonlyMap<string, readonly string[]>> {
  await inTransaction(db, (tx) => ensureMonths(pgClientOf(tx), ARCHIVING_AT_MS));
  const { profileId } = await makeShop(db, { profile: { notificationUrl: 'https://shop.example/hook' } });
  const months = new Map<string, string[]>();
  for (const month of ['2026-11', '2027-01', '2027-02', '2027-03', '2027-12']) {
    const ids = Array.from({ length: each }, (_, day) => newId(Date.parse(`${month}-0${day + 1}T12:00:00Z`)));
    months.set(month === '2026-11' ? 'first' : month.replace('-', '_'), ids);
    for (const eventId of ids) {
      const sql = `INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, 'invoice.done', $3, $4)`;
      await execute(db, sql, [eventId, profileId, newId(), `{"text":"Größe\\n \\"${eventId}\\""}`]);
      await openDeliveries(db, [{ eventId, url: null }]);
      for (const status of ['retrying', 'delivered'] as const) {
        const made = { startedAt: new Date(), durationMs: 7, httpStatus: null, error: 'timeout', answer: null };
        await recordAttempts(db, [{ ...made, eventId, status, nextAttemptAt: new Date() }]);
      }
    }
  }
  return months;
}

/** Acts as the workflow, up to a number of steps: there it ends, as if its worker had been killed. */
export async function archiveMonths(activities: ArchiveActivities, steps = Number.POSITIVE_INFINITY): Promise<void> {
  let left = steps;
  const mayGoOn = () => {
    left -= 1;
    return left >= 0;
  };
  while (mayGoOn()) {
    const { month } = await activities.nextMonth();
    if (month === null) return;
    const files = [];
    for (const table of MONTHLY_TABLES) {
      if (!mayGoOn()) return;
      files.push(await activities.archiveTable({ month, table }));
    }
    if (!mayGoOn()) return;
    await activities.finishMonth({ month, files });
  }
}
