import { Op } from 'sequelize';
import { ROLES, roleMay, type TeamRole } from '../../domain/accounts/permissions.ts';
import { type Rights, ROLE_NAMES, shopsOf, TEAM_SIZE } from '../../domain/accounts/team.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { type MerchantId, newId, type UserId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { AcceptedVersions } from '../../domain/legal/documents.ts';
import { audit } from '../audit/audit.ts';
import { randomToken, tokenHash } from '../core/random-tokens.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, select } from '../core/sql.ts';
import { fromNow, NOW } from '../core/table.ts';
import type { Client } from './devices.ts';
import { recordAcceptance } from './legal-acceptances.ts';
import { mayTry, takeTry } from './lockouts.ts';
import { sendAccountMail } from './mails.ts';
import { originOf } from './origins.ts';
import { invitationsTable, memberShopsTable } from './rows.ts';
import type { AccountSecrets } from './secrets.ts';
import { areShopsOf, lockTeam, NO_SUCH_SHOP } from './team.ts';
import { normalEmail, type SignedInUser } from './users.ts';

/** The person whom an admin invites, and what they will be allowed. The link is bound to both. */
export interface NewInvitation extends Rights {
  readonly fullName: string;
  readonly email: string;
}

export type InvitationStatus = 'pending' | 'expired' | 'used' | 'canceled';

