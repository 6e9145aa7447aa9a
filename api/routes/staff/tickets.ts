import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Data, IdParams, Page } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  AnswerTicketBody,
  AssignTicketBody,
  SavedAnswer,
  SavedAnswerBody,
  SavedAnswerQuery,
  StaffTicket,
  StaffTicketLine,
  StaffTicketQuery,
  TicketFileParams,
  TicketNoteBody,
  TicketPriorityBody,
  TicketSpamBody,
} from '../../../contract/support.ts';
import { audit } from '../../../db/audit/audit.ts';
import { type Db, inTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import { recordAccess } from '../../../db/staff/access-log.ts';
import { listStaffWith } from '../../../db/staff/people.ts';
import {
  addNote,
  answerTicket,
  assignTicket,
  closeByStaff,
  markTicketSpam,
  prioritizeTicket,
  type TicketAct,
} from '../../../db/support/act.ts';
import { openAttachment } from '../../../db/support/attachments.ts';
import { listTickets, readThread, type TicketThread } from '../../../db/support/list.ts';
import { objectSteps, requireObject } from '../../../db/support/objects.ts';
import { deleteAnswer, listSavedAnswers, saveAnswer } from '../../../db/support/saved-answers.ts';
import { parseId } from '../../../domain/ids.ts';
import { requireMessage, requireSubject } from '../../../domain/support/written.ts';
import type { App } from '../../app.ts';
import { clientOf } from '../../auth/client.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentSavedAnswer, presentStaffTicket, presentStaffTicketLine } from '../../presenters/support.ts';
import { staffRoute } from '../../route-options.ts';
import { FILE, sendFile } from '../../uploads/send-file.ts';

/** The support desk: the queue, threads, and answers that are sent often. */
export function staffTicketRoutes(app: App, door: StaffDoor, { config }: ServerDeps): void {
  const promiseHours = config.support.answerHours;
  readRoutes(app, door, promiseHours);
  messageRoutes(app, door, promiseHours);
  actRoutes(app, door, promiseHours);
  savedAnswerRoutes(app, door);
}

function readRoutes(app: App, { db, secrets }: StaffDoor, promiseHours: number): void {
  app.get(
    '/staff/tickets',
    staffRoute('ticket_view', {
      summary: 'List support tickets',
      description: 'Those that wait for an answer first, by priority and waiting time.',
      querystring: StaffTicketQuery,
      response: { 200: Page(StaffTicketLine) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, status, mine, ...filter } = request.query;
      const assigneeId = mine === undefined ? undefined : staffOf(request).id;
      const { lines, total } = await listTickets(db, {
        ...filter,
        status: status?.split(','),
        assigneeId,
        page,
        perPage,
      });
      const pagination = { total, page, per_page: perPage };
      const data = lines.map((line) => presentStaffTicketLine(line, promiseHours));
      return reply.header('cache-control', 'no-store').send({ data, pagination });
    },
  );

  app.get(
    '/staff/tickets/:id',
    staffRoute('ticket_view', {
      summary: 'Get a support ticket with its thread',
      description: 'The access to personal data is recorded.',
      params: IdParams,
      response: { 200: Data(StaffTicket), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const data = await inTransaction(db, async (tx) => {
        const thread = await readThread(tx, id);
        await recordLook(tx, request, thread, 'Read the ticket');
        return viewOf(tx, thread, promiseHours);
      });
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );

  app.get(
    '/staff/tickets/:id/files/:file',
    staffRoute('ticket_view', {
      summary: 'Download a file of a support ticket',
      description: 'The access to personal data is recorded.',
      params: TicketFileParams,
      response: { 200: FILE, ...errorResponses(404) },
    }),
    async (request, reply) => {
      const file = await inTransaction(db, async (tx) => {
        const thread = await readThread(tx, parseId(request.params.id));
        const messageIds = thread.messages.map((message) => message.id);
        const opened = await openAttachment(tx, secrets.box, { id: parseId(request.params.file), messageIds });
        await recordLook(tx, request, thread, 'Downloaded a file');
        return opened;
      });
      return sendFile(reply, file);
    },
  );
}

const ListOfAnswers = Type.Array(SavedAnswer);
const answers = { params: IdParams, response: { 200: Data(StaffTicket), ...errorResponses(404, 409) } };

function messageRoutes(app: App, door: StaffDoor, promiseHours: number): void {
  app.post(
    '/staff/tickets/:id/answer',
    staffRoute('ticket_answer', {
      summary: 'Answer a support ticket',
      description: 'Goes to the customer by email, too. Refused when there are further messages since it was read.',
      body: AnswerTicketBody,
      ...answers,
    }),
    (request) => {
      const { message_id, seen, needs_customer: needsCustomer = false } = request.body;
      const text = requireMessage(request.body.text);
      const message = { messageId: message_id.toLowerCase(), text, seen, needsCustomer };
      return act(door, request, promiseHours, (tx, by) => answerTicket(tx, { ...by, ...message }));
    },
  );

  app.post(
    '/staff/tickets/:id/note',
    staffRoute('ticket_answer', {
      summary: 'Write a note that staff alone see',
      body: TicketNoteBody,
      ...answers,
    }),
    (request) => {
      const { message_id, seen } = request.body;
      const message = { messageId: message_id.toLowerCase(), text: requireMessage(request.body.text), seen };
      return act(door, request, promiseHours, (tx, by) => addNote(tx, { ...by, ...message }));
    },
  );
}

function actRoutes(app: App, door: StaffDoor, promiseHours: number): void {
  app.post(
    '/staff/tickets/:id/assign',
    staffRoute('ticket_answer', {
      summary: 'Give a support ticket to a colleague, or to nobody',
      body: AssignTicketBody,
      ...answers,
    }),
    (request) =>
      act(door, request, promiseHours, (tx, by) =>
        assignTicket(tx, { ...by, assigneeId: request.body.assignee_id?.toLowerCase() ?? null }),
      ),
  );

  app.post(
    '/staff/tickets/:id/priority',
    staffRoute('ticket_answer', { summary: 'Set the priority of a ticket', body: TicketPriorityBody, ...answers }),
    (request) =>
      act(door, request, promiseHours, (tx, by) => prioritizeTicket(tx, { ...by, priority: request.body.priority })),
  );

  app.post(
    '/staff/tickets/:id/close',
    staffRoute('ticket_answer', {
      summary: 'Close a support ticket',
      description: 'Its customer is asked once whether the answer helped.',
      ...answers,
    }),
    (request) => act(door, request, promiseHours, closeByStaff),
  );

  app.post(
    '/staff/tickets/:id/spam',
    staffRoute('ticket_answer', { summary: 'Move a ticket to spam, or back', body: TicketSpamBody, ...answers }),
    (request) => act(door, request, promiseHours, (tx, by) => markTicketSpam(tx, { ...by, isSpam: request.body.spam })),
  );
}

function savedAnswerRoutes(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/saved-answers',
    staffRoute('ticket_view', { summary: 'List saved answers', response: { 200: Data(ListOfAnswers) } }),
    async () => ({ data: await answersOf(db) }),
  );

  app.put(
    '/staff/saved-answers/:id',
    staffRoute('ticket_answer', {
      summary: 'Save an answer, or change a saved one',
      description: 'Refused when somebody has changed it since the version that was read.',
      params: IdParams,
      body: SavedAnswerBody,
      response: { 200: Data(ListOfAnswers), ...errorResponses(409) },
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const title = requireSubject(request.body.title);
      const text = requireMessage(request.body.text);
      const data = await retrying(() =>
        inTransaction(db, async (tx) => {
          const { version = null } = request.body;
          const isNew = await saveAnswer(tx, { id, title, text, version, staffId: staffOf(request).id });
          const action = version === null ? 'ticket.answer_saved' : 'ticket.answer_changed';
          if (isNew) await recordAnswer(tx, request, { id, title, action });
          return answersOf(tx);
        }),
      );
      return { data };
    },
  );

  app.delete(
    '/staff/saved-answers/:id',
    staffRoute('ticket_answer', {
      summary: 'Delete a saved answer',
      description: 'Refused when somebody has changed it since the version that was read.',
      params: IdParams,
      querystring: SavedAnswerQuery,
      response: { 200: Data(ListOfAnswers), ...errorResponses(404, 409) },
    }),
    async (request) => {
      const id = parseId<string>(request.params.id);
      const data = await inTransaction(db, async (tx) => {
        const title = await deleteAnswer(tx, { id, version: request.query.version });
        await recordAnswer(tx, request, { id, title, action: 'ticket.answer_deleted' });
        return answersOf(tx);
      });
      return { data };
    },
  );
}

async function answersOf(on: Db | Tx) {
  return (await listSavedAnswers(on)).map(presentSavedAnswer);
}

async function recordAnswer(
  tx: Tx,
  request: FastifyRequest,
  {
    id,
    title: label,
    action,
  }: {
    readonly id: string;
    readonly title: string;
    readonly action: 'ticket.answer_saved' | 'ticket.answer_changed' | 'ticket.answer_deleted';
  },
): Promise<void> {
  await audit(tx, { ...staffActOf(request), chain: 'staff', action, target: { kind: 'saved_answer', id, label } });
}

async function recordLook(tx: Tx, request: FastifyRequest, { line }: TicketThread, reason: string): Promise<void> {
  const { ip, userAgent } = clientOf(request);
  const { id: subjectId, merchantId, reference: label } = line;
  await recordAccess(tx, staffOf(request), { merchantId, kind: 'ticket', subjectId, label, reason, ip, userAgent });
}

async function act(
  { db, now }: StaffDoor,
  request: FastifyRequest<{ Params: { id: string } }>,
  promiseHours: number,
  work: (tx: Tx, by: TicketAct) => Promise<void>,
) {
  const id = parseId<string>(request.params.id);
  const by = { ...staffActOf(request), member: staffOf(request), id, nowMs: now() };
  const data = await retrying(() =>
    inTransaction(db, async (tx) => {
      await work(tx, by);
      return viewOf(tx, await readThread(tx, id), promiseHours);
    }),
  );
  return { data };
}

async function viewOf(on: Db | Tx, thread: TicketThread, promiseHours: number): Promise<StaffTicket> {
  const { aboutKind: kind, aboutId: id, merchantId } = thread.line;
  const isAbout = kind !== null && id !== null && merchantId !== null;
  return presentStaffTicket({
    thread,
    object: isAbout ? await requireObject(on, { kind, id }, { merchantId, onlyShops: null }) : undefined,
    steps: isAbout ? await objectSteps(on, id) : [],
    colleagues: await listStaffWith(on, 'ticket_answer'),
    savedAnswers: await listSavedAnswers(on),
    promiseHours,
  });
}
