import type { FastifyRequest } from 'fastify';
import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  CaseFileView,
  CaseLineView,
  CaseListQuery,
  DecideBody,
  DecidedView,
  DispositionBody,
  DocumentPages,
  LookBody,
} from '../../../contract/staff-cases.ts';
import { audit } from '../../../db/audit/audit.ts';
import { readCaseFile } from '../../../db/compliance/case-file.ts';
import { listCases } from '../../../db/compliance/case-queue.ts';
import { lockCase, readCase } from '../../../db/compliance/case-rows.ts';
import { decide } from '../../../db/compliance/decide.ts';
import { writeDisposition } from '../../../db/compliance/dispositions.ts';
import { openDocument, readDocument, recordShown } from '../../../db/compliance/documents.ts';
import { screenCase } from '../../../db/compliance/steps.ts';
import { isSimulatedProvider } from '../../../db/compliance/webhook-secret.ts';
import type { SecretBox } from '../../../db/core/secret-box.ts';
import { inTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { type Access, recordAccess } from '../../../db/staff/access-log.ts';
import type { AuditAction } from '../../../domain/accounts/audit.ts';
import { DOCUMENT_NAMES, type Verdict } from '../../../domain/compliance/case.ts';
import { parseId } from '../../../domain/ids.ts';
import type { Config } from '../../../settings/config.ts';
import type { App } from '../../app.ts';
import { clientOf } from '../../auth/client.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { renderDocument } from '../../images/render-document.ts';
import { presentCaseFile, presentCaseLine } from '../../presenters/staff-cases.ts';
import { staffRoute } from '../../route-options.ts';

/** The queue of merchants who want to go to production, and what staff decide about each. */
export function staffCaseRoutes(app: App, door: StaffDoor, config: Config): void {
  queueRoute(app, door);
  caseRoute(app, door);
  decideRoute(app, door, isSimulatedProvider(config));
  documentRoute(app, door);
  dispositionRoute(app, door);
  screenRoute(app, door, isSimulatedProvider(config));
}

function queueRoute(app: App, { db, secrets }: StaffDoor): void {
  app.get(
    '/staff/cases',
    staffRoute('case_view', {
      summary: 'List cases',
      querystring: CaseListQuery,
      response: { 200: Page(CaseLineView) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, status, risk, search, order } = request.query;
      const { lines, total } = await listCases(db, secrets.box, {
        status: partsOf(status),
        risk: partsOf(risk),
        search,
        longestFirst: order !== 'newest',
        page,
        perPage,
      });
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data: lines.map(presentCaseLine), pagination });
    },
  );
}

