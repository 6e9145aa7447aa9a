import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type ActOnMember, actOnMember, memberOf, readTeam } from '../../../../db/people/team.ts';
import { inTransaction } from '../../../../db/sequelize.ts';
import type { UserPermission } from '../../../../domain/permissions.ts';
import type { TeamAct } from '../../../../domain/team.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';
import { Data, Exact, IdParams } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { TeamMember, UpdateRoleBody } from '../../../contract/team.ts';
import { presentMember } from '../../../presenters/team.ts';
import { userRoute } from '../../../route-options.ts';

/** The people of the merchant's team, and what an admin does about them. */
export function teamRoutes(app: App, accounts: Accounts): void {
  readRoutes(app, accounts);
  roleRoute(app, accounts);
  actRoute(app, accounts, { act: 'block', permission: 'merchant_user_activate', summary: 'Block a member' });
  actRoute(app, accounts, { act: 'activate', permission: 'merchant_user_activate', summary: 'Unblock a member' });
  actRoute(app, accounts, {
    act: 'reset_2fa',
    permission: 'merchant_user_reset_2fa',
    summary: 'Reset the 2FA of a member',
  });
  deleteRoute(app, accounts);
}

function readRoutes(app: App, { db }: Accounts): void {
  app.get(
    '/spa/users',
    userRoute('merchant_user_viewAny', {
      summary: 'List the team',
      response: { 200: Exact({ data: Type.Array(TeamMember) }) },
    }),
    async (request, reply) => {
      const viewer = userOf(request);
      const team = await readTeam(db, viewer.merchant.id);
      const data = team.map((member) => presentMember(member, { team, viewer }));
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );

  app.get(
    '/spa/users/:id',
    userRoute('merchant_user_viewAny', {
      summary: 'Get a member',
      params: IdParams,
      response: { 200: Data(TeamMember) },
    }),
    async (request, reply) => {
      const viewer = userOf(request);
      const team = await readTeam(db, viewer.merchant.id);
      const data = presentMember(memberOf(team, request.params.id), { team, viewer });
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

function roleRoute(app: App, accounts: Accounts): void {
  app.post(
    '/spa/users/:id/update-role',
    userRoute('merchant_user_update', {
      summary: 'Change the role of a member, and the shops that they may work in',
      description: 'Signs the member out. You cannot change your own role or that of the last admin.',
      params: IdParams,
      body: UpdateRoleBody,
      response: { 200: Data(TeamMember), ...errorResponses(409) },
    }),
    async (request) => {
      const { params, body } = request;
      const { role, shops } = body;
      return { data: await done(accounts, request, { memberId: params.id, act: 'update_role', role, shops }) };
    },
  );
}

interface ActRoute {
  readonly act: Exclude<TeamAct, 'update_role' | 'delete'>;
  readonly permission: UserPermission;
  readonly summary: string;
}

function actRoute(app: App, accounts: Accounts, { act, permission, summary }: ActRoute): void {
  app.post(
    `/spa/users/:id/${act.replace('_', '-')}`,
    userRoute(permission, {
      summary,
      description: 'Signs the member out and notifies them by email.',
      params: IdParams,
      response: { 200: Data(TeamMember), ...errorResponses(409) },
    }),
    async (request) => ({ data: await done(accounts, request, { memberId: request.params.id, act }) }),
  );
}

function deleteRoute(app: App, { db, secrets }: Accounts): void {
  app.delete(
    '/spa/users/:id',
    userRoute('merchant_user_delete', {
      summary: 'Remove a member from the team',
      description: 'Their past actions stay recorded under their name.',
      params: IdParams,
      response: { 204: Type.Null({ description: 'No content.' }), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const wanted = {
        actor: userOf(request),
        client: clientOf(request),
        memberId: request.params.id,
        act: 'delete',
      } as const;
      await inTransaction(db, (tx) => actOnMember(tx, secrets, wanted));
      return reply.code(204).send(null);
    },
  );
}

async function done(
  { db, secrets }: Accounts,
  request: FastifyRequest,
  wanted: Omit<ActOnMember, 'actor' | 'client'>,
): Promise<TeamMember> {
  const viewer = userOf(request);
  const act = { ...wanted, actor: viewer, client: clientOf(request) };
  const team = await inTransaction(db, (tx) => actOnMember(tx, secrets, act));
  return presentMember(memberOf(team, wanted.memberId), { team, viewer });
}
