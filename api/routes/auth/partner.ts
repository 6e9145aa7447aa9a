import { FirstPasswordBody } from '../../../contract/account.ts';
import { Data } from '../../../contract/basics.ts';
import { AgreementBody, PartnerInvitation } from '../../../contract/partners.ts';
import { SpaUser } from '../../../contract/session.ts';
import { hashPassword } from '../../../db/accounts/passwords.ts';
import { skipTest } from '../../../db/compliance/merchant-acts.ts';
import { partnerLinkState, signUpAsPartner } from '../../../db/partners/sign-up.ts';
import { acceptanceProblems, passwordProblems, requireNone } from '../../../domain/accounts/account-rules.ts';
import { countryProblems } from '../../../domain/compliance/lists.ts';
import { fieldError } from '../../../domain/errors.ts';
import { anyoneWithCsrf } from '../../access.ts';
import type { App } from '../../app.ts';
import { type Accounts, signIn } from '../../auth/accounts.ts';
import { clientOf } from '../../auth/client.ts';
import { acceptedVersions } from '../../auth/legal.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentUser } from '../../presenters/user.ts';

const tags = ['Sign-in'];
const CAPABILITY = 'The token of the link is the capability.';

/** The page that the link of an approved partner opens: an account without a shop, then the agreement. */
export function partnerSignUpRoutes(app: App, { config, now }: ServerDeps, accounts: Accounts): void {
  const { db, secrets } = accounts;

  app.post(
    '/auth/partner',
    {
      config: anyoneWithCsrf(CAPABILITY),
      schema: {
        tags,
        summary: 'Check the link of an approved partner',
        description: 'By POST, because a token in an address would be in logs.',
        body: AgreementBody,
        response: { 200: Data(PartnerInvitation) },
      },
    },
    async (request, reply) => {
      const data = await partnerLinkState(db, request.body.token, now());
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );

  app.post(
    '/auth/first-password/by-partnership',
    {
      config: anyoneWithCsrf(CAPABILITY),
      schema: {
        tags,
        summary: 'Sign up as a partner, without a shop',
        description: 'Email address and role come from the application; the link proves the address.',
        body: FirstPasswordBody,
        response: { 200: Data(SpaUser) },
      },
    },
    async (request, reply) => {
      const { token, full_name: fullName, country, privacy_accepted, aml_accepted } = request.body;
      const link = await partnerLinkState(db, token, now());
      // A hash is costly: none is made for a link that does not open.
      if (link.state !== 'new') throw fieldError('token', 'Link expired');
      requireNone(
        passwordProblems(request.body, [fullName, link.email ?? '']),
        acceptanceProblems({ privacy_accepted, aml_accepted }),
        countryProblems(country),
      );
      const versions = acceptedVersions(request.body.accepted_versions, config);
      const passwordHash = await hashPassword(request.body.password);
      const person = { token, fullName, country, passwordHash, acceptedVersions: versions, nowMs: now() };
      const signedIn = await signIn(
        accounts,
        { request, reply },
        {
          who: async (tx) => (await signUpAsPartner(tx, secrets.box, person)).userId,
          remember: false,
          action: 'signed_up',
          rememberDevice: true,
          // Partners have nothing to integrate, so their verification begins with the business.
          after: (tx, user) => skipTest(tx, { user, client: clientOf(request), nowMs: now() }),
        },
      );
      return reply.send({ data: presentUser(signedIn, config) });
    },
  );
}
