import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Data, IdParams, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import {
  NewTicketBody,
  Ticket,
  TicketFile,
  TicketFileParams,
  TicketFileQuery,
  TicketLine,
  TicketListQuery,
  TicketRatingBody,
  TicketReplyBody,
} from '../../../../contract/support.ts';
import { takeTry } from '../../../../db/accounts/lockouts.ts';
import { userMay } from '../../../../db/accounts/users.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { type Db, inTransaction, retrying, type Tx } from '../../../../db/core/sequelize.ts';
import { keepUpload, openAttachment, plainFileName, readFile } from '../../../../db/support/attachments.ts';
import { listOwnTickets, readThread, type TicketThread } from '../../../../db/support/list.ts';
import { requireObject } from '../../../../db/support/objects.ts';
import type { TicketRow } from '../../../../db/support/rows.ts';
import { lockTicket } from '../../../../db/support/state.ts';
import { addReply, closeTicket, openTicket, rateTicket } from '../../../../db/support/write.ts';
import { isOwnerRole } from '../../../../domain/accounts/permissions.ts';
import { FILE_TYPES, fileTypeOf } from '../../../../domain/compliance/file-kind.ts';
import { DomainError, fieldError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import {
  FILES_PER_DAY,
  MESSAGES_PER_HOUR,
  maySeeTicket,
  TICKETS_PER_HOUR,
  type TicketObject,
} from '../../../../domain/support/ticket.ts';
import { requireMessage, requireSubject } from '../../../../domain/support/written.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { userOf } from '../../../auth/guard.ts';
import { presentTicket, presentTicketLine } from '../../../presenters/support.ts';
import { userRoute } from '../../../route-options.ts';
import { readUpload } from '../../../uploads/read-upload.ts';
import { FILE, sendFile } from '../../../uploads/send-file.ts';

/** The tickets of a merchant's people: each sees their own, administrators those of the team. */
export async function ticketRoutes(app: App, accounts: Accounts): Promise<void> {
  listRoute(app, accounts);
  writeRoutes(app, accounts);
  actRoutes(app, accounts);
  fileRoute(app, accounts);
  // Files are read as bytes on this route only.
  await app.register(async (scope) => uploadRoute(scope as unknown as App, accounts));
}

function listRoute(app: App, { db, now }: Accounts): void {
  app.get(
    '/spa/tickets',
    userRoute('merchant_ticket_viewAny', {
      summary: 'List support tickets',
      description: 'Your own; for administrators those of the whole team.',
      querystring: TicketListQuery,
      response: { 200: Page(TicketLine) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, status, search } = request.query;
      const { merchantId, userId, isAdmin } = readerOf(request);
      const owner = { merchantId, userId: isAdmin ? null : userId };
      const { lines, total } = await listOwnTickets(db, owner, { status: status?.split(','), search, page, perPage });
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data: lines.map(presentTicketLine), pagination });
    },
  );

  app.get(
    '/spa/tickets/:id',
    userRoute('merchant_ticket_viewAny', {
      summary: 'Get a support ticket with its messages',
      params: IdParams,
      response: { 200: Data(Ticket), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const data = await viewOf(db, request, parseId(request.params.id), now());
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

function writeRoutes(app: App, { db, secrets, now }: Accounts): void {
  app.post(
    '/spa/tickets',
    userRoute('merchant_ticket_create', {
      summary: 'Write to support',
      body: NewTicketBody,
      response: { 201: Data(Ticket), ...errorResponses(404, 409, 429) },
    }),
    async (request, reply) => {
      const { message_id, about, files = [] } = request.body;
      const subject = requireSubject(request.body.subject);
      const text = requireMessage(request.body.text);
      const { id: userId, fullName: name, email, language, merchant } = userOf(request);
      await takeTry(db, secrets, { scope: 'ticket:new', key: userId, tries: TICKETS_PER_HOUR, minutes: 60 });
      const data = await retrying(() =>
        inTransaction(db, async (tx) => {
          const object = about === undefined ? undefined : await objectOf(tx, request, about);
          const { row, isNew } = await openTicket(tx, {
            source: 'back_office',
            merchantId: merchant.id,
            userId,
            about: about === undefined || object === undefined ? null : { ...about, mode: object.mode },
            name,
            email,
            language,
            subject,
            message: { id: message_id.toLowerCase(), text, attachments: files },
            nowMs: now(),
          });
          const target = { kind: 'ticket', id: row.id, label: row.reference };
          if (isNew) await audit(tx, { ...auditedUser(request), action: 'ticket.opened', target });
          return viewOf(tx, request, row.id, now());
        }),
      );
      return reply.code(201).send({ data });
    },
  );

  app.post(
    '/spa/tickets/:id/reply',
    userRoute('merchant_ticket_create', {
      summary: 'Reply to support',
      description: 'Reopens a ticket that was closed in the last 14 days.',
      params: IdParams,
      body: TicketReplyBody,
      response: { 200: Data(Ticket), ...errorResponses(404, 409, 429) },
    }),
    async (request) => {
      const { message_id, files: attachments = [] } = request.body;
      const text = requireMessage(request.body.text);
      const { userId: key } = readerOf(request);
      await takeTry(db, secrets, { scope: 'ticket:reply', key, tries: MESSAGES_PER_HOUR, minutes: 60 });
      return act(db, request, now(), (tx, row) =>
        addReply(tx, row, { id: message_id.toLowerCase(), text, attachments, nowMs: now() }),
      );
    },
  );
}

function actRoutes(app: App, { db, now }: Accounts): void {
  app.post(
    '/spa/tickets/:id/close',
    userRoute('merchant_ticket_create', {
      summary: 'Close a support ticket',
      params: IdParams,
      response: { 200: Data(Ticket), ...errorResponses(404) },
    }),
    (request) =>
      act(db, request, now(), async (tx, row) => {
        if (!(await closeTicket(tx, row, now()))) return;
        const target = { kind: 'ticket', id: row.id, label: row.reference };
        await audit(tx, { ...auditedUser(request), action: 'ticket.closed', target });
      }),
  );

  app.post(
    '/spa/tickets/:id/rating',
    userRoute('merchant_ticket_create', {
      summary: 'Rate the help of support, once',
      params: IdParams,
      body: TicketRatingBody,
      response: { 200: Data(Ticket), ...errorResponses(404, 409) },
    }),
    (request) => act(db, request, now(), (tx, row) => rateTicket(tx, row, request.body.rating)),
  );
}

function uploadRoute(app: App, { db, secrets }: Accounts): void {
  app.addContentTypeParser([...FILE_TYPES, 'application/octet-stream'], (_request, payload, done) =>
    done(null, payload),
  );

  app.post(
    '/spa/ticket-files',
    userRoute('merchant_ticket_create', {
      summary: 'Upload a file for a message to support',
      description:
        'PDF, JPG or PNG up to 10 MB, sent as the request body. Stored encrypted; removed after a day if unsent.',
      querystring: TicketFileQuery,
      body: AttachedFile,
      response: { 201: Data(TicketFile), ...errorResponses(413, 429) },
    }),
    async (request, reply) => {
      const { id: userId } = userOf(request);
      await takeTry(db, secrets, { scope: 'ticket:file', key: userId, tries: FILES_PER_DAY, minutes: 1_440 });
      const { file: bytes } = await readUpload(request, reply, ATTACHED, readFile);
      const contentType = fileTypeOf(bytes);
      if (contentType === undefined) throw fieldError(ATTACHED.field, ATTACHED.words);
      const fileName = plainFileName(request.query.file_name);
      const id = await inTransaction(db, (tx) => keepUpload(tx, secrets.box, { fileName, bytes, userId }));
      const data = { id, file_name: fileName, content_type: contentType, size_bytes: bytes.length };
      return reply.code(201).send({ data });
    },
  );
}

function fileRoute(app: App, { db, secrets }: Accounts): void {
  app.get(
    '/spa/tickets/:id/files/:file',
    userRoute('merchant_ticket_viewAny', {
      summary: 'Download a file of a support ticket',
      params: TicketFileParams,
      response: { 200: FILE, ...errorResponses(404) },
    }),
    async (request, reply) => {
      const { messages } = await ownThread(db, request, parseId(request.params.id));
      const messageIds = messages.filter(isShown).map(({ id }) => id);
      return sendFile(reply, await openAttachment(db, secrets.box, { id: parseId(request.params.file), messageIds }));
    },
  );
}

const AttachedFile = {
  content: Object.fromEntries(FILE_TYPES.map((type) => [type, { schema: Type.Unsafe<unknown>({}) }])),
};
const ATTACHED = { field: 'file', words: 'The file must be a PDF, JPG or PNG.' };

interface Reader {
  readonly merchantId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
}

function readerOf(request: FastifyRequest): Reader {
  const { id: userId, role, merchant } = userOf(request);
  return { merchantId: merchant.id, userId, isAdmin: isOwnerRole(role) };
}

const isShown = ({ author }: TicketThread['messages'][number]) => author === 'customer' || author === 'staff';

/** @throws DomainError `not_found` for a ticket that the person may not see */
function requireOwn(request: FastifyRequest, row: TicketRow): void {
  if (!maySeeTicket(row, readerOf(request))) throw new DomainError('not_found');
}

async function ownThread(on: Db | Tx, request: FastifyRequest, id: string): Promise<TicketThread> {
  const thread = await readThread(on, id);
  requireOwn(request, thread.line);
  return thread;
}

async function viewOf(on: Db | Tx, request: FastifyRequest, id: string, nowMs: number): Promise<Static<typeof Ticket>> {
  const thread = await ownThread(on, request, id);
  const { aboutKind: kind, aboutId, merchantId } = thread.line;
  if (kind === null || aboutId === null || merchantId === null) return presentTicket(thread, undefined, nowMs);
  const { onlyShops } = userOf(request);
  const object = await requireObject(on, { kind, id: aboutId }, { merchantId, onlyShops }).catch(() => undefined);
  return presentTicket(thread, object, nowMs);
}

/** An object that the person may see. @throws DomainError `not_found` */
async function objectOf(tx: Tx, request: FastifyRequest, about: { readonly kind: TicketObject; readonly id: string }) {
  const user = userOf(request);
  if (!userMay(user, `merchant_${about.kind}_view`)) throw new DomainError('not_found');
  const { onlyShops, merchant } = user;
  return requireObject(tx, { ...about, id: about.id.toLowerCase() }, { merchantId: merchant.id, onlyShops });
}

async function act(
  db: Db,
  request: FastifyRequest<{ Params: { id: string } }>,
  nowMs: number,
  work: (tx: Tx, row: TicketRow) => Promise<void>,
) {
  const id = parseId<string>(request.params.id);
  const data = await retrying(() =>
    inTransaction(db, async (tx) => {
      const row = await lockTicket(tx, id);
      requireOwn(request, row);
      await work(tx, row);
      return viewOf(tx, request, id, nowMs);
    }),
  );
  return { data };
}
