import type { FastifyRequest } from 'fastify';
import { audit } from '../../../db/audit/audit.ts';
import { readCase } from '../../../db/compliance/case-rows.ts';
import { decide } from '../../../db/compliance/decide.ts';
import { openDocument } from '../../../db/compliance/documents.ts';
import { inTransaction, type Tx } from '../../../db/sequelize.ts';
import { readCaseFile } from '../../../db/staff/case-file.ts';
import { listCases } from '../../../db/staff/cases.ts';
import { type Look, recordLook } from '../../../db/staff/looks.ts';
import type { AuditAction } from '../../../domain/audit.ts';
import type { Verdict } from '../../../domain/compliance/case.ts';
import { parseId } from '../../../domain/ids.ts';
import { staff } from '../../access.ts';
import type { App } from '../../app.ts';
import { clientOf } from '../../auth/client.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { Data, IdParams, Page } from '../../contract/basics.ts';
import { errorResponses } from '../../contract/errors.ts';
import {
  CaseFileView,
  CaseLineView,
  CaseListQuery,
  DecideBody,
  DecidedView,
  LookBody,
} from '../../contract/staff-cases.ts';
import { presentCaseFile, presentCaseLine } from '../../presenters/staff-cases.ts';

const tags = ['Compliance'];

/** The queue of merchants who want to go to production, and what staff decide about each. */
export function staffCaseRoutes(app: App, door: StaffDoor): void {
  queueRoute(app, door);
  caseRoute(app, door);
  decideRoute(app, door);
  documentRoute(app, door);
}

function queueRoute(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/cases',
    {
      config: staff('case_view'),
      schema: {
        tags,
        summary: 'The queue of cases',
        querystring: CaseListQuery,
        response: { 200: Page(CaseLineView) },
      },
    },
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, status, risk, search, order } = request.query;
      const { lines, total } = await listCases(db, {
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
    {
      config: staff('case_view'),
      schema: {
        tags,
        summary: 'A case with everything to decide by',
        description: 'The look at personal data is recorded.',
        params: IdParams,
        response: { 200: Data(CaseFileView) },
      },
    },
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const member = staffOf(request);
      const file = await inTransaction(db, async (tx) => {
        const file = await readCaseFile(tx, secrets.box, id);
        const { merchant_id: merchantId, company_name } = file.row;
        const label = company_name ?? 'a merchant without a name';
        await look(tx, request, { merchantId, kind: 'case', subjectId: id, label, reason: 'Working on the case' });
        return file;
      });
      return reply.header('cache-control', 'no-store').send({ data: presentCaseFile(file, member) });
    },
  );
}

function decideRoute(app: App, { db }: StaffDoor): void {
  app.post(
    '/staff/cases/:id/decisions',
    {
      config: staff('case_decide'),
      schema: {
        tags,
        summary: 'Approve, ask for more, or refuse',
        description:
          'Two approvals by two people of two roles open production, for a high risk one of them the MLRO; one refusal or request is enough.',
        params: IdParams,
        body: DecideBody,
        response: { 200: Data(DecidedView), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const member = staffOf(request);
      const { decision_id, verdict, reason, words, requested } = request.body;
      const decided = await inTransaction(db, async (tx) => {
        const decided = await decide(tx, {
          decisionId: decision_id.toLowerCase(),
          caseId: id,
          staff: { id: member.id, name: member.fullName, role: member.role },
          verdict,
          reason,
          ...(words === undefined ? {} : { words }),
          ...(requested === undefined
            ? {}
            : { requested: requested.map(({ kind, person_id, note }) => ({ kind, personId: person_id, note })) }),
        });
        const { company_name } = await readCase(tx, id);
        const target = { kind: 'case', id, label: company_name ?? id };
        await audit(tx, {
          chain: 'staff',
          ...staffActOf(request),
          action: VERDICT_ACTIONS[verdict],
          target,
          data: { reason },
        });
        return decided;
      });
      return reply.send({ data: decided });
    },
  );
}

function documentRoute(app: App, { db, secrets }: StaffDoor): void {
  app.post(
    '/staff/documents/:id/open',
    {
      config: staff('document_view'),
      schema: {
        tags,
        summary: 'Open a document of a case',
        description: 'Decrypts the file and answers with its bytes. Who looked, when and why is recorded first.',
        params: IdParams,
        body: LookBody,
      },
    },
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const { document, bytes } = await inTransaction(db, async (tx) => {
        const opened = await openDocument(tx, secrets.box, id);
        const { merchant_id: merchantId, company_name } = await readCase(tx, opened.document.case_id);
        const { reason } = request.body;
        const label = `${opened.document.kind}: ${opened.document.file_name}`;
        await look(tx, request, { merchantId, kind: 'document', subjectId: id, label, reason });
        const target = { kind: 'case', id: opened.document.case_id, label: company_name ?? opened.document.case_id };
        const data = { document: label, reason };
        await audit(tx, { chain: 'staff', ...staffActOf(request), action: 'case.document_opened', target, data });
        return opened;
      });
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(document.file_name)}`)
        .type(document.content_type)
        .send(bytes);
    },
  );
}

function look(tx: Tx, request: FastifyRequest, look: Look): Promise<void> {
  const { ip, userAgent } = clientOf(request);
  return recordLook(tx, staffOf(request), { ...look, ip, userAgent });
}

const VERDICT_ACTIONS: Readonly<Record<Verdict, AuditAction>> = {
  approve: 'case.approved',
  more: 'case.more_asked',
  refuse: 'case.refused',
};

/** The values of a list by comma. */
export function partsOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',');
}
