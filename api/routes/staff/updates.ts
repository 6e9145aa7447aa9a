import type { FastifyRequest } from 'fastify';
import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  ApproveUpdateBody,
  ChangeUpdateBody,
  UpdateLine,
  UpdateListQuery,
  UpdateView,
  WriteUpdateBody,
} from '../../../contract/staff-updates.ts';
import { type Db, inTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import {
  approveUpdate,
  changeUpdate,
  discardUpdate,
  stopUpdate,
  testUpdate,
  type UpdateAct,
  writeUpdate,
} from '../../../db/updates/acts.ts';
import { findUpdate, type UpdateLine as ListedUpdate, listUpdates } from '../../../db/updates/list.ts';
import { countReaders } from '../../../db/updates/mails.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { missingToApprove } from '../../../domain/updates/update.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { staffRoute } from '../../route-options.ts';

/** Product updates: written by one person, approved by another, mailed to those who agreed. */
export function staffUpdateRoutes(app: App, { db }: StaffDoor): void {
  readRoutes(app, db);
  writeRoutes(app, db);
  sendRoutes(app, db);
}

function readRoutes(app: App, db: Db): void {
  app.get(
    '/staff/updates',
    staffRoute('update_view', {
      summary: 'List product updates',
      querystring: UpdateListQuery,
      response: { 200: Page(UpdateLine) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25 } = request.query;
      const { lines, total } = await listUpdates(db, { page, perPage });
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data: lines.map(presentLine), pagination });
    },
  );

  app.get(
    '/staff/updates/:id',
    staffRoute('update_view', {
      summary: 'Get a product update',
      params: IdParams,
      response: { 200: Data(UpdateView), ...errorResponses(404) },
    }),
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send(await viewOf(db, request, parseId(request.params.id))),
  );
}

const answers = { 200: Data(UpdateView), ...errorResponses(404, 409) };

function writeRoutes(app: App, db: Db): void {
  app.post(
    '/staff/updates',
    staffRoute('update_write', { summary: 'Write a product update', body: WriteUpdateBody, response: answers }),
    async (request) => {
      const by = { ...staffActOf(request), member: staffOf(request) };
      const id = await inTransaction(db, (tx) => writeUpdate(tx, by, request.body));
      return viewOf(db, request, id);
    },
  );

  app.put(
    '/staff/updates/:id',
    staffRoute('update_write', {
      summary: 'Change the text of a draft',
      params: IdParams,
      body: ChangeUpdateBody,
      response: answers,
      description: 'Tests of the earlier text count no more.',
    }),
    (request) => act(db, request, (tx, by, id) => changeUpdate(tx, by, { id, ...request.body })),
  );

  app.post(
    '/staff/updates/:id/discard',
    staffRoute('update_write', { summary: 'Discard a draft', params: IdParams, response: answers }),
    (request) => act(db, request, (tx, by, id) => discardUpdate(tx, by, id)),
  );

  app.post(
    '/staff/updates/:id/test',
    staffRoute('update_write', { summary: 'Send a draft to yourself', params: IdParams, response: answers }),
    (request) => act(db, request, (tx, by, id) => testUpdate(tx, { ...by, email: staffOf(request).email }, id)),
  );
}

function sendRoutes(app: App, db: Db): void {
  app.post(
    '/staff/updates/:id/approve',
    staffRoute('update_send', {
      summary: 'Approve a product update for sending',
      params: IdParams,
      body: ApproveUpdateBody,
      description: 'By another person than the one who wrote it, once its text was sent as a test. It is sent at once.',
      response: answers,
    }),
    (request) => act(db, request, (tx, by, id) => approveUpdate(tx, by, { id, version: request.body.version })),
  );

  app.post(
    '/staff/updates/:id/stop',
    staffRoute('update_send', {
      summary: 'Stop sending a product update',
      description: 'What the mail server does not have yet is not sent.',
      params: IdParams,
      response: answers,
    }),
    (request) => act(db, request, (tx, by, id) => stopUpdate(tx, by, id)),
  );
}

type IdRequest = FastifyRequest<{ Params: { id: string } }>;

async function act(
  db: Db,
  request: IdRequest,
  work: (tx: Tx, by: UpdateAct, id: string) => Promise<void>,
): Promise<{ data: UpdateView }> {
  const id = parseId<string>(request.params.id);
  const by = { ...staffActOf(request), member: staffOf(request) };
  await retrying(() => inTransaction(db, (tx) => work(tx, by, id)));
  return viewOf(db, request, id);
}

/** @throws DomainError `not_found` */
async function viewOf(db: Db, request: FastifyRequest, id: string): Promise<{ data: UpdateView }> {
  const line = await findUpdate(db, id);
  if (line === undefined) throw new DomainError('not_found');
  const data = {
    ...presentLine(line),
    body: line.body,
    tested_at: line.testedAt?.toISOString() ?? null,
    readers: await countReaders(db),
    missing: missingToApprove(line, staffOf(request).id),
  };
  return { data };
}

function presentLine(line: ListedUpdate): UpdateLine {
  const { id, version, subject, status, writer, approver, counts, createdAt, approvedAt } = line;
  return {
    id,
    version,
    subject,
    status,
    written_by: writer,
    approved_by: approver,
    counts: { ...counts },
    created_at: createdAt.toISOString(),
    approved_at: approvedAt?.toISOString() ?? null,
  };
}
