import { Type } from 'typebox';
import { endSession, startSession } from '../../../db/people/sessions.ts';
import { checkPassword } from '../../../db/people/users.ts';
import { inTransaction } from '../../../db/sequelize.ts';
import { anyone, anyoneWithCsrf } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Cookies } from '../../auth/cookies.ts';
import { sessionCookieOf } from '../../auth/cookies.ts';
import type { Csrf } from '../../auth/csrf.ts';
import { createLimiter } from '../../auth/limiter.ts';
import { Data } from '../../contract/basics.ts';
import { errorResponses } from '../../contract/errors.ts';
import { LoginBody, SpaUser } from '../../contract/session.ts';
import type { ServerDeps } from '../../deps.ts';
import { visitorOf } from '../../plugins/request-context.ts';
import { presentUser } from '../../presenters/user.ts';

const tags = ['Sign-in'];
const Nothing = Type.Null({ description: 'Done; no content.' });

/** Sign-in and sign-out of the back office. */
export function sessionRoutes(app: App, deps: ServerDeps, { csrf, cookies }: { csrf: Csrf; cookies: Cookies }): void {
  const { db, config, now = Date.now } = deps;
  const failures = createLimiter(config.rateLimits.signInPerMinute, now);

  app.get(
    '/auth/csrf-cookie',
    {
      config: anyone('Every browser needs a token before it may send anything.'),
      schema: { tags, summary: 'Set the cookie XSRF-TOKEN', response: { 204: Nothing } },
    },
    async (request, reply) => {
      cookies.setCsrf(reply, csrf.issue(sessionCookieOf(request)));
      return reply.code(204).header('cache-control', 'no-store').send(null);
    },
  );

  app.post(
    '/auth/login',
    {
      config: anyoneWithCsrf('Signing in.'),
      schema: {
        tags,
        summary: 'Sign in',
        body: LoginBody,
        response: { 200: Data(SpaUser), ...errorResponses(401, 403) },
      },
    },
    async (request, reply) => {
      const { email, password, remember = false } = request.body;
      // Counted before the password is looked at, so that many tries at once cannot pass together; a right one is not counted.
      const keys = [`address ${request.ip}`, `email ${email.trim().toLowerCase()}`];
      for (const key of keys) failures.take(key);
      const user = await checkPassword(db, { email, password });
      for (const key of keys) failures.giveBack(key);

      const visitorId = visitorOf(request.headers['x-visitor-id']);
      const userAgent = request.headers['user-agent'];
      const replaces = sessionCookieOf(request);
      const session = await inTransaction(db, (tx) =>
        startSession(tx, {
          userId: user.id,
          remember,
          ip: request.ip,
          ...(userAgent === undefined ? {} : { userAgent }),
          ...(visitorId === undefined ? {} : { visitorId }),
          ...(replaces === undefined ? {} : { replaces }),
        }),
      );
      cookies.setSession(reply, session.cookie, { expires: remember ? session.expiresAt : undefined });
      cookies.setCsrf(reply, csrf.issue(session.cookie));
      return reply.header('cache-control', 'no-store').send({ data: presentUser(user, config) });
    },
  );

  app.post(
    '/auth/logout',
    {
      config: anyoneWithCsrf('Signing out twice is no error.'),
      schema: { tags, summary: 'Sign out', response: { 204: Nothing } },
    },
    async (request, reply) => {
      const cookie = sessionCookieOf(request);
      if (cookie !== undefined) await inTransaction(db, (tx) => endSession(tx, cookie));
      cookies.clearSession(reply);
      cookies.setCsrf(reply, csrf.issue(undefined));
      return reply.code(204).send(null);
    },
  );
}
