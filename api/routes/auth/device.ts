import type { FastifyReply, FastifyRequest } from 'fastify';
import { CodeSent, VisitorVerifyBody } from '../../../contract/account.ts';
import { Data } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { SpaUser } from '../../../contract/session.ts';
import type { Client } from '../../../db/accounts/devices.ts';
import { checkSecondFactor } from '../../../db/accounts/two-factor.ts';
import { readUser, type SignedInUser } from '../../../db/accounts/users.ts';
import {
  askByMail,
  checkCode,
  closeQuestion,
  findQuestion,
  resendCode,
  wrongCode,
} from '../../../db/accounts/verification-codes.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { DomainError, fieldError } from '../../../domain/errors.ts';
import { anyoneWithCsrf } from '../../access.ts';
import type { App } from '../../app.ts';
import { type Accounts, signIn, tellOfSignIn } from '../../auth/accounts.ts';
import { clientOf } from '../../auth/client.ts';
import { questionCookieOf } from '../../auth/cookies.ts';
import type { ServerDeps } from '../../deps.ts';
import { codeSent } from '../../presenters/account.ts';
import { presentUser } from '../../presenters/user.ts';

const tags = ['Sign-in'];

/** Signing in from a browser that is not known: the mailbox confirms it. */
export function deviceRoutes(app: App, { config }: ServerDeps, accounts: Accounts): void {
  const { db, secrets, cookies } = accounts;

  app.post(
    '/auth/visitor/verify',
    {
      config: anyoneWithCsrf('The cookie that a right password gave, and the code from the email, say who.'),
      schema: {
        tags,
        summary: 'Confirm a new device',
        description:
          'If 2FA is on and no 2FA code is given, the response is 422 on `two_fa_code`; the mailed code stays valid.',
        body: VisitorVerifyBody,
        response: { 200: Data(SpaUser), ...errorResponses(401, 403) },
      },
    },
    async (request, reply) => {
      const { code, ...factor } = request.body;
      const client = clientOf(request);
      const requested = await questionOf(request);
      if (requested === undefined) throw wrongCode();
      const question = await checkCode(db, secrets, { question: requested, code, client });
      if (question.userId === null) throw wrongCode();
      const user = await readUser(db, question.userId);
      await checkSecondFactor(db, secrets, { user, factor, client });
      const signedIn = await signIn(
        accounts,
        { request, reply },
        {
          who: async (tx) => {
            await closeQuestion(tx, question);
            return user.id;
          },
          remember: question.bound.remember === true,
          action: 'device_verified',
          rememberDevice: true,
          after: tellOfSignIn(secrets, client),
        },
      );
      cookies.clearQuestion(reply);
      return reply.send({ data: presentUser(signedIn, config) });
    },
  );

  app.post(
    '/auth/visitor/resend',
    {
      config: anyoneWithCsrf('It emails nobody but the user whose correct password gave the cookie.'),
      schema: { tags, summary: 'Email another code', response: { 200: Data(CodeSent), ...errorResponses(404) } },
    },
    async (request, reply) => {
      const requested = await questionOf(request);
      if (requested?.userId == null) throw new DomainError('not_found');
      const { language, email } = await readUser(db, requested.userId);
      const to = { language, client: clientOf(request) };
      const times = await inTransaction(db, (tx) => resendCode(tx, secrets, requested, to));
      return reply.send({ data: codeSent(email, times) });
    },
  );

  async function questionOf(request: FastifyRequest) {
    const handle = questionCookieOf(request);
    return handle === undefined ? undefined : findQuestion(db, handle, ['new_device']);
  }
}

/**
 * Asks the mailbox about a browser that has the right password but is not known, and gives the browser the cookie of
 * that question.
 * @returns the refusal to throw: `new_device`, or a 422 when the browser could make no fingerprint
 */
export async function askForDevice(
  { db, secrets, cookies }: Accounts,
  {
    user,
    remember,
    client,
    reply,
  }: {
    readonly user: SignedInUser;
    readonly remember: boolean;
    readonly client: Client;
    readonly reply: FastifyReply;
  },
): Promise<DomainError> {
  if (client.visitorId === undefined) return fieldError('visitor_id', 'Fingerprint error');
  const { email, language, id: userId } = user;
  const requested = await inTransaction(db, (tx) =>
    askByMail(tx, secrets, { purpose: 'new_device', email, userId, bound: { remember }, language, client }),
  );
  cookies.setQuestion(reply, requested.handle);
  return new DomainError('new_device');
}
