import './words.ts';
import { type ComponentType, Suspense, useEffect, useMemo, useState } from 'react';
import { AddNotificationContext, CoreAdminContext, localStorageStore } from 'react-admin';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { StaffPermission } from '../../domain/accounts/staff-permissions.ts';
import { ListError } from '../components/list-state.tsx';
import { Splash } from '../components/splash.tsx';
import { addNotice } from '../data/notices.ts';
import { makeQueryClient } from '../data/query-client.ts';
import { useStore } from '../data/use-store.ts';
import { i18nProvider, t } from '../i18n/translate.ts';
import { ErrorPage } from '../system/error-page.tsx';
import { ConsoleShell } from './console-shell.tsx';
import { STAFF_SIGN_IN, staffAuthProvider } from './data/staff-auth-provider.ts';
import { staffSession } from './data/staff-call.ts';
import { staffProvider } from './data/staff-provider.ts';
import { loadStaff } from './data/staff-session.ts';
import { useStaffMay } from './data/use-staff-may.ts';
import { Forbidden } from './forbidden.tsx';
import { STAFF_ROOMS } from './rooms.tsx';
import { StaffSignInPage } from './session/staff-sign-in-page.tsx';

/** `/compliance/*`: the area of the gateway's own staff, react-admin over a sign-in and a session of its own. */
export default function Console() {
  const staff = useStore(staffSession);
  const [failure, setFailure] = useState<unknown>(null);
  const load = () => {
    setFailure(null);
    loadStaff()
      .then(() => {
        if (staffSession.get() === undefined) staffSession.set(null);
      })
      .catch(setFailure);
  };
  useEffect(load, []);
  if (failure) return <ListError title={t('error.crash.title')} error={failure} onRetry={load} />;
  if (staff === undefined) return <Splash />;
  return <Rooms person={staff?.id ?? 'nobody'} />;
}

/** Cached data and list views belong to one person: the next one at this browser must not see them. */
function Rooms({ person }: { person: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each person gets a cache of its own
  const queryClient = useMemo(makeQueryClient, [person]);
  const store = useMemo(() => localStorageStore('1', `.staff.${person}.`), [person]);
  return (
    <CoreAdminContext
      dataProvider={staffProvider}
      authProvider={staffAuthProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <AddNotificationContext value={addNotice}>
        <Routes>
          <Route index element={<Navigate to="/compliance/cases" replace />} />
          <Route path="sign-in" element={<StaffSignInPage />} />
          {STAFF_ROOMS.map(({ path, permission, Room }) => (
            <Route key={path} path={path} element={<Open permission={permission} Room={Room} />} />
          ))}
          <Route path="*" element={<ErrorPage code={404} />} />
        </Routes>
      </AddNotificationContext>
    </CoreAdminContext>
  );
}

function Open({ permission, Room }: { permission: StaffPermission; Room: ComponentType }) {
  const staff = useStore(staffSession);
  const may = useStaffMay(permission);
  const { pathname, search } = useLocation();
  if (!staff?.two_fa_enabled) return <Navigate to={STAFF_SIGN_IN} replace state={{ from: `${pathname}${search}` }} />;
  return (
    <ConsoleShell staff={staff}>
      <Suspense fallback={<Splash />}>{may ? <Room /> : <Forbidden />}</Suspense>
    </ConsoleShell>
  );
}
