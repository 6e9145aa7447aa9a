import type { ConfirmationBody } from '../../contract/account.ts';
import type { InvitationsBody, InvitationView, TeamMember, UpdateRoleBody } from '../../contract/team.ts';
import type { TeamAct } from '../../domain/accounts/team.ts';
import type { Api } from '../data/api.ts';

const memberPath = (id: string) => `/spa/users/${id}`;

/** Calls for the members of the account (spec §7). */
export const teamCalls = (api: Api) => ({
  members: () => api.get<TeamMember[]>('/spa/users'),
  /** Role and shops count for `update_role`; without shops they stay as they are, null is all. */
  changeMember: (id: string, act: TeamAct, { role, shops, ...proof }: UpdateRoleBody): Promise<unknown> => {
    if (act === 'delete') return api.delete(memberPath(id), proof);
    if (act === 'update_role') {
      return api.post(`${memberPath(id)}/update-role`, { role, shops, ...proof });
    }
    return api.post(`${memberPath(id)}/${act.replace('_', '-')}`, proof);
  },
  /** All of them or none. */
  invite: (body: InvitationsBody) => api.post<InvitationView[]>('/spa/invitations/mass-store', body),
  resendInvitation: (id: string, proof: ConfirmationBody) =>
    api.post<InvitationView>(`/spa/invitations/${id}/resend`, proof),
  cancelInvitation: (id: string) => api.post<InvitationView>(`/spa/invitations/${id}/cancel`),
});

/** Query keys to refetch after each call, because one action changes members, invitations and the log at once. */
export const CHANGED_BY_TEAM = ['members', 'invitations', 'audit'] as const;

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof teamCalls> {}
}
