import { Data } from '../../../contract/basics.ts';
import { SpaUser } from '../../../contract/session.ts';
import { AcceptInvitationBody, InvitationLinkView, LinkBody } from '../../../contract/team.ts';
import { acceptInvitation, invitationState } from '../../../db/accounts/invitations.ts';
import { hashPassword } from '../../../db/accounts/passwords.ts';
import { acceptanceProblems, passwordProblems, requireNone } from '../../../domain/accounts/account-rules.ts';
import { fieldError } from '../../../domain/errors.ts';
import { anyoneWithCsrf } from '../../access.ts';
import type { App } from '../../app.ts';
import { type Accounts, signIn } from '../../auth/accounts.ts';
import { acceptedVersions } from '../../auth/legal.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentInvitationLink } from '../../presenters/team.ts';
import { presentUser } from '../../presenters/user.ts';
import { warnOfPower } from '../spa/team/team-warning.ts';

const tags = ['Sign-in'];

/** The page that the link of an invitation opens. */
export function invitationLinkRoutes(app: App, { config }: ServerDeps, accounts: Accounts): void {
  const { db } = accounts;

  app.post(
    '/auth/invitation',
    {
      config: anyoneWithCsrf('The token of the link is the capability.'),
      schema: {
        tags,
        summary: 'Check the link of an invitation',
        body: LinkBody,
        response: { 200: Data(InvitationLinkView) },
      },
    },
    async (request, reply) => {
      const link = await invitationState(db, request.body.token);
      return reply.header('cache-control', 'no-store').send({ data: presentInvitationLink(link) });
    },
  );

  app.post(
    '/auth/first-password/by-invitation',
    {
      config: anyoneWithCsrf('The token of the link is the capability.'),
      schema: {
        tags,
        summary: 'Join a team',
        description: 'Email address and role come from the invitation; the link proves the address.',
        body: AcceptInvitationBody,
        response: { 200: Data(SpaUser) },
      },
    },
    async (request, reply) => {
      const { token, full_name: fullName, privacy_accepted, aml_accepted } = request.body;
      const link = await invitationState(db, token);
      // A hash is costly: none is made for a link that does not open.
      if (link.state !== 'valid') throw fieldError('token', 'Link expired');
      requireNone(
        passwordProblems(request.body, [fullName, link.invitation.email]),
        acceptanceProblems({ privacy_accepted, aml_accepted }),
      );
      const versions = acceptedVersions(request.body.accepted_versions, config);
      const passwordHash = await hashPassword(request.body.password);
      const signedIn = await signIn(
        accounts,
        { request, reply },
        {
          async who(tx) {
            const joined = await acceptInvitation(tx, { token, fullName, passwordHash, acceptedVersions: versions });
            await warnOfPower(tx, request, accounts, {
              kind: 'team_member_joined',
              merchantId: joined.merchantId,
              by: joined.invitedBy,
              people: [{ ...joined, before: null, after: joined }],
              except: joined.id,
            });
            return joined.id;
          },
          remember: false,
          action: 'joined_team',
          rememberDevice: true,
        },
      );
      return reply.send({ data: presentUser(signedIn, config) });
    },
  );
}