export interface Invitation extends NewInvitation {
  readonly id: string;
  readonly status: InvitationStatus;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** The name of a field of one of several people. */
export type FieldOf = (at: number, field: 'email' | 'shops') => string;

/** The person who acts on invitations, and where the links lead. */
export interface Inviting {
  readonly actor: SignedInUser;
  readonly client: Client;
  readonly publicUrl: string;
}

const DAYS = 7;
const MAILS_TO_ADDRESS = { scope: 'mail:invitation', tries: 5, minutes: 60 } as const;
/** A refusal reveals that an address has an account elsewhere, so these are limited. */
const ADDRESSES = { scope: 'invite:merchant', tries: 60, minutes: 60 } as const;

/**
 * Counts the addresses before anything about them is revealed.
 * @throws DomainError `rate_limited`
 */
export async function limitInviting(
  db: Db,
  secrets: AccountSecrets,
  actor: SignedInUser,
  addresses: number,
): Promise<void> {
  for (let at = 0; at < addresses; at += 1) await takeTry(db, secrets, { ...ADDRESSES, key: actor.merchant.id });
}

/** One page of the merchant's invitations, the newest first, and how many there are. */
export async function listInvitations(
  db: Db,
  merchantId: MerchantId,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly invitations: Invitation[]; readonly total: number }> {
  const [rows, total] = await Promise.all([
    select<InvitationRow>(
      db,
      `SELECT ${columns} WHERE i.merchant_id = $1 ORDER BY i.created_at DESC, i.id DESC LIMIT $2 OFFSET $3`,
      [merchantId, perPage, (page - 1) * perPage],
    ),
    invitationsTable.count(db, { merchantId }),
  ]);
  return { invitations: rows.map(invitationOf), total };
}

/** @throws DomainError `not_found`, also for an invitation of another merchant */
export async function readInvitation(on: Db | Tx, merchantId: MerchantId, id: string): Promise<Invitation> {
  const row = await maybeOne<InvitationRow>(on, `SELECT ${columns} WHERE i.merchant_id = $1 AND i.id = $2`, [
    merchantId,
    id,
  ]);
  if (row === undefined) throw new DomainError('not_found');
  return invitationOf(row);
}

/**
 * Invites each of them by email, or none: a link that works once, for seven days. An expired invitation to the same
 * address is replaced.
 * @throws DomainError `validation_failed` with the fields as `fieldOf` names them; `conflict` beyond {@link TEAM_SIZE};
 *   `rate_limited`
 */
export async function invite(
  tx: Tx,
  secrets: AccountSecrets,
  inviting: Inviting,
  { people, fieldOf }: { readonly people: readonly NewInvitation[]; readonly fieldOf: FieldOf },
): Promise<Invitation[]> {
  const { actor } = inviting;
  const team = await lockTeam(tx, actor);
  await invitationsTable.update(
    tx,
    { canceledAt: NOW },
    {
      merchantId: actor.merchant.id,
      email: { [Op.in]: people.map(({ email }) => normalEmail(email)) },
      acceptedAt: null,
      canceledAt: null,
      expiresAt: { [Op.lte]: NOW },
    },
  );
  await requireShops(tx, actor.merchant.id, people, fieldOf);
  await requireInvitable(tx, actor.merchant.id, people, fieldOf);
  const open = { acceptedAt: null, canceledAt: null, expiresAt: { [Op.gt]: NOW } };
  const invitations = await invitationsTable.count(tx, { merchantId: actor.merchant.id, ...open });
  if (team.length + invitations + people.length > TEAM_SIZE) {
    throw new DomainError('conflict', {
      message: `A team has at most ${TEAM_SIZE} people, open invitations included.`,
    });
  }
  const invited: Invitation[] = [];
  for (const person of people) invited.push(await inviteOne(tx, secrets, inviting, person));
  return invited;
}

/**
 * Mails a new link, valid for another seven days; the earlier link stops working. A person who sends it again answers
 * for it from then on.
 * @throws DomainError `conflict` for one that was used or canceled; `not_found`; `rate_limited`
 */
export async function resendInvitation(
  tx: Tx,
  secrets: AccountSecrets,
  inviting: Inviting,
  id: string,
): Promise<Invitation> {
  const { actor } = inviting;
  await lockTeam(tx, actor);
  const invitation = await readInvitation(tx, actor.merchant.id, id);
  requireOpen(invitation);
  await requireInvitable(tx, actor.merchant.id, [invitation], () => 'email', id);
  const token = randomToken();
  const renewed = { ...sentBy(actor), tokenHash: tokenHash(token), sentAt: NOW };
  await invitationsTable.update(tx, renewed, { id });
  await mailInvitation(tx, secrets, inviting, { invitation, token });
  await record(tx, inviting, { action: 'team.invitation_resent', invitation });
  return readInvitation(tx, actor.merchant.id, id);
}

/** Cancels an invitation; its link stops working. @throws DomainError `conflict`, `not_found` */
export async function cancelInvitation(tx: Tx, inviting: Omit<Inviting, 'publicUrl'>, id: string): Promise<Invitation> {
  const { actor } = inviting;
  await lockTeam(tx, actor);
  const invitation = await readInvitation(tx, actor.merchant.id, id);
  requireOpen(invitation);
  // The invited person may have come first: accepting an invitation does not wait for the team's lock.
  if ((await invitationsTable.update(tx, { canceledAt: NOW }, { id, acceptedAt: null })) === 0) throw overWith('used');
  await record(tx, inviting, { action: 'team.invitation_canceled', invitation });
  return readInvitation(tx, actor.merchant.id, id);
}

/** The content of the page of a link. */
export type InvitationLink =
  | { readonly state: 'used' | 'expired' }
  | { readonly state: 'valid'; readonly invitation: NewInvitation; readonly company: string };

/**
 * Whether the link is still valid, and for what. One that is unknown or canceled looks like an expired one, and so does
 * one whose inviter may not invite any more.
 */
export async function invitationState(db: Db, token: string): Promise<InvitationLink> {
  const row = await maybeOne<LinkRow>(db, `${linkSelect} WHERE i.token_hash = $1`, [tokenHash(token), INVITERS]);
  if (row?.status === 'used') return { state: 'used' };
  if (row?.status !== 'pending' || !row.is_vouched) return { state: 'expired' };
  // The address has an account by now, with any merchant.
  if (row.taken) return { state: 'used' };
  const { full_name: fullName, email, role, only_shops: onlyShops } = row;
  return { state: 'valid', invitation: { fullName, email, role, onlyShops }, company: row.company_name ?? '' };
}

/**
 * Uses the link up and creates the invited user, always with the invitation's email address, which the link proves, its
 * role and its shops. Where the inviter has 2FA on, or had it on when the link was sent, the role begins when the new
 * user has it on, too. The link ends with the rights of the inviter.
 * @returns who joined the team, and the name of who invited them
 * @throws DomainError 422 on `token` for an invalid link, also when two use it at once
 */
export async function acceptInvitation(
  tx: Tx,
  {
    token,
    fullName,
    passwordHash,
    acceptedVersions,
  }: {
    readonly token: string;
    readonly fullName: string;
    readonly passwordHash: string;
    readonly acceptedVersions: AcceptedVersions;
  },
): Promise<Joined> {
  const invitation = await maybeOne<UsedInvitation>(
    tx,
    `UPDATE invitation i SET accepted_at = now() FROM merchant m, app_user by
     WHERE i.token_hash = $1 AND ${isOpen} AND m.id = i.merchant_id AND ${isMerchantOpen} AND by.id = i.invited_by
       AND ${mayInvite}
     RETURNING i.merchant_id, i.email, i.role, i.only_shops, i.language, by.full_name AS invited_by,
       i.sent_with_two_fa OR by.totp_enabled_at IS NOT NULL AS by_two_factor`,
    [tokenHash(token), INVITERS],
  );
  if (invitation === undefined) throw linkExpired();
  const id = newId<UserId>();
  const { merchant_id: merchantId, email, role, language, by_two_factor: twoFactorRequired } = invitation;
  const onlyShops = invitation.only_shops;
  const made = await execute(
    tx,
    `INSERT INTO app_user (id, merchant_id, email, full_name, password_hash, role, language, two_fa_required,
       email_verified_at, terms_accepted_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(), now()) ON CONFLICT (email) DO NOTHING`,
    [id, merchantId, email, fullName, passwordHash, role, language, twoFactorRequired],
  );
  if (made === 0) throw linkExpired();
  await recordAcceptance(tx, id, acceptedVersions);
  for (const shopId of onlyShops ?? []) await memberShopsTable.create(tx, { userId: id, shopId });
  return { id, merchantId, fullName, email, role, onlyShops, invitedBy: invitation.invited_by };
}

/** Somebody who is new in a team. */
export interface Joined extends NewInvitation {
  readonly id: UserId;
  readonly merchantId: MerchantId;
  readonly invitedBy: string;
}

interface UsedInvitation {
  merchant_id: MerchantId;
  email: string;
  role: TeamRole;
  only_shops: string[] | null;
  language: Language;
  invited_by: string;
  by_two_factor: boolean;
}

async function inviteOne(
  tx: Tx,
  secrets: AccountSecrets,
  inviting: Inviting,
  person: NewInvitation,
): Promise<Invitation> {
  const { actor } = inviting;
  const [id, token, email] = [newId(), randomToken(), normalEmail(person.email)];
  await invitationsTable.create(tx, {
    id,
    merchantId: actor.merchant.id,
    email,
    fullName: person.fullName,
    role: person.role,
    onlyShops: shopsOf(person),
    ...sentBy(actor),
    language: actor.language,
    tokenHash: tokenHash(token),
  });
  const invitation = await readInvitation(tx, actor.merchant.id, id);
  await mailInvitation(tx, secrets, inviting, { invitation, token });
  await record(tx, inviting, { action: 'team.invited', invitation });
  return invitation;
}

function sentBy({ id: invitedBy, twoFactorEnabled: sentWithTwoFa }: SignedInUser) {
  return { invitedBy, sentWithTwoFa, expiresAt: fromNow(DAYS * 86_400) };
}

/** @throws DomainError `validation_failed` for what is no shop of the merchant */
async function requireShops(
  tx: Tx,
  merchantId: MerchantId,
  people: readonly NewInvitation[],
  fieldOf: FieldOf,
): Promise<void> {
  for (const [at, { onlyShops }] of people.entries()) {
    if (!(await areShopsOf(tx, merchantId, onlyShops ?? []))) throw fieldError(fieldOf(at, 'shops'), NO_SUCH_SHOP);
  }
}

/** @param except the invitation that is sent again, which is no obstacle to itself */
async function requireInvitable(
  tx: Tx,
  merchantId: MerchantId,
  people: readonly NewInvitation[],
  fieldOf: FieldOf,
  except: string | null = null,
): Promise<void> {
  const emails = people.map(({ email }) => normalEmail(email));
  const taken = await select<{ email: string; why: 'member' | 'elsewhere' | 'invited' }>(
    tx,
    `SELECT email, CASE WHEN merchant_id = $1 THEN 'member' ELSE 'elsewhere' END AS why FROM app_user
     WHERE email = ANY($2)
     UNION ALL SELECT email, 'invited' FROM invitation i
     WHERE merchant_id = $1 AND email = ANY($2) AND ${isOpen} AND id IS DISTINCT FROM $3`,
    [merchantId, emails, except],
  );
  const fields: Record<string, string[]> = {};
  for (const [at, email] of emails.entries()) {
    const why = emails.indexOf(email) < at ? 'twice' : taken.find((each) => each.email === email)?.why;
    if (why !== undefined) fields[fieldOf(at, 'email')] = [NOT_INVITABLE[why]];
  }
  if (Object.keys(fields).length > 0) throw new DomainError('validation_failed', { fields });
}

const NOT_INVITABLE = {
  member: 'This person is in your team already.',
  elsewhere: 'This email address has an account of its own and cannot join another team.',
  invited: 'An invitation to this email address is open already.',
  twice: 'This email address is here twice.',
} as const;

async function mailInvitation(
  tx: Tx,
  secrets: AccountSecrets,
  { actor, publicUrl }: Inviting,
  { invitation, token }: { readonly invitation: Invitation; readonly token: string },
): Promise<void> {
  const { email: to, role } = invitation;
  if (!(await mayTry(tx, secrets, { ...MAILS_TO_ADDRESS, key: to }))) {
    throw new DomainError('rate_limited', { retryAfterSeconds: MAILS_TO_ADDRESS.minutes * 60 });
  }
  // In the fragment, which no server and no log on the way sees.
  const url = `${publicUrl}/user-invite#token=${token}`;
  const company = actor.merchant.companyName ?? '';
  const values = { inviter: actor.fullName, company, role: ROLE_NAMES[role], url };
  await sendAccountMail(tx, secrets.box, { to, language: actor.language, kind: 'team_invited', values });
}

async function record(
  tx: Tx,
  { actor, client }: Omit<Inviting, 'publicUrl'>,
  {
    action,
    invitation,
  }: {
    readonly action: 'team.invited' | 'team.invitation_resent' | 'team.invitation_canceled';
    readonly invitation: Invitation;
  },
): Promise<void> {
  await audit(tx, {
    chain: actor.merchant.id,
    actor: { kind: 'user', id: actor.id, name: actor.fullName },
    origin: originOf(client),
    action,
    target: { kind: 'invitation', id: invitation.id, label: invitation.email },
    data: { role: invitation.role, name: invitation.fullName, shops: invitation.onlyShops ?? 'all' },
  });
}

function requireOpen({ status }: Invitation): void {
  if (status === 'used' || status === 'canceled') throw overWith(status);
}

function overWith(status: 'used' | 'canceled'): DomainError {
  return new DomainError('conflict', { message: `This invitation was ${status} already.` });
}

function linkExpired(): DomainError {
  return fieldError('token', 'Link expired');
}

const isOpen = 'accepted_at IS NULL AND canceled_at IS NULL AND expires_at > now()';
const isMerchantOpen = `m.status <> 'blocked' AND m.deletion_requested_at IS NULL`;
const INVITERS = ROLES.filter((role) => roleMay(role, 'merchant_user_create'));
/** With {@link INVITERS} as `$2`. */
const mayInvite = 'by.role = ANY($2) AND by.blocked_at IS NULL AND by.removed_at IS NULL';

const status = `CASE WHEN i.accepted_at IS NOT NULL THEN 'used' WHEN i.canceled_at IS NOT NULL THEN 'canceled'
  WHEN i.expires_at <= now() THEN 'expired' ELSE 'pending' END AS status`;

const columns = `i.id, i.full_name, i.email, i.role, i.only_shops, ${status}, u.full_name AS invited_by,
  i.created_at, i.sent_at,
  i.expires_at
  FROM invitation i JOIN app_user u ON u.id = i.invited_by`;

const linkSelect = `SELECT i.full_name, i.email, i.role, i.only_shops, ${status}, m.company_name,
  (${isMerchantOpen} AND ${mayInvite}) AS is_vouched,
  EXISTS (SELECT FROM app_user u WHERE u.email = i.email) AS taken
  FROM invitation i JOIN merchant m ON m.id = i.merchant_id JOIN app_user by ON by.id = i.invited_by`;

interface LinkRow {
  full_name: string;
  email: string;
  role: TeamRole;
  only_shops: string[] | null;
  status: InvitationStatus;
  company_name: string | null;
  is_vouched: boolean;
  taken: boolean;
}

interface InvitationRow {
  id: string;
  full_name: string;
  email: string;
  role: TeamRole;
  only_shops: string[] | null;
  status: InvitationStatus;
  invited_by: string;
  created_at: Date;
  sent_at: Date;
  expires_at: Date;
}

function invitationOf(row: InvitationRow): Invitation {
  return {
    id: row.id,
    fullName: row.full_name,
    email: row.email,
    role: row.role,
    onlyShops: row.only_shops,
    status: row.status,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
  };
}
