import { Op } from 'sequelize';
import type { AccountMail } from '../../domain/accounts/account-mail.ts';
import type { AuditAction, AuditData } from '../../domain/accounts/audit.ts';
import { roleMay, TEAM_ROLES, type TeamRole } from '../../domain/accounts/permissions.ts';
import {
  type Rights,
  ROLE_NAMES,
  raisesPower,
  shopsOf,
  type TeamAct,
  type TeamMate,
  teamRefusal,
} from '../../domain/accounts/team.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import type { MerchantId, UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { audit } from '../audit/audit.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { NOW } from '../core/table.ts';
import { merchantsTable } from '../shops/rows.ts';
import { listShops } from '../shops/shops.ts';
import { type Client, forgetDevices } from './devices.ts';
import { sendAccountMail } from './mails.ts';
import { originOf } from './origins.ts';
import { invitationsTable, memberShopsTable, usersTable, verificationCodesTable } from './rows.ts';
import type { AccountSecrets } from './secrets.ts';
import { endOtherSessions } from './sessions.ts';
import { disableTwoFactor } from './two-factor.ts';
import type { SignedInUser } from './users.ts';

/** Somebody of a merchant's team. */
export interface Member extends TeamMate {
  readonly id: UserId;
  readonly fullName: string;
  readonly email: string;
  readonly language: Language;
  readonly lastLoginAt: Date | null;
  readonly createdAt: Date;
  /** The only shops that they may work in; null is all. */
  readonly onlyShops: readonly string[] | null;
}

/** Everybody of the team, the longest in it first; those who were removed are not. */
export async function readTeam(on: Db | Tx, merchantId: MerchantId): Promise<Member[]> {
  const users = await usersTable.find(
    on,
    // Partners without a shop have no team.
    { merchantId, removedAt: null, role: { [Op.in]: [...TEAM_ROLES] } },
    {
      columns: [...MEMBER_COLUMNS],
      order: [
        ['createdAt', 'ASC'],
        ['id', 'ASC'],
      ],
    },
  );
  const limited = await memberShopsTable.find(on, { userId: { [Op.in]: users.map(({ id }) => id) } });
  return users.map(({ blockedAt, totpEnabledAt, ...user }) => {
    const member = { ...user, role: user.role as TeamRole };
    return {
      ...member,
      onlyShops: onlyShopsOf(member, limited),
      blocked: blockedAt !== null,
      twoFactor: totpEnabledAt !== null,
    };
  });
}

const MEMBER_COLUMNS = [
  'id',
  'fullName',
  'email',
  'role',
  'language',
  'blockedAt',
  'totpEnabledAt',
  'lastLoginAt',
  'createdAt',
] as const;

function onlyShopsOf({ id, role }: Pick<Member, 'id' | 'role'>, limited: readonly MemberShop[]): Rights['onlyShops'] {
  return shopsOf({ role, onlyShops: limited.filter(({ userId }) => userId === id).map(({ shopId }) => shopId) });
}

type MemberShop = Awaited<ReturnType<typeof memberShopsTable.find>>[number];

/** The member with this id. @throws DomainError `not_found`, also for one of another merchant (hazard 57) */
export function memberOf(team: readonly Member[], id: string): Member {
  const member = team.find((each) => each.id === id);
  if (member === undefined) throw new DomainError('not_found');
  return member;
}

/**
 * Lets one change to a merchant's team happen after the other, and reads the team as it is then. Payments and invoices
 * of the merchant are not held up. @throws DomainError `permission_denied` when the actor has ceased to be an admin
 * while waiting
 */
export async function lockTeam(tx: Tx, actor: SignedInUser): Promise<Member[]> {
  await merchantsTable.findOne(tx, { id: actor.merchant.id }, { columns: ['id'], lock: tx.LOCK.NO_KEY_UPDATE });
  const team = await readTeam(tx, actor.merchant.id);
  const present = team.find(({ id }) => id === actor.id);
  if (present === undefined || present.blocked || present.role !== 'admin') throw new DomainError('permission_denied');
  return team;
}

