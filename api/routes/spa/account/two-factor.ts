import { Type } from 'typebox';
import {
  CodeSent,
  DisableTwoFaBody,
  EmailCodeBody,
  EnableTwoFaBody,
  RecoveryCodes,
  TwoFaSecret,
} from '../../../../contract/account.ts';
import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { forgetDevices } from '../../../../db/accounts/devices.ts';
import { askForEmailChange } from '../../../../db/accounts/email-change.ts';
import { takeTry } from '../../../../db/accounts/lockouts.ts';
import { sendAccountMail } from '../../../../db/accounts/mails.ts';
import { originOf } from '../../../../db/accounts/origins.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  newTwoFactorSecret,
  requireSecondFactor,
} from '../../../../db/accounts/two-factor.ts';
import { askByMail, checkCode, closeQuestion } from '../../../../db/accounts/verification-codes.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { fieldError } from '../../../../domain/errors.ts';
import type { App } from '../../../app.ts';
import { type Accounts, changeSignIn, confirmPassword } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';
import { codeSent } from '../../../presenters/account.ts';
import { userRoute } from '../../../route-options.ts';

/** However many addresses they go to. */
const MAILS = { scope: 'mail:user', tries: 20, minutes: 60 } as const;
const Nothing = Type.Null({ description: 'No content.' });

/** 2FA of the signed-in user, and the codes by mail that such changes need. */
export function twoFactorRoutes(app: App, accounts: Accounts): void {
  emailCodeRoute(app, accounts);
  secretRoute(app, accounts);
  enableRoute(app, accounts);
  disableRoute(app, accounts);
}

function emailCodeRoute(app: App, { db, secrets }: Accounts): void {
  app.post(
    '/spa/user/email-code',
    userRoute(null, {
      summary: 'Email a code',
      description:
        '`two_fa` emails the code needed to turn 2FA on; `email` sends one code to the current and one to the new ' +
        'address.',
      body: EmailCodeBody,
      response: { 202: Data(CodeSent) },
    }),
    async (request, reply) => {
      const signedIn = userOf(request);
      const client = clientOf(request);
      const { purpose, email } = request.body;
      await takeTry(db, secrets, { ...MAILS, key: signedIn.id });
      if (purpose === 'email') {
        if (email === undefined) throw fieldError('email', 'The email field is required.');
        const times = await askForEmailChange(db, secrets, { user: signedIn, email, client });
        return reply.code(202).send({ data: codeSent(email, times) });
      }
      const { email: own, id: userId, language } = signedIn;
      const times = await inTransaction(db, (tx) =>
        askByMail(tx, secrets, { purpose, email: own, userId, bound: {}, language, client }),
      );
      return reply.code(202).send({ data: codeSent(own, times) });
    },
  );
}

function secretRoute(app: App, { db, secrets }: Accounts): void {
  app.get(
    '/spa/user/2fa/secret',
    userRoute(null, {
      summary: 'Create a secret for the authenticator',
      response: { 200: Data(TwoFaSecret), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const { secret, url } = await inTransaction(db, (tx) => newTwoFactorSecret(tx, secrets, userOf(request)));
      return reply.header('cache-control', 'no-store').send({ data: { secret, otpauth_url: url } });
    },
  );
}

function enableRoute(app: App, accounts: Accounts): void {
  const { db, secrets } = accounts;

  app.post(
    '/spa/user/2fa/enable',
    userRoute(null, {
      summary: 'Turn 2FA on',
      description: 'Returns the recovery codes, once. The session gets a new id and all other sessions end.',
      body: EnableTwoFaBody,
      response: { 200: Data(RecoveryCodes), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const signedIn = userOf(request);
      const client = clientOf(request);
      const { code, two_fa_code } = request.body;
      const question = await checkCode(db, secrets, {
        purpose: 'two_fa',
        email: signedIn.email,
        userId: signedIn.id,
        code,
        client,
      });
      let codes: string[] = [];
      await changeSignIn(
        accounts,
        { request, reply },
        {
          action: 'two_fa_enabled',
          change: async (tx) => {
            codes = await enableTwoFactor(tx, secrets, { userId: signedIn.id, code: two_fa_code });
            await closeQuestion(tx, question);
            const { email: to, language } = signedIn;
            await sendAccountMail(tx, secrets.box, { to, language, kind: 'two_fa_enabled', values: originOf(client) });
          },
        },
      );
      return reply.send({ data: { recovery_codes: codes } });
    },
  );
}

function disableRoute(app: App, accounts: Accounts): void {
  const { db, secrets } = accounts;

  app.post(
    '/spa/user/2fa/disable',
    userRoute(null, {
      summary: 'Turn 2FA off',
      description: 'Needs the password and a 2FA code. The session gets a new id and all other sessions end.',
      body: DisableTwoFaBody,
      response: { 204: Nothing, ...errorResponses(409) },
    }),
    async (request, reply) => {
      const signedIn = userOf(request);
      const client = clientOf(request);
      const { password, ...factor } = request.body;
      await confirmPassword(accounts, { user: signedIn, password });
      await requireSecondFactor(db, secrets, { user: signedIn, factor, client });
      await changeSignIn(
        accounts,
        { request, reply },
        {
          action: 'two_fa_disabled',
          rememberDevice: true,
          change: async (tx) => {
            await disableTwoFactor(tx, signedIn.id);
            await forgetDevices(tx, signedIn.id);
            const { email: to, language } = signedIn;
            await sendAccountMail(tx, secrets.box, { to, language, kind: 'two_fa_disabled', values: originOf(client) });
          },
        },
      );
      return reply.code(204).send(null);
    },
  );
}
