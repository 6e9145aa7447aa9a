import { sendAccountMail } from '../../db/accounts/mails.ts';
import { usersTable } from '../../db/accounts/rows.ts';
import { mayWorkIn, readUser, userMay } from '../../db/accounts/users.ts';
import type { SecretBox } from '../../db/core/secret-box.ts';
import { type Db, inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { one, prepared } from '../../db/core/sql.ts';
import { createReport, readReport } from '../../db/reports/reports.ts';
import {
  advanceSchedule,
  lockDueSchedule,
  type ReportSchedule,
  stopReportSchedule,
} from '../../db/reports/schedules.ts';
import type { UserId } from '../../domain/ids.ts';
import { periodOf } from '../../domain/reports/report-schedules.ts';
import { REPORT_PERMISSIONS, reportFileName, reportPath } from '../../domain/reports/reports.ts';

export interface ScheduledReportDeps {
  readonly db: Db;
  readonly box: SecretBox;
  readonly publicUrl: string;
  readonly nowMs: () => number;
}

export type ScheduledReportActivities = ReturnType<typeof createScheduledReportActivities>;

export function createScheduledReportActivities(deps: ScheduledReportDeps) {
  return {
    /**
     * Mails every report whose period is over, each once: report, mail and the schedule's next period are one
     * transaction. A schedule whose recipient may no longer read the report ends.
     */
    async mailDueReports(): Promise<{ readonly mailed: number; readonly ended: number }> {
      const counts = { mailed: 0, ended: 0 };
      for (let done = 0; done < MOST_AT_ONCE; done += 1) {
        const outcome = await inTransaction(deps.db, (tx) => mailNext(tx, deps));
        if (outcome === 'none') break;
        counts[outcome] += 1;
      }
      return counts;
    },
  };
}

/** The rest follows with the next run of the schedule. */
const MOST_AT_ONCE = 5_000;

async function mailNext(tx: Tx, { box, publicUrl, nowMs }: ScheduledReportDeps): Promise<'mailed' | 'ended' | 'none'> {
  const schedule = await lockDueSchedule(tx, new Date(nowMs()));
  if (schedule === undefined) return 'none';
  const recipient = await recipientOf(tx, schedule);
  if (recipient === null) {
    await stopReportSchedule(tx, schedule.id);
    return 'ended';
  }
  const { merchantId, profileId, mode, kind, timeZone, filter, recipientId: createdBy } = schedule;
  const { firstDay, lastDay } = periodOf(schedule.firstDay, schedule.period, timeZone);
  const days = { date_from: firstDay, date_to: lastDay };
  const requested = { merchantId, profileId, mode, kind, timeZone, createdBy, filter: { ...filter, ...days } };
  const id = await createReport(tx, { ...requested, nowMs: nowMs() });
  const url = new URL(reportPath(id), publicUrl).href;
  const stop = new URL('/balance?tab=reports', publicUrl).href;
  const values = {
    mode,
    report: reportFileName(await readReport(tx, id, merchantId)),
    days: daysText(days),
    url,
    stop,
  };
  await sendAccountMail(tx, box, { ...recipient, kind: 'scheduled_report', values });
  await advanceSchedule(tx, schedule);
  return 'mailed';
}

/** Null for somebody who left the team, is blocked, or may no longer read such reports, or those of the shop. */
async function recipientOf(tx: Tx, { recipientId, merchantId, profileId, kind }: ReportSchedule) {
  const [member] = await usersTable.find(
    tx,
    { id: recipientId as UserId, removedAt: null, blockedAt: null },
    { columns: ['id'] },
  );
  if (member === undefined) return null;
  const user = await readUser(tx, member.id);
  const { email, language, emailVerified, merchant } = user;
  const { shopId } = await one<{ shopId: string | null }>(tx, shopSql, [profileId]);
  const mayRead = userMay(user, REPORT_PERMISSIONS[kind]) && mayWorkIn(user, shopId);
  if (!emailVerified || merchant.id !== merchantId) return null;
  return mayRead && !merchant.deletionRequested ? { to: email, language } : null;
}

const shopSql = prepared('SELECT shop_id AS "shopId" FROM profile WHERE id = $1');

function daysText({
  date_from: first,
  date_to: last,
}: {
  readonly date_from: string;
  readonly date_to: string;
}): string {
  return first === last ? first : `${first} – ${last}`;
}
