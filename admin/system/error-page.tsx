import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { isPartnerRole } from '../../domain/accounts/partner-roles.ts';
import { COOKIE_SETTINGS } from '../../domain/legal/consent.ts';
import { TideGauge } from '../components/tide-gauge.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { goTo } from '../data/go-to.ts';
import { session, signOut } from '../data/session.ts';
import { signedInHint } from '../data/signed-in-hint.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { BrandMark } from '../look/brand.tsx';
import { type ErrorCode, hasFooter } from './error-codes.ts';

const Bare = styled('div')({ display: 'grid', gridTemplateRows: 'auto 1fr auto', minHeight: '100dvh' });
const Head = styled('header')(({ theme }) => ({
  padding: 16,
  [theme.breakpoints.up('sm')]: { padding: '24px 32px' },
}));
const Brand = styled(RouterLink)(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  color: theme.palette.text.primary,
  fontSize: 16,
  fontWeight: 600,
  letterSpacing: '-0.02em',
  textDecoration: 'none',
}));
const Main = styled('main')({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 12,
  padding: '24px 16px 64px',
  textAlign: 'center',
});
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8, marginTop: 8 });
const Foot = styled('footer')(({ theme }) => ({
  padding: 16,
  borderTop: `1px solid ${theme.palette.divider}`,
  '& ul': { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '4px 20px' },
  '& a': { paddingBlock: 2, fontSize: 13, color: theme.palette.text.secondary },
}));

/** A whole page for one of the spec's error codes (spec §2, §8); `note` says what it is about in this case. */
export function ErrorPage({ code, note }: { code: ErrorCode; note?: string }) {
  const title = t(`system.${code}.title`);
  const isPartner = useIsPartner();
  usePageTitle(title);
  return (
    <Bare>
      <Head>
        <Brand to="/dashboard">
          <BrandMark />
          {t('app.name')}
        </Brand>
      </Head>
      <Main>
        <TideGauge mark={String(code)} />
        <Typography variant="h1" sx={{ fontSize: 28, lineHeight: '36px', letterSpacing: '-0.025em' }}>
          {title}
        </Typography>
        <Typography sx={{ maxWidth: '46ch', color: 'text.secondary' }}>{t(textOf(code, isPartner))}</Typography>
        {note && <Typography sx={{ fontWeight: 500 }}>{note}</Typography>}
        <Actions>{actionsOf(code)}</Actions>
      </Main>
      {hasFooter(code) && <Footer />}
    </Bare>
  );
}

/** Accounts of partners have no team to ask, and no History. */
function useIsPartner(): boolean {
  const user = useStore(session);
  return user !== null && isPartnerRole(user.role);
}

function textOf(code: ErrorCode, isPartner: boolean) {
  return code === 403 && isPartner ? 'system.403.partner' : (`system.${code}.text` as const);
}

function actionsOf(code: ErrorCode): ReactNode {
  switch (code) {
    case 403:
      return (
        <>
          <Button variant="contained" onClick={() => void toSignIn()}>
            {t('system.toSignIn')}
          </Button>
          <ToDashboard />
        </>
      );
    case 404:
      return <WaysOn />;
    case 410:
      return (
        <>
          <Button variant="contained" component={RouterLink} to="/account?tab=profile">
            {t('system.toProfile')}
          </Button>
          <NewLink />
        </>
      );
    case 500:
    case 503:
      return (
        <>
          <Button variant="contained" onClick={() => window.location.reload()}>
            {t('system.tryAgain')}
          </Button>
          <ToDashboard />
        </>
      );
    case 1001:
      return <ToDashboard primary />;
    case 1002:
      return (
        <Button variant="contained" component={RouterLink} to="/auth/sign-in">
          {t('system.toSignIn')}
        </Button>
      );
    default:
      return code satisfies never;
  }
}

/** Where people without a profile get another link: the page that led here says which link it was. */
function NewLink() {
  const { state } = useLocation();
  if (signedInHint()) return null;
  const expired = (state as { expired?: string } | null)?.expired;
  if (expired === 'partner') return <Button href="/contact-us">{t('system.contact')}</Button>;
  const isReset = expired === 'reset';
  return (
    <Button component={RouterLink} to={isReset ? '/auth/restore-password' : '/auth/first-password'}>
      {t(isReset ? 'system.newLink' : 'system.applyAgain')}
    </Button>
  );
}

/** From an address that is none: back to work for who works here, to the front door for visitors. */
function WaysOn() {
  const isPartner = useIsPartner();
  if (window.location.pathname.startsWith('/compliance')) {
    return (
      <Button variant="contained" component={RouterLink} to="/compliance/cases">
        {t('system.toCases')}
      </Button>
    );
  }
  if (!signedInHint()) {
    return (
      <>
        <Button variant="contained" href="/">
          {t('system.toHome')}
        </Button>
        <Button href="/docs/api">{t('nav.documentation')}</Button>
        <Button component={RouterLink} to="/auth/sign-in">
          {t('auth.signIn.title')}
        </Button>
      </>
    );
  }
  return (
    <>
      <ToDashboard primary />
      {!isPartner && (
        <Button component={RouterLink} to="/history">
          {t('system.toHistory')}
        </Button>
      )}
    </>
  );
}

function ToDashboard({ primary = false }: { primary?: boolean }) {
  return (
    <Button variant={primary ? 'contained' : 'outlined'} component={RouterLink} to="/dashboard">
      {t('system.toDashboard')}
    </Button>
  );
}

/** Ends the session first: signed in, one would be sent back from the sign-in page. */
async function toSignIn(): Promise<void> {
  await signOut().catch(() => undefined);
  goTo('/auth/sign-in');
}

function Footer() {
  const links = [
    { label: t('nav.documentation'), href: '/docs/api' },
    { label: t('nav.support'), href: '/support' },
    { label: t('legal.all'), href: '/legal' },
    { label: t('legal.cookies'), href: COOKIE_SETTINGS },
    { label: t('auth.signIn.title'), href: '/auth/sign-in' },
  ];
  return (
    <Foot>
      <nav aria-label={t('system.footer.label')}>
        <ul>
          {links.map(({ label, href }) => (
            <li key={label}>
              <Link href={href}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </Foot>
  );
}
