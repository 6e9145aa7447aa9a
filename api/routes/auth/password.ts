import { Type } from 'typebox';
import { CheckCodeBody, CodeSent, ForgotPasswordBody, ResetPasswordBody } from '../../../contract/account.ts';
import { Data } from '../../../contract/basics.ts';
import { askForReset, checkReset, type ResetProof, resetPassword } from '../../../db/accounts/password-reset.ts';
import { hashPassword } from '../../../db/accounts/passwords.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { passwordProblems, requireNone } from '../../../domain/accounts/account-rules.ts';
import { fieldError } from '../../../domain/errors.ts';
import { anyoneWithCsrf } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { clientOf, languageOfRequest } from '../../auth/client.ts';
import { questionCookieOf } from '../../auth/cookies.ts';
import type { ServerDeps } from '../../deps.ts';
import { codeSent } from '../../presenters/account.ts';

const tags = ['Sign-in'];
const Nothing = Type.Null({ description: 'No content.' });

/** A new password by a code to the mailbox. Every step answers alike for addresses that nobody has (hazard 62). */
export function passwordRoutes(app: App, { config }: ServerDeps, accounts: Accounts): void {
  const { db, secrets, cookies } = accounts;

  app.post(
    '/auth/password/forgot',
    {
      config: anyoneWithCsrf('Who forgot the password cannot sign in.'),
      schema: {
        tags,
        summary: 'Request a password reset',
        body: ForgotPasswordBody,
        response: { 202: Data(CodeSent) },
      },
    },
    async (request, reply) => {
      const { email, recaptcha_token } = request.body;
      await accounts.captcha.require(recaptcha_token, request.ip);
      await accounts.limitAsking(request);
      const requested = await askForReset(db, secrets, {
        email,
        language: languageOfRequest(request),
        client: clientOf(request),
        handle: questionCookieOf(request),
        publicUrl: config.publicUrl,
      });
      cookies.setQuestion(reply, requested.handle);
      return reply.code(202).send({ data: codeSent(email, requested) });
    },
  );

  checkRoute(app, accounts);

  app.post(
    '/auth/password/reset',
    {
      config: anyoneWithCsrf('The mailed code with the browser’s cookie, or the mailed link, identifies the person.'),
      schema: {
        tags,
        summary: 'Set a new password',
        description:
          'Uses `email` and `code` in the browser that requested the reset, or the `token` of the mailed link in ' +
          'any browser. Signs every browser out and nobody in. 2FA stays on.',
        body: ResetPasswordBody,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { email = '' } = request.body;
      requireNone(passwordProblems(request.body, [email]));
      const client = clientOf(request);
      const proof = proofOf(request.body, questionCookieOf(request));
      const question = await checkReset(db, secrets, { proof, client });
      requireNone(passwordProblems(request.body, [question.email]));
      const passwordHash = await hashPassword(request.body.password);
      const device = await inTransaction(db, (tx) => resetPassword(tx, secrets, { question, passwordHash, client }));
      cookies.setDevice(reply, device);
      cookies.clearQuestion(reply);
      return reply.code(204).send(null);
    },
  );
}

/** Without an effect: a page can ask before somebody types a password. */
function checkRoute(app: App, { db, secrets }: Accounts): void {
  app.post(
    '/auth/password/check-code',
    {
      config: anyoneWithCsrf('A code allows five attempts, in the browser that requested it; a link is signed.'),
      schema: {
        tags,
        summary: 'Check a password reset code',
        description: 'Or the `token` of the mailed link, which stays valid.',
        body: CheckCodeBody,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const proof = proofOf(request.body, questionCookieOf(request));
      await checkReset(db, secrets, { proof, client: clientOf(request) });
      return reply.code(204).send(null);
    },
  );
}

/** @throws DomainError 422 unless it is the code with its mail address, or the link's token alone */
function proofOf({ email, code, token }: CheckCodeBody, handle: string | undefined): ResetProof {
  if (token !== undefined) {
    if (email !== undefined || code !== undefined)
      throw fieldError('token', 'Send either the token or email and code.');
    return { token };
  }
  if (email === undefined) throw fieldError('email', 'The email field is required.');
  if (code === undefined) throw fieldError('code', 'The code field is required.');
  return { email, code, handle };
}
