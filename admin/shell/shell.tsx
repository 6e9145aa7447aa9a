import { styled } from '@mui/material/styles';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AddNotificationContext, type CoreLayoutProps } from 'react-admin';
import { useLocation } from 'react-router';
import { isPartnerRole } from '../../domain/accounts/partner-roles.ts';
import { shopPath } from '../../domain/accounts/shop-path.ts';
import { SkipLink } from '../components/skip-link.tsx';
import { Splash } from '../components/splash.tsx';
import { useFocusOnNavigation } from '../components/use-focus-on-navigation.ts';
import { LiveUpdates } from '../data/live.tsx';
import { addNotice } from '../data/notices.ts';
import { placeOf } from '../data/place.ts';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { CommandPalette } from './command-palette.tsx';
import { LiveLost } from './live-lost.tsx';
import { NoticesPlace } from './notice-stack.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { SandboxStripe } from './sandbox-stripe.tsx';
import { Sidebar } from './sidebar.tsx';
import { SimulatedBanner } from './simulated-banner.tsx';
import { TopBar } from './top-bar.tsx';
import { TwoFaNotice } from './two-fa-notice.tsx';
import { usePaletteKey } from './use-palette-key.ts';

// After the page, not with it: it is opened on a phone only.
const NavigationDrawer = lazy(() => import('./navigation-drawer.tsx'));

const Frame = styled('div')({ display: 'grid', gridTemplateRows: 'auto 1fr', minHeight: '100dvh' });
const Grid = styled('div')(({ theme }) => ({
  gridRow: 2,
  minWidth: 0,
  [theme.breakpoints.up('sm')]: {
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr)',
    gridTemplateRows: 'auto 1fr',
  },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: '232px minmax(0, 1fr)' },
}));
const Main = styled('main')(({ theme }) => ({
  minWidth: 0,
  padding: '20px 16px 48px',
  outline: 0,
  [theme.breakpoints.up('sm')]: { padding: '28px 24px 56px' },
  [theme.breakpoints.up('lg')]: { paddingInline: 32 },
}));
/** One cell of the grid, whatever is above the page. */
const Room = styled('div')({ minWidth: 0 });
/** The frame around every room: stripe, sidebar, top bar, and the room itself. */
export function Shell({ children }: CoreLayoutProps) {
  const user = useStore(session);
  const { pathname } = useLocation();
  const [navigation, setNavigation] = useState(false);
  const [palette, setPalette] = useState(false);
  const main = useFocusOnNavigation(pathname);
  usePaletteKey(() => setPalette(true));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setNavigation(false), [pathname]);
  if (!user) return null;
  const hasLive = user.permissions.includes('merchant_invoice_viewAny');
  // Earnings of partners are real in each mode.
  const sandbox = user.active_profile_type === 'sandbox' && !isPartnerRole(user.role);
  return (
    <AddNotificationContext value={addNotice}>
      <LiveUpdates profile={hasLive ? shopPath(placeOf(user)) : null}>
        <Frame>
          <SkipLink />
          {sandbox ? <SandboxStripe user={user} /> : <SimulatedBanner user={user} />}
          <Grid>
            <Sidebar user={user} />
            <TopBar user={user} onOpenNavigation={() => setNavigation(true)} onOpenPalette={() => setPalette(true)} />
            <Room>
              <NoticesPlace />
              <LiveLost />
              <TwoFaNotice user={user} />
              <Main id="content" tabIndex={-1} ref={main}>
                <PageErrorBoundary key={pathname}>
                  <Suspense fallback={<Splash />}>{children}</Suspense>
                </PageErrorBoundary>
              </Main>
            </Room>
          </Grid>
        </Frame>
        <Suspense>
          <NavigationDrawer user={user} open={navigation} onClose={() => setNavigation(false)} />
        </Suspense>
        <CommandPalette user={user} open={palette} onClose={() => setPalette(false)} />
      </LiveUpdates>
    </AddNotificationContext>
  );
}
