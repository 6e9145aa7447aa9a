import { PARTNER_ROLES } from './partner-roles.ts';

/** The permissions of API tokens (the public contract's "Token permissions"). */
export const TOKEN_PERMISSIONS = [
  'invoice_create',
  'invoice_get',
  'invoice_refund',
  'payout',
  'address_create',
  'address_get',
  'order_status',
  'webhook_manage',
  'payout_get',
  'payout_draft',
  'refund_get',
  'refund_draft',
] as const;

export type TokenPermission = (typeof TOKEN_PERMISSIONS)[number];

/**
 * Whether a token with the permission can make money leave, hold it, or have events sent elsewhere. A new one has to
 * say.
 */
const IS_POWER: Readonly<Record<TokenPermission, boolean>> = {
  invoice_create: false,
  invoice_get: false,
  invoice_refund: true,
  payout: true,
  address_create: false,
  address_get: false,
  order_status: false,
  webhook_manage: true,
  payout_get: false,
  payout_draft: true,
  refund_get: false,
  refund_draft: true,
};

/** Payouts are of the balance that all shops share: only tokens of the first shop see or make them. */
const OF_FIRST_SHOP: ReadonlySet<TokenPermission> = new Set(['payout', 'payout_get', 'payout_draft']);

/** The permissions that a token of a shop may have. */
export function tokenPermissionsOf(shopId: string | null): readonly TokenPermission[] {
  return shopId === null ? TOKEN_PERMISSIONS : TOKEN_PERMISSIONS.filter((each) => !OF_FIRST_SHOP.has(each));
}

/** The permissions by which tokens read payouts, balances and withdrawals, and those by which they read refunds. */
export const READS_PAYOUTS = ['payout', 'payout_get', 'payout_draft'] as const satisfies TokenPermission[];
export const READS_REFUNDS = ['invoice_refund', 'refund_get', 'refund_draft'] as const satisfies TokenPermission[];

/** Money that a token can request to leave. */
export type TokenOutflow = 'payout' | 'refund';

/** By kind: the permission to send it, and the one to request it of a person. */
export const OUTFLOW_PERMISSIONS = {
  payout: { send: 'payout', draft: 'payout_draft' },
  refund: { send: 'invoice_refund', draft: 'refund_draft' },
} as const satisfies Readonly<Record<TokenOutflow, Readonly<Record<'send' | 'draft', TokenPermission>>>>;

/** True of a token whose payouts or refunds are drafts: nothing leaves until a person has approved it. */
export function onlyDrafts(kind: TokenOutflow, permissions: readonly TokenPermission[]): boolean {
  return !permissions.includes(OUTFLOW_PERMISSIONS[kind].send);
}

/** The permissions among these that nobody gets without proof of identity. */
export function powerPermissions(permissions: readonly TokenPermission[]): TokenPermission[] {
  return permissions.filter((each) => IS_POWER[each]);
}

/** True if the permission adds a power to these: who may send money may request it as a draft already. */
export function addsPower(permission: TokenPermission, to: readonly TokenPermission[]): boolean {
  const stronger = Object.values(OUTFLOW_PERMISSIONS).find(({ draft }) => draft === permission)?.send;
  return IS_POWER[permission] && ![permission, stronger].some((each) => each !== undefined && to.includes(each));
}

/** The roles of a merchant's team (spec §1), which an admin gives. */
export const TEAM_ROLES = ['admin', 'support', 'viewer'] as const;

export type TeamRole = (typeof TEAM_ROLES)[number];

export const ROLES = [...TEAM_ROLES, ...PARTNER_ROLES] as const;

export type Role = (typeof ROLES)[number];

/** The roles of people who answer for their account: they are verified, and may close it. */
export const OWNER_ROLES = ['admin', ...PARTNER_ROLES] as const;

/** True of people who answer for their account. */
export function isOwnerRole(role: Role): boolean {
  return OWNER_ROLES.some((each) => each === role);
}

/** Module and actions of the user permissions, spec §6. */
const MODULES = {
  merchant: ['viewAny', 'delete', 'activities', 'verification'],
  subscriptions: ['viewAny', 'update'],
  user: ['viewAny', 'create', 'delete', 'activate', 'update', 'reset_2fa'],
  address: ['viewAny', 'create'],
  apiToken: ['viewAny', 'view', 'create', 'update', 'secret', 'delete'],
  wallet: ['viewAny'],
  balance: ['reports'],
  chart: ['balance', 'revenue'],
  dashboard: ['summary', 'revenue'],
  history: ['info', 'events', 'transactions', 'exportEvents', 'exportTransactions'],
  deposit: ['viewAny', 'view', 'export'],
  invoice: ['viewAny', 'view', 'create', 'done', 'export'],
  manualConversion: ['run'],
  massPayout: ['viewAny', 'view', 'export', 'create'],
  paymentMethod: ['viewAny', 'view', 'activate', 'pause', 'update', 'delete'],
  payout: ['viewAny', 'view', 'create', 'export'],
  partner: ['viewAny', 'update'],
  profile: ['view', 'update', 'production'],
  refund: ['viewAny', 'view', 'create', 'export'],
  ticket: ['viewAny', 'create'],
  withdrawal: ['viewAny', 'view', 'create', 'export'],
} as const;

