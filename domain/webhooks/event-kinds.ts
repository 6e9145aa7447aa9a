import {
  isOfShops,
  READS_PAYOUTS,
  READS_REFUNDS,
  type TokenPermission,
  type UserPermission,
} from '../accounts/permissions.ts';

/** The object of a public event, as its type begins, and the permission of people who may read it. */
export const EVENT_PERMISSIONS = {
  invoice: 'merchant_invoice_viewAny',
  payout: 'merchant_payout_viewAny',
  mass_payout: 'merchant_massPayout_viewAny',
  refund: 'merchant_refund_viewAny',
  // It changes two balances, whatever it was for.
  conversion: 'merchant_wallet_viewAny',
  deposit: 'merchant_deposit_viewAny',
  withdrawal: 'merchant_withdrawal_viewAny',
  // As the list of card purchases in the back office.
  card_order: 'merchant_invoice_viewAny',
  payment_request: 'merchant_invoice_viewAny',
} as const satisfies Readonly<Record<string, UserPermission>>;

export type EventKind = keyof typeof EVENT_PERMISSIONS;

export const EVENT_KINDS = Object.keys(EVENT_PERMISSIONS) as readonly EventKind[];

/** The events that somebody with these permissions may read. */
export function eventKindsOf(may: (permission: UserPermission) => boolean): EventKind[] {
  return EVENT_KINDS.filter((kind) => may(EVENT_PERMISSIONS[kind]));
}

const TOKENS_READ: Readonly<Record<EventKind, readonly TokenPermission[]>> = {
  invoice: ['invoice_get', 'order_status'],
  refund: READS_REFUNDS,
  payout: READS_PAYOUTS,
  mass_payout: READS_PAYOUTS,
  conversion: READS_PAYOUTS,
  withdrawal: READS_PAYOUTS,
  deposit: ['address_get'],
  card_order: ['invoice_get'],
  payment_request: ['invoice_get'],
};

/** The events that a token may read. */
export function eventKindsOfToken(permissions: readonly TokenPermission[]): EventKind[] {
  return EVENT_KINDS.filter((kind) => TOKENS_READ[kind].some((permission) => permissions.includes(permission)));
}

/** Those that are wanted, where not all are: as words with commas. */
export function narrowed(kinds: readonly EventKind[], requested: string | undefined): readonly EventKind[] {
  if (requested === undefined) return kinds;
  const words = new Set(requested.split(','));
  return kinds.filter((kind) => words.has(kind));
}

/** True of what all shops of a merchant have together; its events are those of the first shop. */
export function isShared(kind: EventKind): boolean {
  return !isOfShops(EVENT_PERMISSIONS[kind]);
}
