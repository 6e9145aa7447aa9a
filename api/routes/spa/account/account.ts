import { Type } from 'typebox';
import { ChangeEmailBody, ChangePasswordBody, DeleteAccountBody } from '../../../../contract/account.ts';
import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { SpaUser } from '../../../../contract/session.ts';
import { requestDeletion } from '../../../../db/accounts/deletion.ts';
import { changeEmail, checkEmailChange } from '../../../../db/accounts/email-change.ts';
import { setPassword } from '../../../../db/accounts/password-reset.ts';
import { hashPassword } from '../../../../db/accounts/passwords.ts';
import { checkSecondFactor } from '../../../../db/accounts/two-factor.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { passwordProblems, requireNone } from '../../../../domain/accounts/account-rules.ts';
import type { App } from '../../../app.ts';
import { type Accounts, changeSignIn, confirmPassword } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentUser } from '../../../presenters/user.ts';
import { userRoute } from '../../../route-options.ts';

const Nothing = Type.Null({ description: 'No content.' });

/** Routes that change how the signed-in user signs in. Each asks for the password again, and with 2FA for a code. */
export function accountRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  passwordRoute(app, deps, accounts);
  emailRoute(app, deps, accounts);
  deletionRoute(app, accounts);
}

function passwordRoute(app: App, { config }: ServerDeps, accounts: Accounts): void {
  const { db, secrets } = accounts;

  app.put(
    '/spa/user/password',
    userRoute(null, {
      summary: 'Change the password',
      description: 'The session gets a new id and all other sessions end.',
      body: ChangePasswordBody,
      response: { 200: Data(SpaUser) },
    }),
    async (request, reply) => {
      const signedIn = userOf(request);
      const client = clientOf(request);
      const { current_password, password, password_confirmation, ...factor } = request.body;
      requireNone(passwordProblems({ password, password_confirmation }, [signedIn.email, signedIn.fullName]));
      await confirmPassword(accounts, { user: signedIn, password: current_password, field: 'current_password' });
      await checkSecondFactor(db, secrets, { user: signedIn, factor, client });
      const passwordHash = await hashPassword(password);
      const changed = await changeSignIn(
        accounts,
        { request, reply },
        {
          action: 'password_changed',
          rememberDevice: true,
          change: (tx) => setPassword(tx, secrets, { user: signedIn, passwordHash, client }),
        },
      );
      return reply.send({ data: presentUser(changed, config) });
    },
  );
}

function emailRoute(app: App, { config }: ServerDeps, accounts: Accounts): void {
  const { db, secrets } = accounts;

  app.put(
    '/spa/user/email',
    userRoute(null, {
      summary: 'Change the email address',
      description: 'Needs the codes that /spa/user/email-code mailed to both addresses. All other sessions end.',
      body: ChangeEmailBody,
      response: { 200: Data(SpaUser), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const signedIn = userOf(request);
      const client = clientOf(request);
      const { email, current_code, new_code, password, ...factor } = request.body;
      await confirmPassword(accounts, { user: signedIn, password });
      const codes = { current: current_code, new: new_code };
      const questions = await checkEmailChange(db, secrets, { user: signedIn, email, client }, codes);
      await checkSecondFactor(db, secrets, { user: signedIn, factor, client });
      const changed = await changeSignIn(
        accounts,
        { request, reply },
        {
          action: 'email_changed',
          rememberDevice: true,
          change: (tx) => changeEmail(tx, secrets, { user: signedIn, questions }),
        },
      );
      return reply.send({ data: presentUser(changed, config) });
    },
  );
}

function deletionRoute(app: App, accounts: Accounts): void {
  const { db, secrets, cookies, csrf } = accounts;

  app.delete(
    '/spa/user',
    userRoute('merchant_merchant_delete', {
      summary: 'Request the deletion of the account',
      description:
        'Marks the account and signs the whole team out. Support completes the deletion; until then the owner can ' +
        'have it withdrawn.',
      body: DeleteAccountBody,
      response: { 204: Nothing },
    }),
    async (request, reply) => {
      const signedIn = userOf(request);
      const client = clientOf(request);
      const { password, ...factor } = request.body;
      await confirmPassword(accounts, { user: signedIn, password });
      await checkSecondFactor(db, secrets, { user: signedIn, factor, client });
      await inTransaction(db, (tx) => requestDeletion(tx, secrets, { user: signedIn, client }));
      cookies.clearSession(reply);
      cookies.setCsrf(reply, csrf.issue(undefined));
      return reply.code(204).send(null);
    },
  );
}