type Modules = typeof MODULES;

/** A permission of a user, e.g. `merchant_invoice_viewAny`: module and action, prefixed as in spec §6. */
export type UserPermission = {
  [Module in keyof Modules]: `merchant_${Module}_${Modules[Module][number]}`;
}[keyof Modules];

/** Every user permission, in the order of the spec. `invoice create` is the back office's create form. */
export const USER_PERMISSIONS: readonly UserPermission[] = Object.entries(MODULES).flatMap(([module, actions]) =>
  actions.map((action) => `merchant_${module}_${action}` as UserPermission),
);

const SETTINGS: ReadonlySet<string> = new Set(['merchant', 'user', 'apiToken', 'partner', 'profile']);
const READING: ReadonlySet<string> = new Set([
  'viewAny',
  'view',
  'info',
  'events',
  'transactions',
  'summary',
  'revenue',
]);

/**
 * Everyone who sees transactions also sees those of production: a role that was kept in sandbox would have no work. And
 * all choose the emails that they get themselves, and may ask support for help.
 */
const OF_EVERY_MEMBER: ReadonlySet<string> = new Set([
  'merchant_profile_view',
  'merchant_profile_production',
  'merchant_subscriptions_viewAny',
  'merchant_subscriptions_update',
  'merchant_ticket_viewAny',
  'merchant_ticket_create',
]);

/**
 * A partner without a shop: links and earnings, the verification, the bank account and the withdrawals that pay them
 * out, support, and the own account.
 */
const OF_PARTNERS: ReadonlySet<string> = new Set([
  'merchant_merchant_viewAny',
  'merchant_merchant_delete',
  'merchant_merchant_activities',
  'merchant_merchant_verification',
  'merchant_subscriptions_viewAny',
  'merchant_subscriptions_update',
  'merchant_paymentMethod_viewAny',
  'merchant_paymentMethod_view',
  'merchant_paymentMethod_activate',
  'merchant_paymentMethod_pause',
  'merchant_paymentMethod_update',
  'merchant_paymentMethod_delete',
  'merchant_partner_viewAny',
  'merchant_partner_update',
  'merchant_profile_production',
  'merchant_ticket_viewAny',
  'merchant_ticket_create',
  'merchant_withdrawal_viewAny',
  'merchant_withdrawal_view',
  'merchant_withdrawal_create',
]);

/**
 * The permissions of a role (spec §1): Admin has all; Support views, creates and approves transactions, without
 * settings and team; Viewer reads and exports reports; partners and ambassadors see what they earn.
 */
export function permissionsOf(role: Role): readonly UserPermission[] {
  return byRole[role];
}

/** True when the role has the permission. */
export function roleMay(role: Role, permission: UserPermission): boolean {
  return sets[role].has(permission);
}

/** True when the permission is about what each shop has of its own. */
export function isOfShops(permission: UserPermission): boolean {
  const [, module = '', action = ''] = permission.split('_');
  return OF_SHOPS.has(module) || (module === 'history' && /^(info|events|exportEvents)$/.test(action));
}

const OF_SHOPS: ReadonlySet<string> = new Set(['address', 'deposit', 'invoice', 'refund', 'profile', 'subscriptions']);

const byRole: Readonly<Record<Role, readonly UserPermission[]>> = {
  admin: USER_PERMISSIONS,
  support: USER_PERMISSIONS.filter((permission) => supports(permission)),
  viewer: USER_PERMISSIONS.filter((permission) => views(permission)),
  partner: USER_PERMISSIONS.filter((permission) => OF_PARTNERS.has(permission)),
  ambassador: USER_PERMISSIONS.filter((permission) => OF_PARTNERS.has(permission)),
};

const sets: Readonly<Record<Role, ReadonlySet<UserPermission>>> = {
  admin: new Set(byRole.admin),
  support: new Set(byRole.support),
  viewer: new Set(byRole.viewer),
  partner: new Set(byRole.partner),
  ambassador: new Set(byRole.ambassador),
};

function supports(permission: UserPermission): boolean {
  const [, module = '', action = ''] = permission.split('_');
  if (OF_EVERY_MEMBER.has(permission)) return true;
  return !SETTINGS.has(module) && !(module === 'paymentMethod' && action === 'delete');
}

function views(permission: UserPermission): boolean {
  const [, module = '', action = ''] = permission.split('_');
  if (OF_EVERY_MEMBER.has(permission)) return true;
  if (SETTINGS.has(module)) return false;
  return READING.has(action) || action.startsWith('export') || module === 'chart' || action === 'reports';
}
