import type { UserPermission } from '../../domain/permissions.ts';

/** The module of docs/permissions.md that a collection belongs to, where its name is another one. */
const MODULES: Readonly<Record<string, string>> = {
  invoices: 'invoice',
  refunds: 'refund',
  claims: 'refund',
  payouts: 'payout',
  withdrawals: 'withdrawal',
  deposits: 'deposit',
  addresses: 'address',
  'mass-payouts': 'massPayout',
  'payment-methods': 'paymentMethod',
  'address-book': 'payout',
  'api-tokens': 'apiToken',
  users: 'user',
  invitations: 'user',
  'payment-links': 'invoice',
  'webhooks/deliveries': 'invoice',
};
/** react-admin's names of actions. */
const ACTIONS: Readonly<Record<string, string>> = {
  list: 'viewAny',
  show: 'view',
  edit: 'update',
};
const OTHERS: Readonly<Record<string, UserPermission>> = {
  audit: 'merchant_merchant_activities',
  'merchant/activities': 'merchant_merchant_activities',
  'history/events': 'merchant_history_events',
  'history/transactions': 'merchant_history_transactions',
  'manual-conversions': 'merchant_manualConversion_run',
};

/**
 * The permission that an action on a resource needs, as docs/permissions.md writes it: `invoices`, `list` needs
 * `merchant_invoice_viewAny`.
 */
export function permissionFor(resource: string, action: string): string {
  return OTHERS[resource] ?? `merchant_${MODULES[resource] ?? resource}_${ACTIONS[action] ?? action}`;
}
