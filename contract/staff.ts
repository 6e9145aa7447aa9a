import { type Static, Type } from 'typebox';
import { STAFF_ROLES } from '../domain/accounts/staff-permissions.ts';
import { Exact, Text, Uuid } from './basics.ts';

const Password = Type.String({ minLength: 1, maxLength: 200 });
const Token = Type.String({ minLength: 1, maxLength: 200 });

export const StaffRoleSchema = Type.Enum(STAFF_ROLES, { type: 'string', title: 'StaffRole' });

export const StaffLoginBody = Exact(
  {
    email: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\u0000-\\u0020]+@[^\\u0000-\\u0020]+$' }),
    password: Password,
    two_fa_code: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    recovery_code: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Instead of the 2FA code.' })),
  },
  { title: 'StaffLogin' },
);

/** The staff member who is signed in to the console. */
export const StaffMe = Exact(
  {
    id: Uuid,
    email: Type.String(),
    full_name: Type.String(),
    role: StaffRoleSchema,
    two_fa_enabled: Type.Boolean({ description: 'False: everything but setting up 2FA is closed.' }),
    permissions: Type.Array(Type.String({ examples: ['case_view'] })),
  },
  { title: 'StaffMe' },
);

export const StaffLinkBody = Exact({ token: Token }, { title: 'StaffLinkToken' });

/** The person whom a link of `npm run staff` belongs to. */
export const StaffLink = Exact(
  { email: Type.String(), full_name: Type.String(), role: StaffRoleSchema },
  { title: 'StaffLink' },
);

export const StaffPasswordBody = Exact(
  { token: Token, password: Password, password_confirmation: Password },
  { title: 'StaffFirstPassword' },
);

export const StaffTwoFaBody = Exact({ two_fa_code: Text(20) }, { title: 'StaffTwoFa' });

export type StaffMe = Static<typeof StaffMe>;
export type StaffLink = Static<typeof StaffLink>;
export type StaffLoginBody = Static<typeof StaffLoginBody>;
