import { createBrowserRouter, Navigate, type RouteObject, useLocation, useParams } from 'react-router';
import { SignInPage } from './auth/sign-in-page.tsx';
import { globalError } from './data/global-error.ts';
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
  { path: 'auth/*', element: <ErrorPage code={1001} /> },
  { path: 'user-invite', element: <ErrorPage code={1001} /> },
  { path: 'system/:errno', element: <SystemPage /> },
  { path: '*', element: <AppPage /> },
];

/** The outer router: a light tree for pages without a session, and the lazily loaded back office for the others. */
export function makeRouter(): Router {
  const router = createBrowserRouter([{ element: <Root />, children: pages }]);
  registerNavigate((path, options) => void router.navigate(path, options));
  let { key } = router.state.location;
  router.subscribe((state) => {
    // Going anywhere, the same page included, is a new try.
    if (state.location.key !== key) globalError.set(null);
    key = state.location.key;
  });
  return router;
}

function SystemPage() {
  const { errno } = useParams();
  return <ErrorPage code={toErrorCode(errno)} />;
}

/** An unknown path is told so at once, signed in or not. */
function AppPage() {
  const { pathname } = useLocation();
  return isAppPath(pathname) ? <LazyBackOffice /> : <ErrorPage code={404} />;
}
