import { Type } from 'typebox';
import { askForReset, resetPassword } from '../../../db/people/password-reset.ts';
import { hashPassword } from '../../../db/people/passwords.ts';
import { checkCode } from '../../../db/people/verification-codes.ts';
import { inTransaction } from '../../../db/sequelize.ts';
import { passwordProblems, requireNone } from '../../../domain/account-rules.ts';
import { anyoneWithCsrf } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { clientOf, languageOfRequest } from '../../auth/client.ts';
import { CheckCodeBody, CodeSent, ForgotPasswordBody, ResetPasswordBody } from '../../contract/account.ts';
import { Data } from '../../contract/basics.ts';
import { codeSent } from './sign-up.ts';

const tags = ['Sign-in'];
const Nothing = Type.Null({ description: 'Done; no content.' });

/** A new password by a code to the mailbox. Every step answers alike for addresses that nobody has (hazard 62). */
export function passwordRoutes(app: App, accounts: Accounts): void {
  const { db, secrets, cookies } = accounts;

  app.post(
    '/auth/password/forgot',
    {
      config: anyoneWithCsrf('Who forgot the password cannot sign in.'),
      schema: { tags, summary: 'Ask for a new password', body: ForgotPasswordBody, response: { 202: Data(CodeSent) } },
    },
    async (request, reply) => {
      const { email, recaptcha_token } = request.body;
      await accounts.captcha.require(recaptcha_token, request.ip);
      await accounts.limitAsking(request.ip);
      const language = languageOfRequest(request);
      const times = await askForReset(db, secrets, { email, language, client: clientOf(request) });
      return reply.code(202).send({ data: codeSent(email, times) });
    },
  );

  app.post(
    '/auth/password/check-code',
    {
      config: anyoneWithCsrf('Whether a code is right, within the five tries that it has.'),
      schema: { tags, summary: 'Check the code of a reset', body: CheckCodeBody, response: { 204: Nothing } },
    },
    async (request, reply) => {
      await checkCode(db, secrets, { purpose: 'reset_password', ...request.body, client: clientOf(request) });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/auth/password/reset',
    {
      config: anyoneWithCsrf('The code of the mail says who.'),
      schema: {
        tags,
        summary: 'Set a new password',
        description: 'Signs nobody in, and every browser out. 2FA stays on.',
        body: ResetPasswordBody,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { email, code } = request.body;
      requireNone(passwordProblems(request.body, [email]));
      const client = clientOf(request);
      const question = await checkCode(db, secrets, { purpose: 'reset_password', email, code, client });
      const passwordHash = await hashPassword(request.body.password);
      const device = await inTransaction(db, (tx) => resetPassword(tx, secrets, { question, passwordHash, client }));
      cookies.setDevice(reply, device);
      return reply.code(204).send(null);
    },
  );
}
