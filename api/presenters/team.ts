import type { AuditEntryView } from '../../contract/audit.ts';
import type { InvitationLinkView, InvitationView, TeamMember } from '../../contract/team.ts';
import type { Invitation, InvitationLink } from '../../db/accounts/invitations.ts';
import type { Member } from '../../db/accounts/team.ts';
import type { SignedInUser } from '../../db/accounts/users.ts';
import type { AuditRecord } from '../../db/audit/list.ts';
import { auditSentence } from '../../domain/accounts/audit.ts';
import { roleMay } from '../../domain/accounts/permissions.ts';
import { teamActsOn } from '../../domain/accounts/team.ts';
import type { Locate } from '../locations.ts';

export function presentMember(
  member: Member,
  { team, viewer }: { team: readonly Member[]; viewer: SignedInUser },
): TeamMember {
  const mayAct = roleMay(viewer.role, 'merchant_user_update');
  return {
    id: member.id,
    full_name: member.fullName,
    email: member.email,
    role: member.role,
    shops: member.onlyShops === null ? null : [...member.onlyShops],
    last_login_at: member.lastLoginAt?.toISOString() ?? null,
    blocked: member.blocked,
    '2fa_enabled': member.twoFactor,
    you: member.id === viewer.id,
    created_at: member.createdAt.toISOString(),
    actions: mayAct ? teamActsOn(member, { actorId: viewer.id, team }) : [],
  };
}

export function presentInvitation(invitation: Invitation): InvitationView {
  const { id, fullName, email, role, onlyShops, status, invitedBy, createdAt, sentAt, expiresAt } = invitation;
  return {
    id,
    full_name: fullName,
    email,
    role,
    shops: onlyShops === null ? null : [...onlyShops],
    status,
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    sent_at: sentAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

/** Spec §8: `Your invitation link is {status}.` */
export function presentInvitationLink(link: InvitationLink): InvitationLinkView {
  if (link.state !== 'valid') {
    const message = `Your invitation link is ${link.state}.`;
    return { state: link.state, message, full_name: null, email: null, role: null, company_name: null };
  }
  const { fullName, email, role } = link.invitation;
  return { state: 'valid', message: null, full_name: fullName, email, role, company_name: link.company };
}

/** For a merchant's people: who of the gateway's staff it was, and from where, is not theirs to know. */
export function presentAuditEntry(row: AuditRecord, locate: Locate): AuditEntryView {
  const { action, data } = row;
  const { actor_name, browser, ip } = row.actor_kind === 'staff' ? STAFF : row;
  const target = row.target_label === null ? null : { label: row.target_label };
  return {
    number: row.seq,
    at: row.at.toISOString(),
    actor_kind: row.actor_kind,
    actor_name,
    action,
    sentence: auditSentence({ action, target, data }),
    target_kind: row.target_kind,
    target_id: row.target_id,
    browser,
    ip,
    location: locate(ip),
  };
}

const STAFF = { actor_name: 'Tidegate', browser: null, ip: null } as const;
