import { type Static, Type } from 'typebox';
import { ROLES } from '../domain/accounts/permissions.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { MERCHANT_STATUSES } from '../domain/state/merchant.ts';
import { Exact, ModeSchema, Nullable, Uuid } from './basics.ts';
import { LegalToAccept } from './legal.ts';

export const LoginBody = Exact(
  {
    email: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\u0000-\\u0020]+@[^\\u0000-\\u0020]+$' }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
    remember: Type.Optional(Type.Boolean()),
    two_fa_code: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    recovery_code: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Instead of the 2FA code.' })),
  },
  { title: 'Login' },
);

export const SpaUser = Exact(
  {
    id: Uuid,
    email: Type.String(),
    full_name: Type.String(),
    role: Type.Enum(ROLES, {
      type: 'string',
      description: '`partner` and `ambassador` are the only person of an account without a shop.',
    }),
    role_after_2fa: Nullable(
      Type.Enum(['admin', 'support'], {
        type: 'string',
        description:
          'Given by somebody with 2FA on: it begins when this person turns 2FA on. Until then `role` is `viewer`.',
      }),
    ),
    active_profile_type: ModeSchema,
    active_shop_id: Nullable(
      Type.String({ format: 'uuid', description: 'Of the shop that the back office shows; null is the first.' }),
    ),
    simulated: Type.Boolean({ description: 'The networks of the active mode are simulations.' }),
    '2fa_enabled': Type.Boolean(),
    language: Type.Enum(LANGUAGES, { type: 'string', description: 'Of emails.' }),
    subscriptions: Exact({
      mail_enabled: Type.Boolean(),
      login_attempt: Type.Boolean(),
      product_updates: Type.Boolean(),
    }),
    permissions: Type.Array(Type.String({ examples: ['merchant_invoice_viewAny'] })),
    legal_to_accept: Type.Array(LegalToAccept, {
      description: 'While it is not empty, every call but those to accept, to leave and to stop money is refused.',
    }),
    merchant: Exact({
      id: Uuid,
      status: Type.Optional(
        Type.Enum(MERCHANT_STATUSES, {
          type: 'string',
          description:
            '`new` has to confirm the email address, `email_verified` without a company name to name the company; ' +
            'until then every permission is withheld. Of roles with `merchant_merchant_viewAny`, as the name is.',
        }),
      ),
      company_name: Type.Optional(Nullable(Type.String())),
      can_production_activate: Type.Boolean(),
      has_shops: Type.Boolean({ description: 'There is more than the first.' }),
    }),
  },
  { title: 'SpaUser' },
);

export type LoginBody = Static<typeof LoginBody>;
export type SpaUser = Static<typeof SpaUser>;
