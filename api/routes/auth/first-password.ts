import { Type } from 'typebox';
import {
  ApplicationBody,
  FirstPasswordBody,
  FirstPasswordLink,
  FirstPasswordQuery,
} from '../../../contract/account.ts';
import { Data } from '../../../contract/basics.ts';
import { SpaUser } from '../../../contract/session.ts';
import { applicationState, applyForAccount, setFirstPassword } from '../../../db/accounts/applications.ts';
import { hashPassword } from '../../../db/accounts/passwords.ts';
import { acceptanceProblems, domainOf, passwordProblems, requireNone } from '../../../domain/accounts/account-rules.ts';
import { countryProblems } from '../../../domain/compliance/lists.ts';
import { fieldError } from '../../../domain/errors.ts';
import { anyone, anyoneWithCsrf } from '../../access.ts';
import type { App } from '../../app.ts';
import { type Accounts, signIn } from '../../auth/accounts.ts';
import { languageOfRequest } from '../../auth/client.ts';
import { acceptedVersions } from '../../auth/legal.ts';
import { createPartnerTouches } from '../../auth/partner-touch.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentUser } from '../../presenters/user.ts';

const tags = ['Sign-in'];
const Nothing = Type.Null({ description: 'The application was sent; an email follows.' });

/** "Apply for account": the application, and the first password by the link of its mail. */
export function firstPasswordRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  applicationRoute(app, deps, accounts);
  linkRoutes(app, deps, accounts);
}

function applicationRoute(app: App, { config }: ServerDeps, accounts: Accounts): void {
  const { db, secrets } = accounts;

  app.post(
    '/auth/application',
    {
      config: anyoneWithCsrf('Businesses apply.'),
      schema: { tags, summary: 'Apply for an account', body: ApplicationBody, response: { 202: Nothing } },
    },
    async (request, reply) => {
      const { body } = request;
      const domain = domainOf(body.domain);
      requireNone(
        acceptanceProblems({ confirmed: body.confirmed }),
        domain === undefined ? { domain: ['Domain is not valid.'] } : {},
      );
      await accounts.captcha.require(body.recaptcha_token, request.ip);
      await accounts.limitAsking(request);
      const application = {
        email: body.email,
        contactHandle: body.contact_handle,
        domain: domain ?? '',
        industry: body.industry,
        turnover: body.turnover,
        language: body.language ?? languageOfRequest(request),
      };
      await applyForAccount(db, secrets, { application, publicUrl: config.publicUrl });
      return reply.code(202).send(null);
    },
  );
}

function linkRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  const { config, db } = deps;
  const touches = createPartnerTouches(deps, accounts);
  app.get(
    '/auth/first-password',
    {
      config: anyone('The token of the link is the capability.'),
      schema: {
        tags,
        summary: 'Check the link of an application',
        querystring: FirstPasswordQuery,
        response: { 200: Data(FirstPasswordLink) },
      },
      // The link of the mail has the same path: who opens it gets the page, which then asks here.
      onRequest: async (request, reply) => {
        void reply.header('vary', 'accept');
        if (request.headers.accept?.includes('text/html')) return app.unknownPage(reply);
      },
    },
    async (request, reply) => {
      const link = await applicationState(db, request.query.token ?? '');
      return reply.header('cache-control', 'no-store').send({ data: link });
    },
  );

  app.post(
    '/auth/first-password',
    {
      config: anyoneWithCsrf('The token of the link is the capability.'),
      schema: { tags, summary: 'Set the first password', body: FirstPasswordBody, response: { 200: Data(SpaUser) } },
    },
    async (request, reply) => {
      const { token, full_name: fullName, country, privacy_accepted, aml_accepted } = request.body;
      requireNone(
        passwordProblems(request.body, [fullName]),
        acceptanceProblems({ privacy_accepted, aml_accepted }),
        countryProblems(country),
      );
      const versions = acceptedVersions(request.body.accepted_versions, config);
      // A hash is costly: none is made for a link that does not open.
      if ((await applicationState(db, token)).state !== 'valid') throw fieldError('token', 'Link expired');
      const passwordHash = await hashPassword(request.body.password);
      const attribution = await touches.attributionOf(request, undefined);
      const signedIn = await signIn(
        accounts,
        { request, reply },
        {
          async who(tx) {
            const password = { token, fullName, country, passwordHash, acceptedVersions: versions };
            return (await setFirstPassword(tx, password)).userId;
          },
          remember: false,
          action: 'signed_up',
          rememberDevice: true,
          after: (tx, { merchant }) => touches.note(tx, merchant.id, attribution),
        },
      );
      return reply.send({ data: presentUser(signedIn, config) });
    },
  );
}
