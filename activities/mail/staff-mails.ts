import type { BusHandler } from '../../db/bus/port.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { maybeOne, select } from '../../db/core/sql.ts';
import { STAFF_MAIL, type StaffMail } from '../../db/staff/mails.ts';
import { STAFF_ROLES, type StaffPermission, staffMay } from '../../domain/accounts/staff-permissions.ts';
import { COMPLIANCE_CALENDAR } from '../../domain/suspicion/calendar.ts';
import { enqueueOnce } from './consumers.ts';
import { renderMail } from './template.ts';

/** The composer of mails to staff, and its sources. */
export const STAFF_MAIL_QUEUE = 'staff-mail';
export const STAFF_MAIL_TOPICS = [STAFF_MAIL] as const;

/**
 * Composes emails to all staff who may act on a new case, report or suspended operation, once per event. They name no
 * merchant and no person, because mailboxes are not safe enough.
 */
export function onStaffMail({ db, publicUrl }: { readonly db: Db; readonly publicUrl: string }): BusHandler {
  return async ({ eventId, payload }) => {
    const mail = payload as StaffMail;
    const about = ABOUT[mail.kind];
    const subject = await maybeOne<SubjectRow>(db, about.sql, [mail.id]);
    // A case that was decided meanwhile needs no email.
    if (subject === undefined) return;
    const roles = STAFF_ROLES.filter((role) => staffMay(role, about.permission));
    const people = await select<{ id: string; email: string }>(db, peopleSql, [roles]);
    const content = renderMail({
      language: 'en',
      sender: 'Tidegate compliance',
      subject: subject.mode === 'sandbox' ? `[Sandbox] ${about.subject}` : about.subject,
      heading: about.heading,
      paragraphs: [about.paragraph],
      facts: [
        ...(subject.reason === null ? [] : [{ label: 'Reason', value: subject.reason.replaceAll('_', ' ') }]),
        ...(subject.until === null ? [] : [{ label: 'Due', value: staffTime(subject.until) }]),
      ],
      button: { label: about.button, url: `${publicUrl}/compliance/${about.path}/${mail.id}` },
      footer: ['You get this email because you may act on it in the compliance console.'],
    });
    const domain = new URL(publicUrl).hostname;
    const mails = people.map(({ id, email }) => {
      const key = `${eventId}.${id}`;
      return { key, mail: { messageId: `${key}@${domain}`, to: email, replyTo: null, ...content } };
    });
    if (mails.length > 0) await enqueueOnce(db, mails);
  };
}

interface SubjectRow {
  readonly mode: 'sandbox' | 'production' | null;
  readonly reason: string | null;
  readonly until: Date | null;
}

interface About {
  readonly permission: StaffPermission;
  readonly path: 'cases' | 'reports' | 'operations';
  readonly subject: string;
  readonly heading: string;
  readonly paragraph: string;
  readonly button: string;
  readonly sql: string;
}

const openCaseSql = `
  SELECT NULL AS mode, reason, act_until AS until FROM compliance_case WHERE id = $1
  AND status IN ('review', 'rechecking')`;

const keptCaseSql = `
  SELECT NULL AS mode, NULL AS reason, NULL::timestamptz AS until FROM compliance_case WHERE id = $1
  AND purged_at IS NULL`;

const ABOUT: Readonly<Record<StaffMail['kind'], About>> = {
  case: {
    permission: 'case_decide',
    path: 'cases',
    sql: openCaseSql,
    button: 'Open the case',
    subject: 'A new case needs a decision',
    heading: 'A case came to the compliance team',
    paragraph: 'A merchant’s case is ready for a decision. Two people of two roles must agree.',
  },
  case_waits: {
    permission: 'case_decide',
    path: 'cases',
    sql: openCaseSql,
    button: 'Open the case',
    subject: 'Reminder: a case still needs a decision',
    heading: 'A case is waiting for the compliance team',
    paragraph: 'A merchant’s case has not been decided yet and its time is running out.',
  },
  appeal: {
    permission: 'case_decide',
    path: 'cases',
    button: 'Open the case',
    subject: 'A merchant has appealed against a refusal',
    heading: 'An appeal against a refusal',
    paragraph: 'A merchant wrote why the refusal was wrong. The MLRO can reopen the case.',
    sql: `SELECT NULL AS mode, NULL AS reason, NULL::timestamptz AS until FROM compliance_case WHERE id = $1
      AND status = 'declined'`,
  },
  screening_hit: {
    permission: 'case_decide',
    path: 'cases',
    button: 'Open the case',
    subject: 'A sanctions list has a possible match',
    heading: 'A possible match with a sanctions list',
    paragraph:
      'A check found a name of this case on a sanctions list. Open the case and decide what to do: the merchant may hold money.',
    sql: keptCaseSql,
  },
  provider_rejected: {
    permission: 'case_decide',
    path: 'cases',
    button: 'Open the case',
    subject: 'The verification provider rejected a merchant',
    heading: 'A late rejection by the verification provider',
    paragraph:
      'The provider rejected the business or a person of this case after its checks had ended. Open the case and decide what to do: the merchant may hold money.',
    sql: keptCaseSql,
  },
  report: {
    permission: 'report_file',
    path: 'reports',
    button: 'Open the report',
    subject: 'A new report of linked operations',
    heading: 'Linked operations reached the reporting threshold',
    paragraph: 'A report was drafted. Complete it, then file or dismiss it: two people must agree.',
    sql: `SELECT mode, NULL AS reason, NULL::timestamptz AS until FROM linked_report WHERE id = $1
      AND status = 'draft'`,
  },
  operation: {
    permission: 'operation_release',
    path: 'operations',
    button: 'Open the operation',
    subject: 'An operation was suspended',
    heading: 'An operation was suspended',
    paragraph: 'Report it to the authority or release it within three working hours.',
    sql: `SELECT mode, NULL AS reason, due_at AS until FROM suspension WHERE id = $1 AND status <> 'released'`,
  },
};

/** A moment in the time zone of the compliance team. */
export function staffTime(at: Date): string {
  const { timeZone } = COMPLIANCE_CALENDAR;
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return `${text} (${timeZone})`;
}

const peopleSql = `
  SELECT id, email FROM staff_user WHERE role = ANY($1::text[]) AND blocked_at IS NULL
  AND totp_enabled_at IS NOT NULL ORDER BY id`;
