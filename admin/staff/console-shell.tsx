import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { StaffMe } from '../../contract/staff.ts';
import type { StaffOverview } from '../../contract/staff-operations.ts';
import { STAFF_ROLE_WORDS } from '../../domain/accounts/staff-permissions.ts';
import { LinkTabs } from '../components/link-tabs.tsx';
import { Narrow, Wide } from '../components/page.tsx';
import { SkipLink } from '../components/skip-link.tsx';
import { useFocusOnNavigation } from '../components/use-focus-on-navigation.ts';
import { useNotifyError } from '../components/use-notify-error.ts';
import { t } from '../i18n/translate.ts';
import { BrandMark } from '../look/brand.tsx';
import { Icon } from '../look/icon.tsx';
import { PageErrorBoundary } from '../shell/page-error-boundary.tsx';
import { staffApi } from './data/staff-call.ts';
import { signOutStaff } from './data/staff-session.ts';
import { OVERVIEW } from './data/use-staff-act.ts';
import { STAFF_ROOM_GROUPS, STAFF_ROOMS } from './rooms.tsx';

/** A band across the whole top: nothing in the merchants' rooms looks like it. */
const Band = styled('header')(({ theme }) => ({
  borderTop: `4px solid ${theme.palette.primary.main}`,
  backgroundColor: theme.palette.soft.primary,
}));
const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: '4px 12px',
  maxWidth: 1248,
  minHeight: 56,
  margin: '0 auto',
  padding: '8px 16px',
  [theme.breakpoints.up('sm')]: { paddingInline: 32 },
}));
const Brand = styled(Link)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  marginRight: 'auto',
  minWidth: 0,
  minHeight: 40,
  lineHeight: '20px',
  '& > svg': { flex: 'none' },
  color: theme.palette.text.primary,
  fontSize: 16,
  fontWeight: 600,
  letterSpacing: '-0.02em',
  textDecoration: 'none',
}));
const Who = styled('span')(({ theme }) => ({
  display: 'grid',
  flex: 'none',
  maxWidth: '45%',
  overflowWrap: 'anywhere',
  fontSize: 13,
  lineHeight: '18px',
  fontWeight: 500,
  textAlign: 'right',
  '& small': { fontSize: 13, fontWeight: 400, color: theme.palette.text.secondary },
}));
/** Begins where the page begins, and may be wider: some roles have fifteen rooms. */
const Rooms = styled('div')(({ theme }) => ({
  padding: '0 16px',
  '& ul': { borderBottom: 0 },
  [theme.breakpoints.up('sm')]: { padding: '0 8px 0 max(32px, calc(50vw - 592px))' },
}));
const Stripe = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '4px 12px',
  padding: '8px 16px',
  backgroundColor: theme.palette.soft.error,
  color: theme.palette.error.main,
  fontWeight: 500,
  textAlign: 'center',
  '& a': { color: 'inherit', fontWeight: 600 },
}));
const Main = styled('main')(({ theme }) => ({
  maxWidth: 1248,
  margin: '0 auto',
  padding: '20px 16px 48px',
  outline: 0,
  [theme.breakpoints.up('sm')]: { padding: '28px 32px 56px' },
}));

/** The frame of the console: who is signed in, the rooms of the role, and what is overdue above everything. */
export function ConsoleShell({ staff, children }: { staff: StaffMe; children: ReactNode }) {
  const { pathname } = useLocation();
  const { data } = useQuery({
    queryKey: OVERVIEW,
    queryFn: () => staffApi.get<StaffOverview>('overview'),
    refetchInterval: 30_000,
  });
  const main = useFocusOnNavigation(pathname);
  const leave = useMutation({ mutationFn: signOutStaff, onError: useNotifyError() });
  return (
    <>
      <SkipLink />
      <Band>
        <Row>
          <Brand to="/compliance/cases">
            <BrandMark />
            {t('staff.name')}
          </Brand>
          <Who>
            {staff.full_name}
            <small>{STAFF_ROLE_WORDS[staff.role]}</small>
          </Who>
          <Wide>
            <Button startIcon={<Icon name="signOut" />} disabled={leave.isPending} onClick={() => leave.mutate()}>
              {t('staff.signOut')}
            </Button>
          </Wide>
          <Narrow>
            <IconButton aria-label={t('staff.signOut')} disabled={leave.isPending} onClick={() => leave.mutate()}>
              <Icon name="signOut" />
            </IconButton>
          </Narrow>
        </Row>
        <Rooms>
          <LinkTabs
            label={t('staff.nav')}
            tabs={STAFF_ROOM_GROUPS.flatMap((each) =>
              STAFF_ROOMS.flatMap(({ path, label, group, permission, count }) => {
                if (!label || group !== each || !staff.permissions.includes(permission)) return [];
                const to = `/compliance/${path}`;
                const current = pathname === to || pathname.startsWith(`${to}/`);
                const waiting = data && count ? count(data) : 0;
                return [{ to, label: t(label), group: t(`staff.nav.${each}`), current, count: waiting }];
              }),
            )}
          />
        </Rooms>
      </Band>
      {data && data.overdue > 0 && (
        <Stripe role="alert">
          <Icon name="warning" />
          <span>{t('staff.overdueStripe', { smart_count: data.overdue })}</span>
          <Link to="/compliance/operations">{t('staff.overdueStripe.open')}</Link>
        </Stripe>
      )}
      <Main id="content" tabIndex={-1} ref={main}>
        <PageErrorBoundary key={pathname}>{children}</PageErrorBoundary>
      </Main>
    </>
  );
}
