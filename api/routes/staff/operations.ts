import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  OperationLine,
  OperationQuery,
  OperationView,
  ReasonBody,
  SubjectQuery,
  SubjectView,
  SuspendBody,
} from '../../../contract/staff-operations.ts';
import { audit } from '../../../db/audit/audit.ts';
import { inTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { recordAccess } from '../../../db/staff/access-log.ts';
import type { StaffMember } from '../../../db/staff/people.ts';
import { suspensionEvents } from '../../../db/suspicion/events.ts';
import { releaseOf } from '../../../db/suspicion/release.ts';
import { listSuspensions, readSuspension, type SuspensionRow } from '../../../db/suspicion/rows.ts';
import { findSubjects, readSubject } from '../../../db/suspicion/subjects.ts';
import { agreeToRelease, reportSuspension, type SuspensionAct, suspend } from '../../../db/suspicion/suspensions.ts';
import type { AuditAction } from '../../../domain/accounts/audit.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { clientOf } from '../../auth/client.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { listAnswer } from '../../list-answer.ts';
import { presentOperation, presentOperationLine, presentSubject } from '../../presenters/staff-operations.ts';
import { staffRoute } from '../../route-options.ts';

import { partsOf } from './cases.ts';

/** Suspended operations: stop one, report it within three working hours, let it go. */
export function staffOperationRoutes(app: App, door: StaffDoor): void {
  listRoutes(app, door);
  readRoute(app, door);
  suspendRoute(app, door);
  reportRoute(app, door);
  releaseRoute(app, door);
}

function listRoutes(app: App, { db, now }: StaffDoor): void {
  app.get(
    '/staff/operations/subjects',
    staffRoute('operation_suspend', {
      summary: 'Find invoices and payouts to suspend',
      querystring: SubjectQuery,
      response: { 200: Data(Type.Array(SubjectView)) },
    }),
    async (request) => ({ data: (await findSubjects(db, request.query.search)).map(presentSubject) }),
  );

  app.get(
    '/staff/operations',
    staffRoute('operation_view', {
      summary: 'List suspended operations',
      querystring: OperationQuery,
      response: { 200: Page(OperationLine) },
    }),
    async (request) => {
      const { page = 1, per_page: perPage = 25, status, mode = 'production' } = request.query;
      const { rows, total } = await listSuspensions(db, { status: partsOf(status), mode, page, perPage });
      const nowMs = now();
      return listAnswer(
        rows.map((row) => presentOperationLine(row, nowMs)),
        total,
        { page, perPage },
      );
    },
  );
}

function readRoute(app: App, { db, now }: StaffDoor): void {
  app.get(
    '/staff/operations/:id',
    staffRoute('operation_view', {
      summary: 'Get a suspended operation with its history',
      description: 'The access is recorded.',
      params: IdParams,
      response: { 200: Data(OperationView) },
    }),
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const member = staffOf(request);
      const data = await inTransaction(db, async (tx) => {
        const row = await readSuspension(tx, id);
        const { ip, userAgent } = clientOf(request);
        await recordAccess(tx, member, {
          merchantId: row.merchantId,
          kind: 'operation',
          subjectId: id,
          label: `${row.kind} ${row.label}`,
          reason: 'Working on the suspended operation',
          ip,
          userAgent,
        });
        return view(tx, row, { member, nowMs: now() });
      });
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

function suspendRoute(app: App, { db, now }: StaffDoor): void {
  app.post(
    '/staff/operations',
    staffRoute('operation_suspend', {
      summary: 'Suspend an operation',
      description: 'An invoice is not settled, a payout is not signed. Starts the deadline of three working hours.',
      body: SuspendBody,
      response: { 201: Data(OperationView), ...errorResponses(404, 409) },
    }),
    async (request, reply) => {
      const member = staffOf(request);
      const { kind, subject_id, reason } = request.body;
      const data = await inTransaction(db, async (tx) => {
        const act = { member, reason, nowMs: now() };
        const row = await suspend(tx, { kind, subjectId: parseId<string>(subject_id), ...act });
        await record(tx, request, { row, action: 'operation.suspended', reason });
        return view(tx, row, { member, nowMs: now() });
      });
      return reply.code(201).send({ data });
    },
  );
}

function reportRoute(app: App, door: StaffDoor): void {
  app.post(
    '/staff/operations/:id/report',
    staffRoute('operation_report', {
      summary: 'Record that an operation was reported to the authority',
      description:
        '`reason` states what was reported, to whom and under which reference number. The operation stays suspended.',
      params: IdParams,
      body: ReasonBody,
      response: { 200: Data(OperationView), ...errorResponses(409) },
    }),
    async (request) => ({
      data: await act(door, request, async (tx, id, how) => ({
        row: await reportSuspension(tx, id, how),
        action: 'operation.reported',
      })),
    }),
  );
}

function releaseRoute(app: App, door: StaffDoor): void {
  app.post(
    '/staff/operations/:id/release',
    staffRoute('operation_release', {
      summary: 'Approve a release',
      description: 'The operation continues once enough people have approved; `missing` names the roles still needed.',
      params: IdParams,
      body: ReasonBody,
      response: { 200: Data(OperationView), ...errorResponses(409) },
    }),
    async (request) => ({
      data: await act(door, request, async (tx, id, how) => {
        const { row } = await agreeToRelease(tx, id, how);
        return { row, action: row.status === 'released' ? 'operation.released' : 'operation.agreed' };
      }),
    }),
  );
}

/** One act of staff on an operation, with its record, and how the operation looks after it. */
function act(
  { db, now }: StaffDoor,
  request: FastifyRequest<{ Params: { id: string }; Body: { reason: string } }>,
  work: (tx: Tx, id: string, how: SuspensionAct) => Promise<{ row: SuspensionRow; action: AuditAction }>,
): Promise<OperationView> {
  const member = staffOf(request);
  const { reason } = request.body;
  return inTransaction(db, async (tx) => {
    const how = { member, reason, nowMs: now() };
    const { row, action } = await work(tx, parseId<string>(request.params.id), how);
    await record(tx, request, { row, action, reason });
    return view(tx, row, { member, nowMs: now() });
  });
}

async function view(
  tx: Tx,
  row: SuspensionRow,
  by: { readonly member: StaffMember; readonly nowMs: number },
): Promise<OperationView> {
  const { status: subjectStatus } = await readSubject(tx, row.kind, row.subjectId);
  const events = await suspensionEvents(tx, row.id);
  const release = await releaseOf(tx, row);
  return presentOperation(row, { events, subjectStatus, release, ...by });
}

function record(
  tx: Tx,
  request: FastifyRequest,
  { row, action, reason }: { readonly row: SuspensionRow; readonly action: AuditAction; readonly reason: string },
): Promise<void> {
  const target = { kind: 'operation', id: row.id, label: `${row.kind} ${row.label}` };
  return audit(tx, { chain: 'staff', ...staffActOf(request), action, target, data: { reason } });
}
