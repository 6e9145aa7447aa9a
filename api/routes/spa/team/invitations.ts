import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ConfirmationBody } from '../../../../contract/account.ts';
import { Data, Exact, IdParams, Page } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { PageQuery } from '../../../../contract/lists.ts';
import { InvitationBody, InvitationsBody, InvitationView, type InvitedPerson } from '../../../../contract/team.ts';
import {
  cancelInvitation,
  type FieldOf,
  type Invitation,
  type Inviting,
  invite,
  limitInviting,
  listInvitations,
  readInvitation,
  resendInvitation,
} from '../../../../db/accounts/invitations.ts';
import { lockTeam } from '../../../../db/accounts/team.ts';
import { inTransaction, type Tx } from '../../../../db/core/sequelize.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';
import { type ActRequest, answerMoneyAct, type MoneyAct } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { IdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentInvitation } from '../../../presenters/team.ts';
import { userRoute } from '../../../route-options.ts';
import { warnOfPower } from './team-warning.ts';

const PROOF =
  'Needs the password, unless the session is younger than five minutes, and a 2FA code if 2FA is on. The team is ' +
  'notified by email of roles that move money.';

/** Invitations to the merchant's team. */
export function invitationRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  readRoutes(app, accounts);
  inviteRoutes(app, deps, accounts);
  openRoutes(app, deps, accounts);
}

function readRoutes(app: App, { db }: Accounts): void {
  app.get(
    '/spa/invitations',
    userRoute('merchant_user_viewAny', {
      summary: 'List invitations',
      querystring: Exact({ page: PageQuery.properties.page, per_page: PageQuery.properties.per_page }),
      response: { 200: Page(InvitationView) },
    }),
    async (request, reply) => {
      const { page = 1, per_page: perPage = 25 } = request.query;
      const { invitations, total } = await listInvitations(db, userOf(request).merchant.id, { page, perPage });
      const pagination = { total, page, per_page: perPage };
      return reply.header('cache-control', 'no-store').send({ data: invitations.map(presentInvitation), pagination });
    },
  );

  app.get(
    '/spa/invitations/:id',
    userRoute('merchant_user_viewAny', {
      summary: 'Get an invitation',
      params: IdParams,
      response: { 200: Data(InvitationView) },
    }),
    async (request, reply) => {
      const invitation = await readInvitation(db, userOf(request).merchant.id, request.params.id);
      return reply.header('cache-control', 'no-store').send({ data: presentInvitation(invitation) });
    },
  );
}

function inviteRoutes(app: App, { config }: ServerDeps, accounts: Accounts): void {
  const { db, secrets } = accounts;
  app.post(
    '/spa/invitations',
    userRoute('merchant_user_create', {
      summary: 'Invite somebody to the team',
      description: `Emails a link that works once within seven days, for this address and role only. ${PROOF}`,
      headers: IdempotencyHeaders,
      body: InvitationBody,
      response: { 201: Data(InvitationView), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const act = invitingAct(request, [request.body], (_, field) => field);
      const present = ([invitation]: readonly Invitation[]) => {
        if (invitation === undefined) throw new Error('An invitation was sent, and there is none.');
        return presentInvitation(invitation);
      };
      return answerMoneyAct(accounts, request, reply, { ...act, answer: { status: 201, present } });
    },
  );

  app.post(
    '/spa/invitations/mass-store',
    userRoute('merchant_user_create', {
      summary: 'Invite several people at once',
      description: `Invites all of them or none. ${PROOF}`,
      headers: IdempotencyHeaders,
      body: InvitationsBody,
      response: { 201: Exact({ data: Type.Array(InvitationView) }), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const act = invitingAct(request, request.body.invitations, (at, field) => `invitations.${at}.${field}`);
      const present = (invitations: readonly Invitation[]) => invitations.map(presentInvitation);
      return answerMoneyAct(accounts, request, reply, { ...act, answer: { status: 201, present } });
    },
  );

  function invitingAct(
    request: ActRequest,
    bodies: readonly InvitedPerson[],
    fieldOf: FieldOf,
  ): MoneyAct<unknown, readonly Invitation[]> {
    const inviting = invitingOf(request, config.publicUrl);
    const people = bodies.map(({ full_name: fullName, email, role, shops: onlyShops = null }) => {
      return { fullName, email, role, onlyShops };
    });
    return {
      proof: 'person',
      lock: (tx) => lockTeam(tx, inviting.actor),
      read: async () => people,
      limit: () => limitInviting(db, secrets, inviting.actor, people.length),
      async work(tx) {
        const invitations = await invite(tx, secrets, inviting, { people, fieldOf });
        await warnOfInvitations(tx, request, accounts, invitations);
        return invitations;
      },
    };
  }
}

function openRoutes(app: App, { config }: ServerDeps, accounts: Accounts): void {
  const { db, secrets } = accounts;
  const answers = { 200: Data(InvitationView), ...errorResponses(409) };

  app.post(
    '/spa/invitations/:id/resend',
    userRoute('merchant_user_create', {
      summary: 'Email an invitation again',
      description: `Sends a new link; the previous one stops working. ${PROOF}`,
      params: IdParams,
      headers: IdempotencyHeaders,
      body: ConfirmationBody,
      response: answers,
    }),
    async (request, reply) => {
      const inviting = invitingOf(request, config.publicUrl);
      const { actor } = inviting;
      const { id } = request.params;
      return answerMoneyAct(accounts, request, reply, {
        proof: 'person',
        lock: (tx) => lockTeam(tx, actor),
        read: (on) => readInvitation(on, actor.merchant.id, id),
        limit: () => limitInviting(db, secrets, actor, 1),
        async work(tx) {
          const invitation = await resendInvitation(tx, secrets, inviting, id);
          await warnOfInvitations(tx, request, accounts, [invitation]);
          return invitation;
        },
        answer: { status: 200, present: presentInvitation },
      });
    },
  );

  app.post(
    '/spa/invitations/:id/cancel',
    userRoute('merchant_user_create', { summary: 'Cancel an invitation', params: IdParams, response: answers }),
    async (request) => {
      const by = { actor: userOf(request), client: clientOf(request) };
      const canceled = await inTransaction(db, (tx) => cancelInvitation(tx, by, request.params.id));
      return { data: presentInvitation(canceled) };
    },
  );
}

function warnOfInvitations(
  tx: Tx,
  request: FastifyRequest,
  accounts: Accounts,
  invitations: readonly Invitation[],
): Promise<void> {
  const { fullName: by, merchant } = userOf(request);
  const people = invitations.map((invited) => ({ ...invited, before: null, after: invited }));
  return warnOfPower(tx, request, accounts, { kind: 'team_member_invited', merchantId: merchant.id, by, people });
}

function invitingOf(request: FastifyRequest, publicUrl: string): Inviting {
  return { actor: userOf(request), client: clientOf(request), publicUrl };
}
