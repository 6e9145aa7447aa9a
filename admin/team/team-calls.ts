import type { AuditEntryView } from '../../api/contract/audit.ts';
import type { SpaUser } from '../../api/contract/session.ts';
import type {
  AcceptInvitationBody,
  InvitationBody,
  InvitationLinkView,
  InvitationView,
  TeamMember,
} from '../../api/contract/team.ts';
import type { Role } from '../../domain/permissions.ts';
import type { TeamAct } from '../../domain/team.ts';
import { type CallOptions, call } from '../data/http-client.ts';

/** One page of a list. */
export interface ListPage<Row> {
  readonly data: Row[];
  readonly pagination: { readonly total: number; readonly page: number; readonly per_page: number };
}

export interface AuditFilter {
  readonly page: number;
  readonly perPage: number;
  readonly area: string;
  readonly search: string;
}

/** The calls of team access (spec §7). Each throws ApiError when refused. */
export const teamCalls = {
  members: () => send<TeamMember[]>('GET', '/spa/users'),
  async act(id: string, act: TeamAct, role: Role): Promise<void> {
    const path = `/spa/users/${id}`;
    if (act === 'delete') await call(path, { method: 'DELETE' });
    else if (act === 'update_role') await send('POST', `${path}/update-role`, { role });
    else await send('POST', `${path}/${act.replace('_', '-')}`);
  },
  invitations: async (page: number) =>
    (await call<ListPage<InvitationView>>(`/spa/invitations?page=${page}&per_page=${INVITATIONS_PER_PAGE}`)).json,
  invite: (invitations: readonly InvitationBody[]) =>
    send<InvitationView[]>('POST', '/spa/invitations/mass-store', { invitations }),
  resend: (id: string) => send<InvitationView>('POST', `/spa/invitations/${id}/resend`),
  cancel: (id: string) => send<InvitationView>('POST', `/spa/invitations/${id}/cancel`),
  async audit({ page, perPage, area, search }: AuditFilter): Promise<ListPage<AuditEntryView>> {
    const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
    if (area) query.set('area', area);
    if (search) query.set('search', search);
    return (await call<ListPage<AuditEntryView>>(`/spa/audit?${query}`)).json;
  },
  lookAtInvitation: (token: string) => send<InvitationLinkView>('POST', '/auth/invitation', { token }),
  join: (body: AcceptInvitationBody) => send<SpaUser>('POST', '/auth/first-password/by-invitation', body),
} as const;

export const INVITATIONS_PER_PAGE = 10;

async function send<T>(method: NonNullable<CallOptions['method']>, path: string, body?: object): Promise<T> {
  return (await call<{ data: T }>(path, { method, body })).json.data;
}
