/** The permissions that a Greenfield key can have, in BTCPay's names, and what each lets a plugin do. */
export const GREENFIELD_PERMISSIONS = {
  'btcpay.store.canviewinvoices': 'View invoices',
  'btcpay.store.cancreateinvoice': 'Create invoices',
  'btcpay.store.canmodifyinvoices': 'Change, cancel and complete invoices',
  'btcpay.store.canviewstoresettings': 'View name and assets of the shop',
  'btcpay.store.webhooks.canmodifywebhooks': 'Add, change and remove its webhooks',
  'btcpay.store.cancreatenonapprovedpullpayments': 'Prepare refunds, which you approve',
} as const;

export type GreenfieldPermission = keyof typeof GREENFIELD_PERMISSIONS;

/** All of them, which is what plugins for shop systems ask for. */
export const ALL_GREENFIELD_PERMISSIONS = Object.keys(GREENFIELD_PERMISSIONS) as readonly GreenfieldPermission[];

export function isGreenfieldPermission(text: string): text is GreenfieldPermission {
  return Object.hasOwn(GREENFIELD_PERMISSIONS, text);
}

/** In BTCPay, who may change invoices may also create and view them. */
const INCLUDES: Readonly<Partial<Record<GreenfieldPermission, readonly GreenfieldPermission[]>>> = {
  'btcpay.store.canmodifyinvoices': ['btcpay.store.canviewinvoices', 'btcpay.store.cancreateinvoice'],
};

/** True when a key with these permissions may do everything that the needed one covers. */
export function allows(granted: readonly GreenfieldPermission[], needed: GreenfieldPermission): boolean {
  return granted.some((each) => each === needed || (INCLUDES[each] ?? []).includes(needed));
}

/** As a client reads it: `btcpay.store.canviewinvoices:<store>`. */
export function scopedPermissions(permissions: readonly GreenfieldPermission[], storeId: string): string[] {
  return permissions.map((each) => `${each}:${storeId}`);
}

/**
 * The permissions that a plugin requests, once each; a store after them is ignored, because the merchant chooses it.
 * Undefined when one is not offered: a plugin refuses a key whose permissions differ from its request.
 */
export function requestedPermissions(requested: readonly string[]): readonly GreenfieldPermission[] | undefined {
  const names = [...new Set(requested.map((each) => each.split(':')[0] ?? ''))];
  return names.length > 0 && names.every(isGreenfieldPermission) ? names : undefined;
}
