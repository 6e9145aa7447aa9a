import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  CloseReportBody,
  ReportLine,
  ReportQuery,
  ReportView,
  WriteReportBody,
} from '../../../contract/staff-operations.ts';
import { audit } from '../../../db/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { recordAccess } from '../../../db/staff/access-log.ts';
import {
  closeReport,
  listReports,
  readReport,
  reportOperations,
  reportVotes,
  writeReport,
} from '../../../db/suspicion/report-acts.ts';
import type { AuditAction } from '../../../domain/accounts/audit.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { clientOf } from '../../auth/client.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { listAnswer } from '../../list-answer.ts';
import { presentReport, presentReportLine, reportFile } from '../../presenters/staff-operations.ts';
import { staffRoute } from '../../route-options.ts';
import { partsOf } from './cases.ts';

/** Reports of linked operations of EUR 15,000 and more: finish a draft, file or dismiss it, take it as a file. */
export function staffReportRoutes(app: App, { db }: StaffDoor): void {
  readRoutes(app, db);
  writeRoute(app, db);
  closeRoutes(app, db);
  exportRoute(app, db);
}

function readRoutes(app: App, db: Db): void {
  app.get(
    '/staff/reports',
    staffRoute('report_view', {
      summary: 'List reports of linked operations',
      querystring: ReportQuery,
      response: { 200: Page(ReportLine) },
    }),
    async (request) => {
      const { page = 1, per_page: perPage = 25, status, mode = 'production' } = request.query;
      const { rows, total } = await listReports(db, { status: partsOf(status), mode, page, perPage });
      return listAnswer(rows.map(presentReportLine), total, { page, perPage });
    },
  );

  app.get(
    '/staff/reports/:id',
    staffRoute('report_view', {
      summary: 'Get a report with its operations',
      description: 'The access is recorded.',
      params: IdParams,
      response: { 200: Data(ReportView) },
    }),
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const data = await inTransaction(db, async (tx) => {
        await look(tx, request, { id, reason: 'Working on the report' });
        return view(tx, id);
      });
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

function writeRoute(app: App, db: Db): void {
  app.put(
    '/staff/reports/:id',
    staffRoute('report_write', {
      summary: 'Write the text of a draft',
      params: IdParams,
      body: WriteReportBody,
      response: { 200: Data(ReportView), ...errorResponses(409) },
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const { version, text } = request.body;
      return act(db, request, { id, action: 'report.written' }, async (tx) => {
        await writeReport(tx, { id, version, text, by: staffOf(request).id });
        return undefined;
      });
    },
  );
}

function closeRoutes(app: App, db: Db): void {
  for (const [path, status, action, summary] of [
    ['file', 'filed', 'report.filed', 'Approve filing a report; the second approval files it'],
    ['dismiss', 'dismissed', 'report.dismissed', 'Approve dismissing a draft; the second approval dismisses it'],
  ] as const) {
    app.post(
      `/staff/reports/:id/${path}`,
      staffRoute('report_file', {
        summary,
        params: IdParams,
        body: CloseReportBody,
        response: { 200: Data(ReportView), ...errorResponses(409) },
      }),
      async (request) => {
        const id = parseId<string>(request.params.id);
        const { version, reason = '' } = request.body;
        const { id: by, role } = staffOf(request);
        return act(db, request, { id, action, reason }, async (tx) => {
          const nowMs = Date.now();
          const missing = await closeReport(tx, { id, version, status, reason, by: { id: by, role }, nowMs });
          return missing === null ? action : 'report.agreed';
        });
      },
    );
  }
}

function exportRoute(app: App, db: Db): void {
  app.post(
    '/staff/reports/:id/export',
    staffRoute('report_file', {
      summary: 'Download a report as a file',
      description: 'Plain text. Nothing is sent to third parties; the download is recorded.',
      params: IdParams,
      response: {
        200: {
          description: 'The file.',
          content: { 'text/plain': { schema: Type.Unsafe<string>({ type: 'string' }) } },
        },
      },
    }),
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const data = await inTransaction(db, async (tx) => {
        await look(tx, request, { id, reason: 'Export of the report' });
        await record(tx, request, { id, action: 'report.exported' });
        return view(tx, id);
      });
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="linked-operations-${id}.txt"`)
        .type('text/plain; charset=utf-8')
        .send(reportFile(data));
    },
  );
}

interface Recorded {
  readonly id: string;
  readonly action: AuditAction;
  readonly reason?: string;
}

async function act(
  db: Db,
  request: FastifyRequest,
  recorded: Recorded,
  work: (tx: Tx) => Promise<AuditAction | undefined>,
) {
  const data = await inTransaction(db, async (tx) => {
    const action = await work(tx);
    await record(tx, request, { ...recorded, action: action ?? recorded.action });
    return view(tx, recorded.id);
  });
  return { data };
}

async function view(tx: Tx, id: string): Promise<ReportView> {
  return presentReport(await readReport(tx, id), await reportOperations(tx, id), await reportVotes(tx, id));
}

async function record(tx: Tx, request: FastifyRequest, { id, action, reason }: Recorded): Promise<void> {
  const target = { kind: 'report', id, label: await labelOf(tx, id) };
  const data: Record<string, string> = reason === undefined || reason === '' ? {} : { reason };
  await audit(tx, { chain: 'staff', ...staffActOf(request), action, target, data });
}

async function look(
  tx: Tx,
  request: FastifyRequest,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { ip, userAgent } = clientOf(request);
  const label = await labelOf(tx, id);
  await recordAccess(tx, staffOf(request), {
    merchantId: null,
    kind: 'report',
    subjectId: id,
    label,
    reason,
    ip,
    userAgent,
  });
}

async function labelOf(tx: Tx, id: string): Promise<string> {
  const { link, link_key, merchant_name } = await readReport(tx, id);
  return `${link} ${merchant_name ?? link_key}`;
}
