import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, IdParams } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { CreateReportBody, ReportSummary } from '../../../../contract/history.ts';
import { takeTry } from '../../../../db/accounts/lockouts.ts';
import { sendAccountMail } from '../../../../db/accounts/mails.ts';
import { mayWorkIn, userMay } from '../../../../db/accounts/users.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import { createReport, type Report, readReport } from '../../../../db/reports/reports.ts';
import { profileIdOf, readInvoiceCurrency, readShopId } from '../../../../db/shops/profiles.ts';
import { isOfShops } from '../../../../domain/accounts/permissions.ts';
import { DomainError, fieldError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { isTimeZone, REPORT_PERMISSIONS, type ReportKind } from '../../../../domain/reports/reports.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { eventKindsFor, profileOf, userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { sendStatement } from '../../../documents/answer.ts';
import { openStatement } from '../../../documents/inputs.ts';
import { sendDownload } from '../../../downloads.ts';
import { answerOnce, IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentReport } from '../../../presenters/history.ts';
import { type ReportOwner, refuseUnknownChoice, reportPeriod, statementQueryOf } from '../../../reports/filters.ts';
import { reportText } from '../../../reports/lines.ts';
import { shopRoute, userRoute } from '../../../route-options.ts';

const Text = Type.Unsafe<string | Readable>({ type: 'string' });
const File = {
  description: 'CSV, or PDF of a statement.',
  content: { 'text/csv': { schema: Text }, 'application/pdf': { schema: Text } },
};

/**
 * Reports: requested once, fetched as a file or sent as a link. Each kind has a permission of its own, looked at when
 * its kind is known.
 */
export function reportRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  createRoute(app, deps);
  readRoutes(app, deps);
  mailRoute(app, deps, accounts);
}

function createRoute(app: App, { db, now }: ServerDeps): void {
  app.post(
    '/spa/:profile/reports',
    shopRoute('merchant_history_info', {
      summary: 'Request a report',
      headers: IdempotencyHeaders,
      body: CreateReportBody,
      response: { 201: Data(ReportSummary), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { id: createdBy } = userOf(request);
      const { kind, filter = {}, time_zone: timeZone } = request.body;
      mayReport(request, kind);
      if (!isTimeZone(timeZone)) throw fieldError('time_zone', 'There is no such time zone.');
      const { merchantId, mode, ...shop } = await profileOf(db, request);
      // About the balance and the money that leaves, which all shops share, it is one of the first shop.
      const profileId = isOfShops(REPORT_PERMISSIONS[kind])
        ? shop.profileId
        : await profileIdOf(db, merchantId, { mode, shopId: null });
      return answerOnce(request, reply, { db, merchantId, mode }, async (tx) => {
        const nowMs = now();
        const question = { profileId, mode, kind, filter: onlyTexts(filter), timeZone };
        reportPeriod({ ...question, until: new Date(nowMs) });
        refuseUnknownChoice(question);
        const id = await createReport(tx, { ...question, merchantId, createdBy, nowMs });
        await record(tx, request, { id, kind });
        return { status: 201, data: presentReport(await readReport(tx, id, merchantId)) };
      });
    },
  );
}

function readRoutes(app: App, deps: ServerDeps): void {
  const { db } = deps;
  app.get(
    '/spa/reports/:id',
    userRoute('merchant_history_info', {
      summary: "Get a report's settings",
      params: IdParams,
      response: { 200: Data(ReportSummary) },
    }),
    async (request) => ({ data: presentReport(await reportOf(db, request)) }),
  );

  app.get(
    '/spa/reports/:id/file',
    userRoute('merchant_history_info', {
      summary: 'Download a report',
      description: 'Streamed, with all rows: CSV in UTF-8, a statement as PDF.',
      params: IdParams,
      response: { 200: File },
    }),
    async (request, reply) => {
      const report = await reportOf(db, request);
      const { merchant } = userOf(request);
      const currency = await readInvoiceCurrency(db, report.profileId);
      const owner = { merchantId: merchant.id, currency, eventKinds: eventKindsFor(request) };
      const { kind } = report;
      if (kind === 'statement') {
        return sendStatement(deps, request, reply, async () => {
          const company = merchant.companyName ?? '';
          const { document, lines } = await openStatement(db, { ...statementOf(report, owner), company });
          return { fileName: presentReport(report).file_name, input: { type: 'statement', document }, lines };
        });
      }
      return sendDownload(deps, request, reply, {
        pieces: reportText(db, { ...report, kind }, owner),
        type: 'text/csv; charset=utf-8',
        fileName: presentReport(report).file_name,
      });
    },
  );
}

function mailRoute(app: App, { db, config }: ServerDeps, { secrets }: Accounts): void {
  app.post(
    '/spa/reports/:id/send-to-mail',
    userRoute('merchant_history_info', {
      summary: 'Email the link of a report',
      description: 'Sent to the signed-in user. Opening the link requires signing in.',
      params: IdParams,
      response: { 202: Data(ReportSummary), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const { id: key, email: to, language } = userOf(request);
      const data = presentReport(await reportOf(db, request));
      await takeTry(db, secrets, { ...MAILS, key });
      const url = new URL(data.path, config.publicUrl).href;
      const values = { report: data.file_name, url };
      await inTransaction(db, (tx) => sendAccountMail(tx, secrets.box, { to, language, kind: 'report_ready', values }));
      return reply.code(202).send({ data });
    },
  );
}

const MAILS = { scope: 'mail:report', tries: 20, minutes: 60 } as const;

function statementOf(report: Report, owner: ReportOwner) {
  const query = statementQueryOf(report, owner);
  if (query.gateId === undefined) throw new Error('A statement is about one asset.');
  const { id, timeZone, createdAt } = report;
  return { id, timeZone, createdAt, query: { ...query, gateId: query.gateId } };
}

/** @throws DomainError `not_found`, `permission_denied` */
async function reportOf(
  db: Db,
  request: FastifyRequest & { readonly params: { readonly id: string } },
): Promise<Report> {
  const user = userOf(request);
  const report = await readReport(db, parseId<string>(request.params.id), user.merchant.id);
  mayReport(request, report.kind);
  const isElsewhere = user.onlyShops !== null && !mayWorkIn(user, await readShopId(db, report.profileId));
  if (isElsewhere) throw new DomainError('not_found');
  return report;
}

function mayReport(request: FastifyRequest, kind: ReportKind): void {
  if (!userMay(userOf(request), REPORT_PERMISSIONS[kind])) throw new DomainError('permission_denied');
}

function record(tx: Tx, request: FastifyRequest, { id, kind }: { readonly id: string; readonly kind: ReportKind }) {
  return audit(tx, {
    ...auditedUser(request),
    action: 'history.exported',
    target: { kind: 'report', id, label: kind },
  });
}

function onlyTexts(filter: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  );
}
