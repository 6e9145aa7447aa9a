import { type ComponentType, lazy, type ReactElement } from 'react';
import { Navigate } from 'react-router';
import type { APP_PATHS } from './shell/app-paths.ts';
import { ComingSoonPage } from './system/coming-soon-page.tsx';

type AppPath = (typeof APP_PATHS)[number];

/** Every room is a chunk of its own. */
function room(load: () => Promise<{ default: ComponentType }>): ReactElement {
  const Room = lazy(load);
  return <Room />;
}

const elements: Record<AppPath, ReactElement> = {
  account: room(() => import('./account/account-page.tsx')),
  dashboard: room(() => import('./dashboard/dashboard-page.tsx')),
  balance: room(() => import('./balance/balance-page.tsx')),
  history: room(() => import('./history/history-page.tsx')),
  'history/details': room(() => import('./invoice/invoice-page.tsx')),
  integration: room(() => import('./integration/integration-page.tsx')),
  'integration/profile': room(() => import('./integration/integration-page.tsx')),
  'integration/api': room(() => import('./integration/tokens/tokens-page.tsx')),
  'integration/api/create-new': room(() => import('./integration/tokens/create-token-page.tsx')),
  'integration/api/edit-token/:id': room(() => import('./integration/tokens/edit-token-page.tsx')),
  payouts: room(() => import('./payouts/payouts-page.tsx')),
  'payouts/request-payout': room(() => import('./payouts/request/request-payout-page.tsx')),
  'payouts/mass-request-payout': room(() => import('./payouts/mass/mass-request-page.tsx')),
  'payouts/details': room(() => import('./payouts/details/payout-page.tsx')),
  'payouts/method': room(() => import('./payouts/methods/methods-page.tsx')),
  withdrawals: <ComingSoonPage title="nav.withdrawals" text="soon.withdrawals" />,
  'withdrawals/request': <ComingSoonPage title="nav.withdrawals" text="soon.withdrawals" />,
  'withdrawals/edit/method': <Navigate to="/withdrawals/request" replace />,
  'withdrawals/method': <ComingSoonPage title="nav.withdrawals" text="soon.withdrawals" />,
  'withdrawals/details': <ComingSoonPage title="nav.withdrawals" text="soon.withdrawals" />,
  'payment-request': room(() => import('./payment-request/payment-requests-page.tsx')),
  'payment-request/create-invoice': room(() => import('./payment-request/create-invoice-page.tsx')),
  fees: room(() => import('./fees/fees-page.tsx')),
  'download/transaction-activity/:report': room(() => import('./reports/download-page.tsx')),
};

/** The rooms of the back office by their path (spec §2). Those not built yet say so and what will be there. */
export const appRoutes = Object.entries(elements).map(([path, element]) => ({ path: `/${path}`, element }));