/** A member's rights at this moment; null while they are blocked. */
export function rightsOf({ role, onlyShops, blocked }: Member): Rights | null {
  return blocked ? null : { role, onlyShops };
}

/** The action on a member, by whom, and from where. */
export interface ActOnMember {
  readonly actor: SignedInUser;
  readonly client: Client;
  readonly memberId: string;
  readonly act: TeamAct;
  /** With `update_role`. */
  readonly role?: TeamRole;
  /** With `update_role`: the only shops from now on, null for all; undefined leaves them as they are. */
  readonly shops?: readonly string[] | null | undefined;
}

/** The member concerned. @throws DomainError `conflict` with the reason where it is refused; `not_found` */
export function requireTeamAct(
  team: readonly Member[],
  requested: Pick<ActOnMember, 'actor' | 'memberId' | 'act' | 'role'>,
): Member {
  const { actor, memberId, act, role } = requested;
  const member = memberOf(team, memberId);
  const reason = teamRefusal({ act, actorId: actor.id, memberId, team, role });
  if (reason !== null) throw new DomainError('conflict', { message: reason });
  return member;
}

/**
 * Does it, signs the member out everywhere, mails them and records it. Does nothing where nothing would change. A
 * person who may not invite afterwards loses the open invitations.
 * @returns the member before it, and the team after it
 * @throws DomainError `conflict` with the reason; `not_found`; `permission_denied`
 */
export async function actOnMember(tx: Tx, secrets: AccountSecrets, requested: ActOnMember): Promise<TeamChange> {
  const { actor, client } = requested;
  const team = await lockTeam(tx, actor);
  const member = requireTeamAct(team, requested);
  const { changed, action, data, mail } = await effectOf(tx, member, requested);
  if (!changed) return { before: member, after: team };
  const changedTeam = await readTeam(tx, actor.merchant.id);
  if (actor.twoFactorEnabled && isRaised(member, changedTeam)) await requireTwoFactor(tx, member.id);
  const canceled = mayInviteAfter(requested, member) ? 0 : await cancelInvitationsOf(tx, member.id);
  await endOtherSessions(tx, member.id);
  await sendAccountMail(tx, secrets.box, { to: member.email, language: member.language, ...mail });
  await audit(tx, {
    chain: actor.merchant.id,
    actor: { kind: 'user', id: actor.id, name: actor.fullName },
    origin: originOf(client),
    action,
    target: { kind: 'user', id: member.id, label: member.fullName },
    data: { email: member.email, ...data, ...(canceled === 0 ? {} : { invitations_canceled: canceled }) },
  });
  return { before: member, after: changedTeam };
}

/** A right given by somebody with 2FA on begins when its person has it on, too. */
async function requireTwoFactor(tx: Tx, id: UserId): Promise<void> {
  await usersTable.update(tx, { twoFaRequired: true }, { id });
}

function isRaised(before: Member, team: readonly Member[]): boolean {
  const to = rightsOf(team.find(({ id }) => id === before.id) ?? { ...before, blocked: true });
  return to !== null && raisesPower({ from: rightsOf(before), to });
}

function mayInviteAfter({ act, role }: ActOnMember, member: Member): boolean {
  if (act === 'block' || act === 'delete') return false;
  return roleMay(role ?? member.role, 'merchant_user_create');
}

/** Also those that have expired, which a colleague would otherwise send again in their name. @returns how many */
function cancelInvitationsOf(tx: Tx, invitedBy: UserId): Promise<number> {
  return invitationsTable.update(tx, { canceledAt: NOW }, { invitedBy, acceptedAt: null, canceledAt: null });
}

interface TeamChange {
  readonly before: Member;
  readonly after: Member[];
}

interface Effect {
  readonly changed: boolean;
  readonly action: AuditAction;
  readonly data?: AuditData;
  readonly mail: AccountMail;
}

