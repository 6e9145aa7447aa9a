import { type Static, Type } from 'typebox';
import { TEAM_ROLES } from '../domain/accounts/permissions.ts';
import { INVITED_AT_ONCE, TEAM_ACTS } from '../domain/accounts/team.ts';
import { Confirmed, EmailAddress } from './account.ts';
import { Exact, Instant, Nullable, Text, Uuid } from './basics.ts';
import { ShownVersions } from './legal.ts';

const RoleSchema = Type.Enum(TEAM_ROLES, { type: 'string', title: 'Role' });

const Shops = Nullable(
  Type.Array(Type.String({ format: 'uuid' }), {
    description: 'The only shops that they may work in; null is all.',
  }),
);

/** Somebody of the merchant's team (spec §3). */
export const TeamMember = Exact(
  {
    id: Uuid,
    full_name: Type.String(),
    email: Type.String(),
    role: RoleSchema,
    shops: Shops,
    last_login_at: Nullable(Instant),
    blocked: Type.Boolean(),
    '2fa_enabled': Type.Boolean(),
    you: Type.Boolean(),
    created_at: Instant,
    actions: Type.Array(Type.Enum(TEAM_ACTS, { type: 'string' }), {
      description: 'What the signed-in user may do to them now.',
    }),
  },
  { title: 'TeamMember' },
);

/** @param without what it means to leave it out */
const onlyShops = (without: string) =>
  Type.Optional(
    Nullable(
      Type.Array(Type.String({ format: 'uuid' }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description:
          'The only shops that they may work in, by the ids of `GET /spa/shops`; null is all. ' +
          `${without} Admins work in all.`,
      }),
    ),
  );

export const UpdateRoleBody = Exact(
  {
    role: RoleSchema,
    shops: onlyShops('Without it, this stays as it is.'),
    ...Confirmed,
  },
  { title: 'UpdateRole' },
);

export const INVITATION_STATUSES = ['pending', 'expired', 'used', 'canceled'] as const;

export const InvitationView = Exact(
  {
    id: Uuid,
    full_name: Type.String(),
    email: Type.String(),
    role: RoleSchema,
    shops: Shops,
    status: Type.Enum(INVITATION_STATUSES, { type: 'string' }),
    invited_by: Type.String(),
    created_at: Instant,
    sent_at: Instant,
    expires_at: Instant,
  },
  { title: 'Invitation' },
);

const invited = {
  full_name: Text(100),
  email: EmailAddress,
  role: RoleSchema,
  shops: onlyShops('Without it, all.'),
};

/** One of several. */
export const InvitedPerson = Exact(invited, { title: 'InvitedPerson' });

export const InvitationBody = Exact({ ...invited, ...Confirmed }, { title: 'NewInvitation' });

export const InvitationsBody = Exact(
  { invitations: Type.Array(InvitedPerson, { minItems: 1, maxItems: INVITED_AT_ONCE }), ...Confirmed },
  { title: 'NewInvitations' },
);

export const LinkBody = Exact(
  { token: Type.String({ minLength: 1, maxLength: 200, description: 'Of the link that was mailed.' }) },
  { title: 'InvitationLinkToken' },
);

/** The view that an invitation's link opens; names and role only while the link is valid. */
export const InvitationLinkView = Exact(
  {
    state: Type.Enum(['valid', 'used', 'expired'], { type: 'string' }),
    message: Nullable(Type.String({ description: 'For people, unless it is valid.' })),
    full_name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    role: Nullable(RoleSchema),
    company_name: Nullable(Type.String()),
  },
  { title: 'InvitationLink' },
);

export const AcceptInvitationBody = Exact(
  {
    token: LinkBody.properties.token,
    full_name: Text(100),
    password: Type.String({ minLength: 1, maxLength: 200, description: 'By the rules of every password.' }),
    password_confirmation: Type.String({ minLength: 1, maxLength: 200 }),
    privacy_accepted: Type.Boolean({ description: 'Must be true.' }),
    aml_accepted: Type.Boolean({ description: 'Must be true.' }),
    accepted_versions: ShownVersions,
  },
  { title: 'AcceptInvitation' },
);

export type TeamMember = Static<typeof TeamMember>;
export type InvitationView = Static<typeof InvitationView>;
export type InvitedPerson = Static<typeof InvitedPerson>;
export type InvitationsBody = Static<typeof InvitationsBody>;
export type UpdateRoleBody = Static<typeof UpdateRoleBody>;
export type InvitationLinkView = Static<typeof InvitationLinkView>;
export type AcceptInvitationBody = Static<typeof AcceptInvitationBody>;