function caseRoute(app: App, { db, secrets }: StaffDoor): void {
  app.get(
    '/staff/cases/:id',
    staffRoute('case_view', {
      summary: 'Get a case with its evidence',
      description: 'The access to personal data is recorded.',
      params: IdParams,
      response: { 200: Data(CaseFileView) },
    }),
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const data = await inTransaction(db, (tx) => caseFileFor(tx, request, secrets.box, id));
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

function decideRoute(app: App, { db, secrets: { box } }: StaffDoor, sandbox: boolean): void {
  app.post(
    '/staff/cases/:id/decisions',
    staffRoute('case_decide', {
      summary: 'Decide a case',
      description:
        'Production opens after approvals by two people of two roles who have opened every document; at high risk ' +
        'one of them must be the MLRO. Two refusals from two roles close the case; one person can request more. Two ' +
        'people of two roles can suspend or restrict a merchant in production, and one can verify them again. The ' +
        'MLRO can reopen a refused case.',
      params: IdParams,
      body: DecideBody,
      response: { 200: Data(DecidedView), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const member = staffOf(request);
      const { decision_id, verdict, reason, words, requested, restrictions } = request.body;
      const decided = await inTransaction(db, async (tx) => {
        const decided = await decide(
          tx,
          { box, sandbox },
          {
            decisionId: decision_id.toLowerCase(),
            caseId: id,
            staff: { id: member.id, name: member.fullName, role: member.role },
            verdict,
            reason,
            words,
            restrictions,
            requested: requested?.map(({ kind, person_id, note }) => ({ kind, personId: person_id, note })),
          },
        );
        const { companyName } = await readCase(tx, id);
        const target = { kind: 'case', id, label: companyName ?? id };
        await audit(tx, {
          chain: 'staff',
          ...staffActOf(request),
          action: VERDICT_ACTIONS[verdict],
          target,
          data: { reason, ...(restrictions === undefined ? {} : { restrictions: restrictions.join(', ') }) },
        });
        return decided;
      });
      return reply.send({ data: decided });
    },
  );
}

function documentRoute(app: App, { db, secrets, now }: StaffDoor): void {
  app.post(
    '/staff/documents/:id/open',
    staffRoute('document_view', {
      summary: 'Open a document of a case',
      description:
        "Returns images of its pages, each marked with the reader's name; the file itself is never sent. The access " +
        'and its reason are recorded first. The document counts as opened once pages were shown.',
      params: IdParams,
      body: LookBody,
      response: { 200: Data(DocumentPages) },
    }),
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const document = await inTransaction(db, async (tx) => {
        const opened = await readDocument(tx, id);
        const { merchantId, companyName } = await readCase(tx, opened.case_id);
        const { reason } = request.body;
        const label = `${DOCUMENT_NAMES[opened.kind]}, ${opened.file_name}`;
        await look(tx, request, { merchantId, kind: 'document', subjectId: id, label, reason });
        const target = { kind: 'case', id: opened.case_id, label: companyName ?? opened.case_id };
        const data = { document: label, reason };
        await audit(tx, { chain: 'staff', ...staffActOf(request), action: 'case.document_opened', target, data });
        return opened;
      });
      const minute = new Date(now()).toISOString().slice(0, 16).replace('T', ' ');
      const watermark = `${staffOf(request).fullName} · ${minute}`;
      const read = async () => (await openDocument(db, secrets.box, id)).bytes;
      const drawn = await renderDocument({ read, contentType: document.content_type, watermark });
      if (drawn !== null && drawn.pages.length > 0) {
        await inTransaction(db, (tx) => recordShown(tx, id, staffOf(request).id));
      }
      const data = {
        file_name: document.file_name,
        readable: drawn !== null,
        pages: [...(drawn?.pages ?? [])],
        total_pages: drawn?.total ?? 0,
      };
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

function dispositionRoute(app: App, { db, secrets }: StaffDoor): void {
  app.post(
    '/staff/cases/:id/dispositions',
    staffRoute('case_decide', {
      summary: 'Clear a sanctions match',
      description:
        'Explains why the sanctioned party is someone else. Two people of two roles must do so before a case with a ' +
        'match can be approved. The access to personal data is recorded.',
      params: IdParams,
      body: DispositionBody,
      response: { 200: Data(CaseFileView), ...errorResponses(409) },
    }),
    (request) =>
      inTransaction(db, async (tx) => {
        const id = parseId<string>(request.params.id);
        await writeDisposition(tx, { ...request.body, caseId: id, staff: staffOf(request) });
        const { companyName } = await readCase(tx, id);
        const target = { kind: 'case', id, label: companyName ?? id };
        await audit(tx, { chain: 'staff', ...staffActOf(request), action: 'case.match_cleared', target });
        return { data: await caseFileFor(tx, request, secrets.box, id) };
      }),
  );
}

function screenRoute(app: App, { db, secrets, now }: StaffDoor, sandbox: boolean): void {
  app.post(
    '/staff/cases/:id/screen',
    staffRoute('case_decide', {
      summary: 'Screen a case against the sanctions lists',
      description: 'The access to personal data is recorded.',
      params: IdParams,
      response: { 200: Data(CaseFileView), ...errorResponses(409) },
    }),
    (request) =>
      inTransaction(db, async (tx) => {
        const id = parseId<string>(request.params.id);
        const nowMs = now();
        await screenCase(tx, await lockCase(tx, id), { box: secrets.box, sandbox, nowMs, cause: 'request' });
        const { companyName } = await readCase(tx, id);
        const target = { kind: 'case', id, label: companyName ?? id };
        await audit(tx, { chain: 'staff', ...staffActOf(request), action: 'case.screened', target });
        return { data: await caseFileFor(tx, request, secrets.box, id) };
      }),
  );
}

/** The case as this person sees it; the access is recorded. */
async function caseFileFor(tx: Tx, request: FastifyRequest, box: SecretBox, caseId: string): Promise<CaseFileView> {
  const reader = staffOf(request);
  const { ip, userAgent } = clientOf(request);
  return presentCaseFile(await readCaseFile(tx, box, { caseId, reader, ip, userAgent }), reader);
}

function look(tx: Tx, request: FastifyRequest, look: Access): Promise<void> {
  const { ip, userAgent } = clientOf(request);
  return recordAccess(tx, staffOf(request), { ...look, ip, userAgent });
}

const VERDICT_ACTIONS: Readonly<Record<Verdict, AuditAction>> = {
  approve: 'case.approved',
  more: 'case.more_asked',
  refuse: 'case.refused',
  suspend: 'case.suspended',
  restrict: 'case.restricted',
  lift: 'case.restriction_lifted',
  reverify: 'case.reverified',
  reopen: 'case.reopened',
};

/** The values of a list by comma. */
export function partsOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',');
}
