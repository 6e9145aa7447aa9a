import type { FastifyRequest } from 'fastify';
import { Data, IdParams, Page } from '../../../contract/basics.ts';
import {
  AnswerContactBody,
  ApplicationLine,
  ApplicationListQuery,
  ArticleAnswersLine,
  AssignContactBody,
  ContactLine,
  ContactListQuery,
  ContactView,
  SpamBody,
} from '../../../contract/contact.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { PageQuery } from '../../../contract/lists.ts';
import { listApplications } from '../../../db/accounts/application-list.ts';
import { answerContact, assignContact, type ContactAct, markSpam } from '../../../db/contact/act.ts';
import { findContact, listContacts } from '../../../db/contact/list.ts';
import { inTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import { listArticleAnswers } from '../../../db/site/article-answers.ts';
import { recordAccess } from '../../../db/staff/access-log.ts';
import { listStaffWith } from '../../../db/staff/people.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { clientOf } from '../../auth/client.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import {
  presentApplication,
  presentArticleAnswers,
  presentContact,
  presentContactLine,
} from '../../presenters/contacts.ts';
import { staffRoute } from '../../route-options.ts';

/** Messages of visitors, the staff members who answer them, and applications for an account. */
export function staffContactRoutes(app: App, door: StaffDoor): void {
  listRoutes(app, door);
  articleRoute(app, door);
  contactRoute(app, door);
  actRoutes(app, door);
}

function listRoutes(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/contacts',
    staffRoute('contact_view', {
      summary: 'List messages of visitors',
      querystring: ContactListQuery,
      response: { 200: Page(ContactLine) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, status, kind, search } = request.query;
      const { lines, total } = await listContacts(db, { status: status?.split(','), kind, search, page, perPage });
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data: lines.map(presentContactLine), pagination });
    },
  );

  app.get(
    '/staff/applications',
    staffRoute('contact_view', {
      summary: 'List applications for an account',
      description: 'Of each address the newest one.',
      querystring: ApplicationListQuery,
      response: { 200: Page(ApplicationLine) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25, status, search } = request.query;
      const { lines, total } = await listApplications(db, { status: status?.split(','), search, page, perPage });
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data: lines.map(presentApplication), pagination });
    },
  );
}

function articleRoute(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/article-answers',
    staffRoute('contact_view', {
      summary: 'List what readers said of help articles',
      description: 'Of the last 90 days, the least useful first. Nothing says who answered.',
      querystring: PageQuery,
      response: { 200: Page(ArticleAnswersLine) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25 } = request.query;
      const { lines, total } = await listArticleAnswers(db, { page, perPage, nowMs: Date.now() });
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data: lines.map(presentArticleAnswers), pagination });
    },
  );
}

function contactRoute(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/contacts/:id',
    staffRoute('contact_view', {
      summary: 'Get a message with its answers',
      description: 'The access to personal data is recorded.',
      params: IdParams,
      response: { 200: Data(ContactView), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const id = parseId<string>(request.params.id);
      const data = await inTransaction(db, async (tx) => {
        const view = await viewOf(tx, id);
        const { ip, userAgent } = clientOf(request);
        await recordAccess(tx, staffOf(request), {
          merchantId: null,
          kind: 'contact',
          subjectId: id,
          label: view.reference,
          reason: 'Read the message',
          ip,
          userAgent,
        });
        return view;
      });
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

function actRoutes(app: App, { db }: StaffDoor): void {
  const act = async (
    request: FastifyRequest<{ Params: { id: string } }>,
    work: (tx: Tx, by: ContactAct) => Promise<void>,
  ) => {
    const id = parseId<string>(request.params.id);
    const by = { ...staffActOf(request), member: staffOf(request), id };
    const data = await retrying(() =>
      inTransaction(db, async (tx) => {
        await work(tx, by);
        return viewOf(tx, id);
      }),
    );
    return { data };
  };
  const answers = { params: IdParams, response: { 200: Data(ContactView), ...errorResponses(404, 409) } };

  app.post(
    '/staff/contacts/:id/assign',
    staffRoute('contact_answer', {
      summary: 'Give a message to a colleague, or to nobody',
      body: AssignContactBody,
      ...answers,
    }),
    (request) => act(request, (tx, by) => assignContact(tx, { ...by, assigneeId: request.body.assignee_id })),
  );

  app.post(
    '/staff/contacts/:id/spam',
    staffRoute('contact_answer', { summary: 'Move a message to spam, or back', body: SpamBody, ...answers }),
    (request) => act(request, (tx, by) => markSpam(tx, { ...by, isSpam: request.body.spam })),
  );

  app.post(
    '/staff/contacts/:id/answer',
    staffRoute('contact_answer', {
      summary: 'Answer a message by email',
      description: 'Refused when somebody else has answered since it was read.',
      body: AnswerContactBody,
      ...answers,
    }),
    (request) => {
      const { answer_id, text, seen } = request.body;
      return act(request, (tx, by) => answerContact(tx, { ...by, answerId: answer_id.toLowerCase(), text, seen }));
    },
  );
}

/** @throws DomainError `not_found` */
async function viewOf(tx: Tx, id: string): Promise<ContactView> {
  const found = await findContact(tx, id);
  if (found === undefined) throw new DomainError('not_found');
  return presentContact(found, await listStaffWith(tx, 'contact_answer'));
}
