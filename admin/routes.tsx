import type { ReactElement } from 'react';
import { matchPath, Navigate } from 'react-router';
import { type Chunk, chunkOf, Drawn, type Load } from './components/chunk.tsx';
import type { APP_PATHS } from './shell/app-paths.ts';

type AppPath = (typeof APP_PATHS)[number];

/** A room with tabs is there when the tab is that its address opens: each of them is a chunk, too. */
async function withTab<Room extends { loadTab: () => Promise<unknown> }>(loading: Promise<Room>): Promise<Room> {
  const room = await loading;
  await room.loadTab();
  return room;
}

/** A room is a chunk of its own. */
const rooms: Record<AppPath, Load | ReactElement> = {
  account: () => withTab(import('./account/account-page.tsx')),
  dashboard: () => import('./dashboard/dashboard-page.tsx'),
  balance: () => withTab(import('./balance/balance-page.tsx')),
  history: () => import('./history/history-page.tsx'),
  'history/details': () => import('./invoices/show.tsx'),
  integration: () => withTab(import('./integration/integration-page.tsx')),
  'integration/profile': () => withTab(import('./integration/integration-page.tsx')),
  'integration/api': () => import('./integration/tokens/tokens-page.tsx'),
  'integration/api/create-new': () => import('./integration/tokens/create-token-page.tsx'),
  'integration/api/edit-token/:id': () => import('./integration/tokens/edit-token-page.tsx'),
  payouts: () => withTab(import('./payouts/payouts-page.tsx')),
  'payouts/request-payout': () => import('./payouts/request/request-payout-page.tsx'),
  'payouts/mass-request-payout': () => import('./mass-payouts/mass-request-page.tsx'),
  'payouts/details': () => import('./payouts/details/payout-page.tsx'),
  'payouts/method': () => import('./payout-methods/methods-page.tsx'),
  withdrawals: () => withTab(import('./withdrawals/withdrawals-page.tsx')),
  'withdrawals/request': () => import('./withdrawals/request/request-page.tsx'),
  'withdrawals/edit/method': <Navigate to="/withdrawals/request" replace />,
  'withdrawals/method': () => import('./withdrawal-methods/methods-page.tsx'),
  'withdrawals/details': () => import('./withdrawals/details/withdrawal-page.tsx'),
  'payment-request': () => import('./payment-request/payment-requests-page.tsx'),
  'payment-request/create-invoice': () => import('./invoices/create.tsx'),
  fees: () => import('./fees/fees-page.tsx'),
  'download/transaction-activity/:report': () => import('./reports/download-page.tsx'),
};

const opened = Object.entries(rooms).map(([path, room]) =>
  typeof room === 'function' ? withChunk(`/${path}`, chunkOf(room)) : { path: `/${path}`, element: room },
);

/** The rooms of the back office by their path (spec §2). Those not built yet say so and what will be there. */
export const appRoutes: readonly { readonly path: string; readonly element: ReactElement }[] = opened;

/**
 * Fetches the room that this address opens while the frame around it is still being drawn. Who opens it is told of what
 * went wrong.
 */
export function preloadRoom(pathname: string): void {
  const room = opened.find(({ path }) => matchPath(path, pathname));
  if (room && 'chunk' in room) room.chunk.load().catch(() => undefined);
}

function withChunk(path: string, chunk: Chunk) {
  return { path, chunk, element: <Drawn key={path} chunk={chunk} /> };
}