async function effectOf(
  tx: Tx,
  member: Member,
  { actor, act, role = member.role, shops }: ActOnMember,
): Promise<Effect> {
  const company = actor.merchant.companyName ?? '';
  switch (act) {
    case 'update_role': {
      // A role that decides less waits for 2FA as well.
      const sql = 'UPDATE app_user SET role = $2, two_fa_required = two_fa_required OR $3 WHERE id = $1 AND role <> $2';
      const isOther = (await execute(tx, sql, [member.id, role, actor.twoFactorEnabled])) > 0;
      const isElsewhere = await limitToShops(tx, member, { actor, shops });
      const data = { from: member.role, to: role, ...(shops === undefined ? {} : { shops: shops ?? 'all' }) };
      const mail = { kind: 'team_role_changed', values: { company, role: ROLE_NAMES[role] } } as const;
      const action = isOther ? 'team.role_changed' : 'team.shops_changed';
      return { changed: isOther || isElsewhere, action, data, mail };
    }
    case 'block': {
      const changed = (await usersTable.update(tx, { blockedAt: NOW }, { id: member.id, blockedAt: null })) > 0;
      return { changed, action: 'team.blocked', mail: { kind: 'team_blocked', values: { company } } };
    }
    case 'activate': {
      const blocked = { id: member.id, blockedAt: { [Op.ne]: null } };
      const changed = (await usersTable.update(tx, { blockedAt: null }, blocked)) > 0;
      return { changed, action: 'team.activated', mail: { kind: 'team_activated', values: { company } } };
    }
    case 'reset_2fa': {
      if (member.twoFactor) await disableTwoFactor(tx, member.id);
      if (member.twoFactor) await forgetDevices(tx, member.id);
      return {
        changed: member.twoFactor,
        action: 'team.two_fa_reset',
        mail: { kind: 'team_two_fa_reset', values: { company } },
      };
    }
    case 'delete': {
      await removeMember(tx, member.id);
      return { changed: true, action: 'team.removed', mail: { kind: 'team_removed', values: { company } } };
    }
  }
}

/** @returns whether it changes anything. @throws DomainError `validation_failed` for what is no shop of the merchant */
async function limitToShops(
  tx: Tx,
  member: Member,
  { actor, shops }: Pick<ActOnMember, 'actor' | 'shops'>,
): Promise<boolean> {
  if (shops === undefined) return false;
  const requested = shops ?? [];
  if (!(await areShopsOf(tx, actor.merchant.id, requested))) throw fieldError('shops', NO_SUCH_SHOP);
  // Also those of an admin, which count again with another role.
  const before = (await memberShopsTable.find(tx, { userId: member.id })).map(({ shopId }) => shopId);
  if (requested.length === before.length && requested.every((id) => before.includes(id))) return false;
  await memberShopsTable.destroy(tx, { userId: member.id });
  for (const shopId of requested) await memberShopsTable.create(tx, { userId: member.id, shopId });
  return true;
}

/** Whether all of these are shops of the merchant. */
export async function areShopsOf(tx: Tx, merchantId: MerchantId, shops: readonly string[]): Promise<boolean> {
  if (shops.length === 0) return true;
  const known = (await listShops(tx, merchantId)).map(({ id }) => id);
  return shops.every((id) => known.includes(id));
}

export const NO_SUCH_SHOP = 'There is no such shop.';

/**
 * The row stays, as records point to it, and with it the name; everything that signs in or answers a code is deleted,
 * and the address is free again. Its replacement has a space, so no form takes it for an address.
 */
async function removeMember(tx: Tx, id: UserId): Promise<void> {
  await disableTwoFactor(tx, id);
  await forgetDevices(tx, id);
  await verificationCodesTable.destroy(tx, { userId: id });
  await execute(
    tx,
    `UPDATE app_user SET removed_at = now(), blocked_at = coalesce(blocked_at, now()), email = 'removed ' || id,
       password_hash = ''
     WHERE id = $1`,
    [id],
  );
}
