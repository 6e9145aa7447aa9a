import { Page } from '../../../contract/basics.ts';
import { ApplicationLine, ApplicationListQuery, ArticleAnswersLine } from '../../../contract/contact.ts';
import { PageQuery } from '../../../contract/lists.ts';
import { listApplications } from '../../../db/accounts/application-list.ts';
import { listArticleAnswers } from '../../../db/site/article-answers.ts';
import type { App } from '../../app.ts';
import type { StaffDoor } from '../../auth/staff-door.ts';
import { presentApplication, presentArticleAnswers } from '../../presenters/visitors.ts';
import { staffRoute } from '../../route-options.ts';

/** Visitors who applied for an account, and how useful help articles were to readers. */
export function staffVisitorRoutes(app: App, door: StaffDoor): void {
  applicationRoute(app, door);
  articleRoute(app, door);
}

function applicationRoute(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/applications',
    staffRoute('visitor_view', {
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
    staffRoute('visitor_view', {
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
