import { Type } from 'typebox';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { LoginBody, SpaUser } from '../../../contract/session.ts';
import { recordActivity } from '../../../db/accounts/activities.ts';
import { type Client, isKnownBrowser, isKnownDevice } from '../../../db/accounts/devices.ts';
import { type Allowance, forgetTries, giveTryBack, takeTry } from '../../../db/accounts/lockouts.ts';
import { endSession, findSession } from '../../../db/accounts/sessions.ts';
import { checkSecondFactor } from '../../../db/accounts/two-factor.ts';
import { checkPassword, type SignedInUser } from '../../../db/accounts/users.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { anyone, anyoneWithCsrf } from '../../access.ts';
import type { App } from '../../app.ts';
import { type Accounts, LOCKOUT_MINUTES, PEOPLE_PER_ADDRESS, signIn, tellOfSignIn } from '../../auth/accounts.ts';
import { clientOf } from '../../auth/client.ts';
import { sessionCookieOf } from '../../auth/cookies.ts';
import { createLimiter } from '../../auth/limiter.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentUser } from '../../presenters/user.ts';
import { askForDevice } from './device.ts';

const tags = ['Sign-in'];
const Nothing = Type.Null({ description: 'No content.' });

/** Sign-in and sign-out of the back office. */
export function sessionRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  loginRoute(app, deps, accounts);
  logoutRoutes(app, accounts);
}

function loginRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const { config } = deps;
  const { db, secrets } = accounts;
  const passwordUser = createPasswordCheck(deps, accounts);

  app.post(
    '/auth/login',
    {
      config: anyoneWithCsrf('Signing in.'),
      schema: {
        tags,
        summary: 'Sign in',
        description:
          'An unknown browser gets 406 `new_device`: a code was mailed; send it to /auth/visitor/verify. If 2FA is ' +
          'on and no code is given, the response is 422 on `two_fa_code`.',
        body: LoginBody,
        response: { 200: Data(SpaUser), ...errorResponses(401, 403, 406) },
      },
    },
    async (request, reply) => {
      const { email, password, remember = false } = request.body;
      const client = clientOf(request);
      const user = await passwordUser({ email, password, client });
      if (user.emailVerified && !(await isKnownDevice(db, user.id, client))) {
        throw await askForDevice(accounts, { user, remember, client, reply });
      }
      await checkSecondFactor(db, secrets, { user, factor: request.body, client });
      const signedIn = await signIn(
        accounts,
        { request, reply },
        { who: async () => user.id, remember, action: 'signed_in', after: tellOfSignIn(secrets, client) },
      );
      return reply.send({ data: presentUser(signedIn, config) });
    },
  );
}

function logoutRoutes(app: App, { db, cookies, csrf }: Accounts): void {
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
    '/auth/logout',
    {
      config: anyoneWithCsrf('Signing out twice is no error.'),
      schema: { tags, summary: 'Sign out', response: { 204: Nothing } },
    },
    async (request, reply) => {
      const cookie = sessionCookieOf(request);
      const session = cookie === undefined ? undefined : await findSession(db, cookie);
      if (cookie !== undefined && session !== undefined) {
        const { id: userId, merchant } = session.user;
        await inTransaction(db, async (tx) => {
          await endSession(tx, cookie);
          const client = clientOf(request);
          await recordActivity(tx, { merchantId: merchant.id, userId, action: 'signed_out', client });
        });
      }
      cookies.clearSession(reply);
      cookies.setCsrf(reply, csrf.issue(undefined));
      return reply.code(204).send(null);
    },
  );
}

/**
 * Finds the account that a password belongs to. Tries are counted before the password is looked at, so that many at
 * once cannot pass together; a right one is not counted. A browser that is known counts for itself, per account and per
 * address: strangers cannot lock the owner out.
 */
function createPasswordCheck(
  { config }: ServerDeps,
  { db, secrets }: Accounts,
): (login: LoginTry) => Promise<SignedInUser> {
  const perMinute = config.rateLimits.signInPerMinute;
  const failures = createLimiter(db, secrets, { name: 'sign-in', perMinute });
  return async ({ email, password, client }) => {
    const account = email.trim().toLowerCase();
    const known = (await isKnownBrowser(db, account, client)) ? `known:${client.deviceCookie}` : '';
    const isStranger = known === '';
    const perAccount = allowance('password:account', `${account}\n${known}`, perMinute);
    const perAddress = allowance('password:address', client.network, perMinute * PEOPLE_PER_ADDRESS);
    if (isStranger) {
      await failures.take(client.network);
      await takeTry(db, secrets, perAddress);
    }
    await takeTry(db, secrets, perAccount);
    const user = await checkPassword(db, { email, password });
    await Promise.all([
      ...(isStranger ? [failures.giveBack(client.network), giveTryBack(db, secrets, perAddress)] : []),
      forgetTries(db, secrets, perAccount),
    ]);
    return user;
  };
}

interface LoginTry {
  readonly email: string;
  readonly password: string;
  readonly client: Client;
}

function allowance(scope: string, key: string, tries: number): Allowance {
  return { scope, key, tries, minutes: LOCKOUT_MINUTES };
}
