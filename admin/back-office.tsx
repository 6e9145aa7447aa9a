import './i18n/back-office-words.ts';
import { useEffect, useMemo, useState } from 'react';
import { CoreAdmin, CustomRoutes, localStorageStore, Resource } from 'react-admin';
import { Navigate, Route, useLocation } from 'react-router';
import { readShopPath, shopPath } from '../domain/accounts/shop-path.ts';
import { ListError } from './components/list-state.tsx';
import { Splash } from './components/splash.tsx';
import { ApiError } from './data/api-error.ts';
import { authProvider } from './data/auth-provider.ts';
import { knowAccess } from './data/known-access.ts';
import { placeOf } from './data/place.ts';
import { makeQueryClient } from './data/query-client.ts';
import { rememberPath } from './data/return-path.ts';
import { loadUser, type SpaUser, session } from './data/session.ts';
import { unfinishedStep } from './data/unfinished.ts';
import { useStore } from './data/use-store.ts';
import { makeDataProvider } from './data-provider.ts';
import { i18nProvider, t } from './i18n/translate.ts';
import { resources } from './resources.ts';
import { appRoutes } from './routes.tsx';
import { AcceptLegal } from './shell/accept-legal.tsx';
import { hasRoom, PARTNER_HOME } from './shell/app-paths.ts';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

export { preloadRoom } from './routes.tsx';

/**
 * Everything behind sign-in. The user is known before the first room opens, as mode and permissions shape all of them.
 */
export default function BackOffice() {
  const user = useStore(session);
  const [failure, setFailure] = useState<unknown>(null);
  const load = () => {
    setFailure(null);
    loadUser().catch(setFailure);
  };
  useEffect(load, []);
  const step = user && unfinishedStep(user);
  if (step) return <FinishSignUp step={step} />;
  if (user) return <Accepted user={user} />;
  if (failure instanceof ApiError && failure.status !== 401) {
    return <ListError title={t('error.crash.title')} error={failure} onRetry={load} />;
  }
  return <Splash />;
}

/** New legal documents come first; over a page that is open already, whose forms keep what was typed. */
function Accepted({ user }: { user: SpaUser }) {
  const isAccepted = user.legal_to_accept.length === 0;
  const [isOpen, setOpen] = useState(isAccepted);
  useEffect(() => setOpen((was) => was || isAccepted), [isAccepted]);
  const hasRooms = isOpen || isAccepted;
  return (
    <>
      {hasRooms ? <Rooms user={user} /> : <Splash />}
      {!isAccepted && <AcceptLegal documents={user.legal_to_accept} isAlone={!hasRooms} />}
    </>
  );
}

/** Unfinished sign-up steps come first; the requested page is remembered (spec §4). */
function FinishSignUp({ step }: { step: string }) {
  const { pathname, search } = useLocation();
  useEffect(() => rememberPath(`${pathname}${search}`), [pathname, search]);
  return <Navigate to={step} replace />;
}

/**
 * react-admin over the data of one profile; another mode or shop is another one, with nothing kept between them.
 * `CoreAdmin` is `Admin` without the stock layout, pages and theme, none of which show here: 60 KB that nobody has to
 * load.
 */
function Rooms({ user }: { user: SpaUser }) {
  const profile = shopPath(placeOf(user));
  const dataProvider = useMemo(() => makeDataProvider(readShopPath(profile)), [profile]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each profile gets a cache of its own
  const queryClient = useMemo(() => knowAccess(makeQueryClient(), user), [profile]);
  // A new role or a change of 2FA changes the user's permissions.
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get()) void queryClient.invalidateQueries({ queryKey: ['auth'] });
      }),
    [queryClient],
  );
  // How lists were left, views and columns that were chosen: of this person, in this mode and shop, in this browser.
  const store = useMemo(() => localStorageStore('1', `.${user.id}.${profile}.`), [user.id, profile]);
  return (
    <CoreAdmin
      key={profile}
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      layout={Shell}
      catchAll={NotFound}
      loading={Splash}
      loginPage={false}
      requireAuth
      disableTelemetry
    >
      {resources.flatMap(({ collections = {} }) =>
        Object.keys(collections).map((name) => <Resource key={name} name={name} />),
      )}
      <CustomRoutes>
        {appRoutes.map(({ path, element }) => (
          <Route key={path} path={path} element={hasRoom(user, path) ? element : <NoRoom path={path} />} />
        ))}
      </CustomRoutes>
    </CoreAdmin>
  );
}

/** A room that a partner without a shop does not have. Links to the dashboard lead home. */
function NoRoom({ path }: { path: string }) {
  return <Navigate to={path === '/dashboard' ? PARTNER_HOME.path : '/access-denied'} replace />;
}
