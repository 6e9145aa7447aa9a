import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  Activity,
  ActivityQuery,
  EndedSessions,
  SessionParams,
  SessionView,
  SubscriptionParams,
  Subscriptions,
  TwoFaBody,
} from '../../../../contract/account.ts';
import { Data, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { listActivities, recordActivity } from '../../../../db/accounts/activities.ts';
import { endOtherSessions, endSessionById, listSessions } from '../../../../db/accounts/sessions.ts';
import { requireSecondFactor } from '../../../../db/accounts/two-factor.ts';
import { readUser, setMailSubscription, setSubscription } from '../../../../db/accounts/users.ts';
import { inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { user } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { sessionCookieOf } from '../../../auth/cookies.ts';
import { userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import type { Locate } from '../../../locations.ts';
import { presentActivity, presentSession, presentSubscriptions } from '../../../presenters/account.ts';
import { userRoute } from '../../../route-options.ts';

const tags = ['Back office'];

/** The user's sessions, recent activity and email preferences. */
export function accountLogRoutes(app: App, accounts: Accounts, { locate }: Pick<ServerDeps, 'locate'>): void {
  sessionListRoutes(app, accounts, locate);
  activityRoutes(app, accounts, locate);
  subscriptionRoutes(app, accounts);
}

function sessionListRoutes(app: App, { db }: Accounts, locate: Locate): void {
  app.get(
    '/spa/user/sessions',
    userRoute(null, { summary: 'List your sessions', response: { 200: Data(Type.Array(SessionView)) } }),
    async (request, reply) => {
      const sessions = await listSessions(db, userOf(request).id, sessionCookieOf(request) ?? '');
      return reply
        .header('cache-control', 'no-store')
        .send({ data: sessions.map((session) => presentSession(session, locate)) });
    },
  );

  app.delete(
    '/spa/user/sessions',
    userRoute(null, { summary: 'Sign out everywhere else', response: { 200: Data(EndedSessions) } }),
    async (request) => {
      const ended = await inTransaction(db, async (tx) => {
        const count = await endOtherSessions(tx, userOf(request).id, sessionCookieOf(request));
        if (count > 0) await record(tx, request, 'session_ended');
        return count;
      });
      return { data: { ended } };
    },
  );

  app.delete(
    '/spa/user/sessions/:id',
    userRoute(null, { summary: 'Sign a browser out', params: SessionParams, response: { 200: Data(EndedSessions) } }),
    async (request) => {
      await inTransaction(db, async (tx) => {
        if (!(await endSessionById(tx, userOf(request).id, request.params.id))) throw new DomainError('not_found');
        await record(tx, request, 'session_ended');
      });
      return { data: { ended: 1 } };
    },
  );
}

function activityRoutes(app: App, { db }: Accounts, locate: Locate): void {
  app.get(
    '/spa/merchant/activities',
    userRoute('merchant_merchant_activities', {
      summary: 'List recent activity',
      querystring: ActivityQuery,
      response: { 200: Page(Activity) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 4 } = request.query;
      const { rows, total } = await listActivities(db, userOf(request).merchant.id, { page, perPage });
      const pagination = { total, page, per_page: perPage };
      return reply
        .header('cache-control', 'no-store')
        .send({ data: rows.map((row) => presentActivity(row, locate)), pagination });
    },
  );
}

function subscriptionRoutes(app: App, { db, secrets }: Accounts): void {
  app.get(
    '/spa/subscriptions',
    userRoute('merchant_subscriptions_viewAny', {
      summary: 'Get email preferences',
      response: { 200: Data(Subscriptions) },
    }),
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ data: presentSubscriptions(userOf(request)) }),
  );

  for (const enabled of [true, false]) {
    const verb = enabled ? 'enable' : 'disable';
    const state = enabled ? 'on' : 'off';
    const answers = { 200: Data(Subscriptions), ...errorResponses(409) };
    const config = user('merchant_subscriptions_update');

    app.post(
      `/spa/user/subscriptions/${verb}`,
      { config, schema: { tags, summary: `Turn emails ${state}`, body: TwoFaBody, response: answers } },
      async (request) => changed(request, request.body, (tx) => setMailSubscription(tx, userOf(request).id, enabled)),
    );

    app.post(
      `/spa/subscriptions/${verb}/:type`,
      {
        config,
        schema: {
          tags,
          summary: `Turn one kind of email ${state}`,
          params: SubscriptionParams,
          body: TwoFaBody,
          response: answers,
        },
      },
      async (request) => {
        const { type } = request.params;
        return changed(request, request.body, (tx) => setSubscription(tx, userOf(request).id, { type, enabled }));
      },
    );
  }

  async function changed(request: FastifyRequest, factor: TwoFaBody, change: (tx: Tx) => Promise<void>) {
    const signedIn = userOf(request);
    await requireSecondFactor(db, secrets, { user: signedIn, factor, client: clientOf(request) });
    const now = await inTransaction(db, async (tx) => {
      await change(tx);
      await record(tx, request, 'subscription_changed');
      return readUser(tx, signedIn.id);
    });
    return { data: presentSubscriptions(now) };
  }
}

async function record(
  tx: Tx,
  request: FastifyRequest,
  action: 'session_ended' | 'subscription_changed',
): Promise<void> {
  const { id: userId, merchant } = userOf(request);
  await recordActivity(tx, { merchantId: merchant.id, userId, action, client: clientOf(request) });
}
