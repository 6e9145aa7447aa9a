import { Type } from 'typebox';
import { ConfirmationBody } from '../../../../contract/account.ts';
import { Data, Exact, IdParams } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { TeamMember, UpdateRoleBody } from '../../../../contract/team.ts';
import {
  type ActOnMember,
  actOnMember,
  lockTeam,
  type Member,
  memberOf,
  readTeam,
  requireTeamAct,
  rightsOf,
} from '../../../../db/accounts/team.ts';
import type { UserPermission } from '../../../../domain/accounts/permissions.ts';
import type { TeamAct } from '../../../../domain/accounts/team.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { userOf } from '../../../auth/guard.ts';
import { type ActRequest, performMoneyAct } from '../../../auth/money-act.ts';
import { presentMember } from '../../../presenters/team.ts';
import { userRoute } from '../../../route-options.ts';
import { warnOfPower } from './team-warning.ts';

/** Why a stolen session alone cannot make somebody else the team. */
const PROOF = 'Needs the password, unless the session is younger than five minutes, and a 2FA code if 2FA is on.';

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
      description: `Signs the member out. You cannot change your own role or that of the last admin. ${PROOF}`,
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
      description: `Signs the member out and notifies them by email. ${PROOF}`,
      params: IdParams,
      body: ConfirmationBody,
      response: { 200: Data(TeamMember), ...errorResponses(409) },
    }),
    async (request) => ({ data: await done(accounts, request, { memberId: request.params.id, act }) }),
  );
}

function deleteRoute(app: App, accounts: Accounts): void {
  app.delete(
    '/spa/users/:id',
    userRoute('merchant_user_delete', {
      summary: 'Remove a member from the team',
      description: `Their past actions stay recorded under their name. ${PROOF}`,
      params: IdParams,
      body: ConfirmationBody,
      response: { 204: Type.Null({ description: 'No content.' }), ...errorResponses(409) },
    }),
    async (request, reply) => {
      await perform(accounts, request, { memberId: request.params.id, act: 'delete' });
      return reply.code(204).send(null);
    },
  );
}

type Requested = Omit<ActOnMember, 'actor' | 'client'>;

async function done(accounts: Accounts, request: ActRequest, requested: Requested): Promise<TeamMember> {
  const team = await perform(accounts, request, requested);
  return presentMember(memberOf(team, requested.memberId), { team, viewer: userOf(request) });
}

/** Team membership decides where money goes, so each act on it is proven like one on money. */
async function perform(accounts: Accounts, request: ActRequest, requested: Requested): Promise<readonly Member[]> {
  const actor = userOf(request);
  const { id: merchantId } = actor.merchant;
  const act = { ...requested, actor, client: clientOf(request) };
  return performMoneyAct(accounts, request, {
    proof: 'person',
    lock: (tx) => lockTeam(tx, actor),
    read: async (on) => requireTeamAct(await readTeam(on, merchantId), act),
    async work(tx) {
      const { before, after: team } = await actOnMember(tx, accounts.secrets, act);
      const member = team.find(({ id }) => id === requested.memberId) ?? { ...before, blocked: true };
      const people = [{ ...member, before: rightsOf(before), after: rightsOf(member) }];
      const news = { kind: 'team_member_raised', merchantId, by: actor.fullName, people } as const;
      await warnOfPower(tx, request, accounts, { ...news, except: requested.memberId });
      return team;
    },
  });
}
