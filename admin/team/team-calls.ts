import type { InvitationBody, InvitationView, TeamMember } from '../../api/contract/team.ts';
import type { Role } from '../../domain/permissions.ts';
import type { TeamAct } from '../../domain/team.ts';
import type { Api } from '../data/api.ts';

export interface MemberChange {
  readonly role: Role;
  readonly shops?: readonly string[] | null;
}

const memberPath = (id: string) => `/spa/users/${id}`;

/** Who may work with the account (spec §7). */
export const teamCalls = (api: Api) => ({
  members: () => api.get<TeamMember[]>('/spa/users'),
  /** Role and shops count for `update_role`; without shops they stay as they are, null is all. */
  changeMember: (id: string, act: TeamAct, { role, shops }: MemberChange): Promise<unknown> => {
    if (act === 'delete') return api.delete(memberPath(id));
    if (act === 'update_role')
      return api.post(`${memberPath(id)}/update-role`, { role, ...(shops === undefined ? {} : { shops }) });
    return api.post(`${memberPath(id)}/${act.replace('_', '-')}`);
  },
  /** All of them or none. */
  invite: (invitations: readonly InvitationBody[]) =>
    api.post<InvitationView[]>('/spa/invitations/mass-store', { invitations }),
  resendInvitation: (id: string) => api.post<InvitationView>(`/spa/invitations/${id}/resend`),
  cancelInvitation: (id: string) => api.post<InvitationView>(`/spa/invitations/${id}/cancel`),
});

/** What is read again after each of these: one act changes members, invitations and the log at once. */
export const CHANGED_BY_TEAM = ['members', 'invitations', 'audit'] as const;
