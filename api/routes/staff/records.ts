import { AuditEntryView } from '../../../contract/audit.ts';
import { Data, Page } from '../../../contract/basics.ts';
import { LookQuery, LookView, StaffAuditQuery, StaffOverview } from '../../../contract/staff-operations.ts';
import { countUrgentAlerts } from '../../../db/alerts/read.ts';
import { listAudit } from '../../../db/audit/list.ts';
import { one } from '../../../db/core/sql.ts';
import { listAccess } from '../../../db/staff/access-log.ts';
import { staffMay } from '../../../domain/accounts/staff-permissions.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffOf } from '../../auth/staff-door.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentLook } from '../../presenters/staff-operations.ts';
import { presentAuditEntry } from '../../presenters/team.ts';
import { staffRoute } from '../../route-options.ts';

/** Open work for staff, the actions of staff, and their access to personal data. */
export function staffRecordRoutes(app: App, { db }: StaffDoor, { locate }: Pick<ServerDeps, 'locate'>): void {
  app.get(
    '/staff/overview',
    staffRoute('case_view', { summary: 'Get what needs staff attention', response: { 200: Data(StaffOverview) } }),
    async (request, reply) => {
      const counts = await one<Omit<StaffOverview, 'alerts'>>(db, overviewSql);
      const alerts = staffMay(staffOf(request).role, 'alert_view') ? await countUrgentAlerts(db) : 0;
      return reply.header('cache-control', 'no-store').send({ data: { ...counts, alerts } });
    },
  );

  app.get(
    '/staff/audit',
    staffRoute('audit_view', {
      summary: 'List the staff audit log',
      querystring: StaffAuditQuery,
      response: { 200: Page(AuditEntryView) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, search } = request.query;
      const { rows, total } = await listAudit(db, { chain: 'staff', page, perPage, search });
      // A merchant does not learn which of the gateway's people acted; staff do.
      const data = rows.map((row) => {
        const { actor_name, browser, ip } = row;
        return { ...presentAuditEntry(row, locate), actor_name, browser, ip, location: locate(ip) };
      });
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data, pagination });
    },
  );

  app.get(
    '/staff/looks',
    staffRoute('look_view', {
      summary: 'List accesses to personal data by staff',
      querystring: LookQuery,
      response: { 200: Page(LookView) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, search } = request.query;
      const { rows, total } = await listAccess(db, { search, page, perPage });
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data: rows.map(presentLook), pagination });
    },
  );
}

const overviewSql = `
  SELECT (SELECT count(*) FROM compliance_case WHERE status IN ('review', 'rechecking'))::int AS cases,
    (SELECT count(*) FROM suspension WHERE status = 'suspended')::int AS operations,
    (SELECT count(*) FROM suspension WHERE status = 'suspended' AND due_at < now())::int AS overdue,
    (SELECT count(*) FROM linked_report WHERE status = 'draft')::int AS drafts,
    (SELECT count(*) FROM ticket WHERE asked_at IS NOT NULL AND spam_at IS NULL)::int AS tickets`;
