import { type ComponentType, lazy, Suspense } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useLocation, useParams } from 'react-router';
import { SignInPage } from './auth/sign-in-page.tsx';
import { Splash } from './components/splash.tsx';
import { registerNavigate } from './data/go-to.ts';
import { LazyBackOffice } from './lazy-back-office.tsx';
import { Root } from './root.tsx';
import { isAppPath } from './shell/app-paths.ts';
import { toErrorCode } from './system/error-codes.ts';
import { ErrorPage } from './system/error-page.tsx';

type Router = ReturnType<typeof createBrowserRouter>;

const pages: RouteObject[] = [
  { index: true, element: <Navigate to="/dashboard" replace /> },
  { path: 'auth/sign-in', element: <SignInPage /> },
  ...authPages(),
  { path: 'user-invite', element: page(() => import('./team/user-invite-page.tsx')) },
  { path: 'compliance/*', element: page(() => import('./staff/console.tsx')) },
  { path: 'system/:errno', element: <SystemPage /> },
  // Where react-admin goes from a page that the role does not include.
  { path: 'access-denied', element: <ErrorPage code={403} /> },
  { path: '*', element: <AppPage /> },
];

/** The outer router: a light tree for pages without a session, and the lazily loaded back office for the others. */
export function makeRouter(): Router {
  const router = createBrowserRouter([{ element: <Root />, children: pages }]);
  registerNavigate((path, options) => void router.navigate(path, options));
  return router;
}

/** The other pages without a session: a chunk each, none of which pulls the back office in. */
function authPages(): RouteObject[] {
  const loads: Readonly<Record<string, () => Promise<{ default: ComponentType }>>> = {
    'sign-up': () => import('./auth/sign-up-page.tsx'),
    'verify-email': () => import('./auth/verify-email-page.tsx'),
    'verify-company': () => import('./auth/verify-company-page.tsx'),
    'verify/new-device': () => import('./auth/new-device-page.tsx'),
    'restore-password': () => import('./auth/restore-password-page.tsx'),
    'restore-password/approve-password': () => import('./auth/approve-password-page.tsx'),
    partner: () => import('./auth/partner-sign-up-page.tsx'),
    'first-password': () => import('./auth/first-password-page.tsx'),
  };
  return Object.entries(loads).map(([path, load]) => ({ path: `auth/${path}`, element: page(load) }));
}

function page(load: () => Promise<{ default: ComponentType }>) {
  const Page = lazy(load);
  return (
    <Suspense fallback={<Splash />}>
      <Page />
    </Suspense>
  );
}

function SystemPage() {
  const { errno } = useParams();
  return <ErrorPage code={toErrorCode(errno)} />;
}

/** Shows "not found" for unknown paths at once, signed in or not. */
function AppPage() {
  const { pathname } = useLocation();
  return isAppPath(pathname) ? <LazyBackOffice /> : <ErrorPage code={404} />;
}
