import type { MessageKey } from '../i18n/translate.ts';
import type { IconName } from '../look/icon-paths.ts';

export interface NavigationEntry {
  readonly path: string;
  readonly label: MessageKey;
  readonly icon: IconName;
}

/** The sidebar, in the spec's order (spec §2). */
export const NAVIGATION: readonly NavigationEntry[] = [
  { path: '/dashboard', label: 'nav.dashboard', icon: 'dashboard' },
  { path: '/balance', label: 'nav.balance', icon: 'balance' },
  { path: '/history', label: 'nav.history', icon: 'history' },
  { path: '/integration', label: 'nav.integration', icon: 'integration' },
  { path: '/payouts', label: 'nav.payouts', icon: 'payouts' },
  { path: '/withdrawals', label: 'nav.withdrawals', icon: 'withdrawals' },
  { path: '/payment-request', label: 'nav.paymentRequest', icon: 'request' },
];

/** Every path that needs sign-in, as patterns of react-router. */
export const APP_PATHS = [
  'account',
  'dashboard',
  'balance',
  'history',
  'history/details',
  'integration',
  'integration/profile',
  'integration/api',
  'integration/api/create-new',
  'integration/api/edit-token/:id',
  'payouts',
  'payouts/request-payout',
  'payouts/mass-request-payout',
  'payouts/details',
  'payouts/method',
  'withdrawals',
  'withdrawals/request',
  'withdrawals/edit/method',
  'withdrawals/method',
  'withdrawals/details',
  'payment-request',
  'payment-request/create-invoice',
  'fees',
  'download/transaction-activity/:report',
] as const;

const patterns = APP_PATHS.map((path) => new RegExp(`^/${path.replace(/:\w+/g, '[^/]+')}/?$`));

/** Whether a path is one of the spec's routes for signed-in users. */
export function isAppPath(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname));
}
