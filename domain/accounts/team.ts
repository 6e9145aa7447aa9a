import type { Role, TeamRole } from './permissions.ts';

/** As people read them, in every language. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  support: 'Support',
  viewer: 'Viewer',
  partner: 'Partner',
  ambassador: 'Ambassador',
};

/** How much a role decides about money: nothing; what leaves; and also where to, and who else does. */
const POWER: Readonly<Record<TeamRole, number>> = { viewer: 0, support: 1, admin: 2 };

/** Permissions of a team member: the role, and the only shops for it; null is all. */
export interface Rights {
  readonly role: TeamRole;
  readonly onlyShops: readonly string[] | null;
}

/**
 * Whether somebody may do more about money than before: by role, or in more shops. Null is somebody who may do nothing,
 * for example before they joined or while they are blocked.
 */
export function raisesPower({ from, to }: { readonly from: Rights | null; readonly to: Rights }): boolean {
  if (POWER[to.role] === POWER.viewer || from === null) return POWER[to.role] > POWER.viewer;
  return POWER[to.role] > POWER[from.role] || reachesFurther(shopsOf(from), shopsOf(to));
}

/** An admin works in all shops, also with limits from an earlier role. */
export function shopsOf({ role, onlyShops }: Rights): readonly string[] | null {
  return role === 'admin' || onlyShops?.length === 0 ? null : onlyShops;
}

function reachesFurther(from: readonly string[] | null, to: readonly string[] | null): boolean {
  return from !== null && (to === null || !to.every((shop) => from.includes(shop)));
}

/** The changes that an admin may make to a colleague. */
export const TEAM_ACTS = ['update_role', 'block', 'activate', 'reset_2fa', 'delete'] as const;
export type TeamAct = (typeof TEAM_ACTS)[number];

/** How many people a merchant's team may have, open invitations included. */
export const TEAM_SIZE = 100;
/** How many can be invited at once. */
export const INVITED_AT_ONCE = 20;

export interface TeamMate {
  readonly id: string;
  readonly role: TeamRole;
  readonly blocked: boolean;
  readonly twoFactor: boolean;
}

/** An act on a colleague, with everybody of the team as they are at this moment. */
export interface TeamDecision {
  readonly act: TeamAct;
  /** The new role, with `update_role`. */
  readonly role?: TeamRole;
  readonly actorId: string;
  readonly memberId: string;
  readonly team: readonly TeamMate[];
}

/**
 * Why the act is refused, in words, or null. Nobody does any of it to oneself, so nobody raises the own role (hazard
 * 67): one's own 2FA has its place in the settings. The last admin who can sign in stays.
 */
export function teamRefusal({ act, role, actorId, memberId, team }: TeamDecision): string | null {
  if (actorId === memberId) return ON_ONESELF[act];
  const isActiveAdmin = (mate: TeamMate) => mate.role === 'admin' && !mate.blocked;
  const stays = act === 'activate' || act === 'reset_2fa' || (act === 'update_role' && role === 'admin');
  const left = team.filter((mate) => isActiveAdmin(mate) && (stays || mate.id !== memberId));
  return left.length === 0 ? 'The last admin stays: make somebody else an admin first.' : null;
}

/** The acts that are allowed and would change something. */
export function teamActsOn(member: TeamMate, { actorId, team }: Pick<TeamDecision, 'actorId' | 'team'>): TeamAct[] {
  const changes: Readonly<Record<TeamAct, boolean>> = {
    update_role: true,
    block: !member.blocked,
    activate: member.blocked,
    reset_2fa: member.twoFactor,
    delete: true,
  };
  return TEAM_ACTS.filter((act) => changes[act] && teamRefusal({ act, actorId, memberId: member.id, team }) === null);
}

const ON_ONESELF: Readonly<Record<TeamAct, string>> = {
  update_role: 'You cannot change your own role.',
  block: 'You cannot block yourself.',
  activate: 'You cannot unblock yourself.',
  reset_2fa: 'Your own 2FA is in your settings.',
  delete: 'You cannot remove yourself from the team.',
};
