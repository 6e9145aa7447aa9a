import { AuditEntryView, AuditQuery } from '../../../../contract/audit.ts';
import { Page } from '../../../../contract/basics.ts';
import { listAudit } from '../../../../db/audit/list.ts';
import type { App } from '../../../app.ts';
import { userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { periodOf } from '../../../presenters/list-query.ts';
import { presentAuditEntry } from '../../../presenters/team.ts';
import { userRoute } from '../../../route-options.ts';

/** Actions of people on the merchant's account: `GET /spa/audit`. */
export function auditRoutes(app: App, { db, locate }: ServerDeps): void {
  app.get(
    '/spa/audit',
    userRoute('merchant_merchant_activities', {
      summary: 'List the audit log',
      querystring: AuditQuery,
      response: { 200: Page(AuditEntryView) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, area, search } = request.query;
      const { dateFrom: from, dateTo: until } = periodOf(request.query);
      const query = { chain: userOf(request).merchant.id, page, perPage, area, search, from, until };
      const { rows, total } = await listAudit(db, query);
      const pagination = { total, page, per_page: perPage };
      return reply
        .header('cache-control', 'no-store')
        .send({ data: rows.map((row) => presentAuditEntry(row, locate)), pagination });
    },
  );
}
