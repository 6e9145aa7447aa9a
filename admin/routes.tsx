import { type ComponentType, lazy, type ReactElement, useState } from 'react';
import { matchPath, Navigate } from 'react-router';
import type { APP_PATHS } from './shell/app-paths.ts';
import { ComingSoonPage } from './system/coming-soon-page.tsx';

type AppPath = (typeof APP_PATHS)[number];

/** A room is a chunk of its own. */
type Load = () => Promise<{ default: ComponentType }>;

const rooms: Record<AppPath, Load | ReactElement> = {
  account: () => import('./account/account-page.tsx'),
  dashboard: () => import('./dashboard/dashboard-page.tsx'),
  balance: () => import('./balance/balance-page.tsx'),
  history: () => import('./history/history-page.tsx'),
  'history/details': () => import('./invoice/invoice-page.tsx'),
  integration: () => import('./integration/integration-page.tsx'),
  'integration/profile': () => import('./integration/integration-page.tsx'),
  'integration/api': () => import('./integration/tokens/tokens-page.tsx'),
  'integration/api/create-new': () => import('./integration/tokens/create-token-page.tsx'),
  'integration/api/edit-token/:id': () => import('./integration/tokens/edit-token-page.tsx'),
  payouts: () => import('./payouts/payouts-page.tsx'),
  'payouts/request-payout': () => import('./payouts/request/request-payout-page.tsx'),
  'payouts/mass-request-payout': () => import('./payouts/mass/mass-request-page.tsx'),
  'payouts/details': () => import('./payouts/details/payout-page.tsx'),
  'payouts/method': () => import('./payouts/methods/methods-page.tsx'),
  withdrawals: <ComingSoonPage title="nav.withdrawals" text="soon.withdrawals" />,
  'withdrawals/request': <ComingSoonPage title="nav.withdrawals" text="soon.withdrawals" />,
  'withdrawals/edit/method': <Navigate to="/withdrawals/request" replace />,
  'withdrawals/method': <ComingSoonPage title="nav.withdrawals" text="soon.withdrawals" />,
  'withdrawals/details': <ComingSoonPage title="nav.withdrawals" text="soon.withdrawals" />,
  'payment-request': () => import('./payment-request/payment-requests-page.tsx'),
  'payment-request/create-invoice': () => import('./payment-request/create-invoice-page.tsx'),
  fees: () => import('./fees/fees-page.tsx'),
  'download/transaction-activity/:report': () => import('./reports/download-page.tsx'),
};

const opened = Object.entries(rooms).map(([path, room]) =>
  typeof room === 'function' ? withChunk(`/${path}`, chunkOf(room)) : { path: `/${path}`, element: room },
);

/** The rooms of the back office by their path (spec §2). Those not built yet say so and what will be there. */
export const appRoutes: readonly { readonly path: string; readonly element: ReactElement }[] = opened;

/** Fetches the room that this address opens while the frame around it is still being drawn. Who opens it is told of what went wrong. */
export function preloadRoom(pathname: string): void {
  const room = opened.find(({ path }) => matchPath(path, pathname));
  if (room && 'chunk' in room) room.chunk.load().catch(() => undefined);
}

interface Chunk {
  readonly load: Load;
  /** The room, once it is there. */
  readonly loaded: () => ComponentType | undefined;
  /** The room, which shows when it has come. */
  readonly Later: ComponentType;
}

function chunkOf(room: Load): Chunk {
  let loaded: ComponentType | undefined;
  const load: Load = async () => {
    const module = await room();
    loaded = module.default;
    return module;
  };
  return { load, loaded: () => loaded, Later: lazy(load) };
}

function withChunk(path: string, chunk: Chunk) {
  return { path, chunk, element: <Room key={path} chunk={chunk} /> };
}

/**
 * A room that is there already is drawn with its frame. Through `lazy` the frame would come first, empty, and React lets what it showed instead of a room stand for
 * 300 ms at least.
 */
function Room({ chunk }: { chunk: Chunk }) {
  const [Drawn] = useState(() => chunk.loaded() ?? chunk.Later);
  return <Drawn />;
}
