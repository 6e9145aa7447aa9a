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
] as const;

export type TokenPermission = (typeof TOKEN_PERMISSIONS)[number];

/** Whether a token with the permission can make money leave, or have events sent elsewhere. A new one has to say. */
const IS_POWER: Readonly<Record<TokenPermission, boolean>> = {
  invoice_create: false,
  invoice_get: false,
  invoice_refund: true,
  payout: true,
  address_create: false,
  address_get: false,
  order_status: false,
  webhook_manage: true,
};

/**
 * The permissions that a token of a shop may have. Payouts are of the balance that all shops share: only tokens of the
 * first shop make them.
 */
export function tokenPermissionsOf(shopId: string | null): readonly TokenPermission[] {
  return shopId === null ? TOKEN_PERMISSIONS : TOKEN_PERMISSIONS.filter((each) => each !== 'payout');
}

/** The permissions among these that nobody gets without proof of identity. */
export function powerPermissions(permissions: readonly TokenPermission[]): TokenPermission[] {
  return permissions.filter((each) => IS_POWER[each]);
}

/** The roles of a merchant's users (spec §1). */
export const ROLES = ['admin', 'support', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

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
  profile: ['view', 'update', 'production'],
  refund: ['viewAny', 'view', 'create', 'export'],
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

const SETTINGS: ReadonlySet<string> = new Set(['merchant', 'user', 'apiToken', 'profile']);
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
 * all choose the emails that they get themselves.
 */
const OF_EVERY_MEMBER: ReadonlySet<string> = new Set([
  'merchant_profile_view',
  'merchant_profile_production',
  'merchant_subscriptions_viewAny',
  'merchant_subscriptions_update',
]);

/**
 * The permissions of a role (spec §1): Admin has all; Support views, creates and approves transactions, without
 * settings and team; Viewer reads and exports reports.
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

const OF_SHOPS: ReadonlySet<string> = new Set([
  ...['address', 'deposit', 'invoice', 'refund'],
  ...['profile', 'subscriptions'],
]);

const byRole: Readonly<Record<Role, readonly UserPermission[]>> = {
  admin: USER_PERMISSIONS,
  support: USER_PERMISSIONS.filter((permission) => supports(permission)),
  viewer: USER_PERMISSIONS.filter((permission) => views(permission)),
};

const sets: Readonly<Record<Role, ReadonlySet<UserPermission>>> = {
  admin: new Set(byRole.admin),
  support: new Set(byRole.support),
  viewer: new Set(byRole.viewer),
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
