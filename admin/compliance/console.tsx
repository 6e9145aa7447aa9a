import './words.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import type { StaffPermission } from '../../domain/staff-permissions.ts';
import { ListError } from '../components/list-state.tsx';
import { Splash } from '../components/splash.tsx';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { ErrorPage } from '../system/error-page.tsx';
import { ConsoleShell } from './console-shell.tsx';
import { Forbidden } from './forbidden.tsx';
import { staffSession } from './staff-call.ts';
import { loadStaff, useStaffMay } from './staff-session.ts';
import { StaffSignInPage } from './staff-sign-in-page.tsx';

/** The rooms, each with the permission that opens it. */
const ROOMS: readonly { path: string; permission: StaffPermission; Room: ComponentType }[] = [
  { path: 'cases', permission: 'case_view', Room: lazy(() => import('./cases-page.tsx')) },
  { path: 'cases/:id', permission: 'case_view', Room: lazy(() => import('./case-page.tsx')) },
  { path: 'operations', permission: 'operation_view', Room: lazy(() => import('./operations-page.tsx')) },
  { path: 'operations/:id', permission: 'operation_view', Room: lazy(() => import('./operation-page.tsx')) },
  { path: 'reports', permission: 'report_view', Room: lazy(() => import('./reports-page.tsx')) },
  { path: 'reports/:id', permission: 'report_view', Room: lazy(() => import('./report-page.tsx')) },
  { path: 'custody', permission: 'custody_view', Room: lazy(() => import('./custody-page.tsx')) },
  { path: 'treasury', permission: 'treasury_view', Room: lazy(() => import('./treasury-page.tsx')) },
  { path: 'alerts', permission: 'alert_view', Room: lazy(() => import('./alerts-page.tsx')) },
  { path: 'alerts/:id', permission: 'alert_view', Room: lazy(() => import('./alert-page.tsx')) },
  { path: 'alerts/runbooks/:name', permission: 'alert_view', Room: lazy(() => import('./runbook-page.tsx')) },
  { path: 'deletions', permission: 'account_delete', Room: lazy(() => import('./deletions-page.tsx')) },
  { path: 'audit', permission: 'audit_view', Room: lazy(() => import('./staff-audit-page.tsx')) },
  { path: 'looks', permission: 'look_view', Room: lazy(() => import('./looks-page.tsx')) },
];

/** `/compliance/*`: the area of the gateway's own staff, with a sign-in and a session of its own. */
export default function Console() {
  const [client] = useState(makeClient);
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
  return (
    <QueryClientProvider client={client}>
      <Routes>
        <Route index element={<Navigate to="/compliance/cases" replace />} />
        <Route path="sign-in" element={<StaffSignInPage />} />
        {ROOMS.map(({ path, permission, Room }) => (
          <Route key={path} path={path} element={<Open permission={permission} Room={Room} />} />
        ))}
        <Route path="*" element={<ErrorPage code={404} />} />
      </Routes>
    </QueryClientProvider>
  );
}

function Open({ permission, Room }: { permission: StaffPermission; Room: ComponentType }) {
  const staff = useStore(staffSession);
  const may = useStaffMay(permission);
  const { pathname, search } = useLocation();
  if (!staff?.two_fa_enabled) {
    return <Navigate to="/compliance/sign-in" replace state={{ from: `${pathname}${search}` }} />;
  }
  return (
    <ConsoleShell staff={staff}>
      <Suspense fallback={<Splash />}>{may ? <Room /> : <Forbidden />}</Suspense>
    </ConsoleShell>
  );
}

function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 2000 }, mutations: { retry: false } },
  });
}
