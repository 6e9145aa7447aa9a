import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { Link as RouterLink } from 'react-router';
import { usePageTitle } from '../components/use-page-title.ts';
import { goTo } from '../data/go-to.ts';
import { hasRememberedPath, takeReturnPath } from '../data/return-path.ts';
import { loadUser } from '../data/session.ts';
import { signedInHint } from '../data/signed-in-hint.ts';
import { t } from '../i18n/translate.ts';
import { preloadBackOffice } from '../lazy-back-office.tsx';
import { BrandMark } from '../look/brand.tsx';
import { SignInAside } from './sign-in-aside.tsx';
import { SignInForm } from './sign-in-form.tsx';

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  minHeight: '100dvh',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
}));
const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  padding: 16,
  [theme.breakpoints.up('sm')]: { padding: '24px 32px' },
}));
const Brand = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  fontSize: 16,
  fontWeight: 600,
  letterSpacing: '-0.02em',
});
const Main = styled('main')({
  display: 'grid',
  alignContent: 'center',
  gap: 20,
  width: '100%',
  maxWidth: 392,
  margin: 'auto',
  padding: '24px 16px 48px',
});

/** `/auth/sign-in`. Whoever is signed in already goes straight on (spec §4). */
export function SignInPage() {
  usePageTitle(t('auth.signIn.title'));
  useEffect(() => {
    if (signedInHint()) loadUser().then(enter, () => undefined);
    preloadBackOffice();
  }, []);
  return (
    <Frame>
      <Head>
        <Brand>
          <BrandMark />
          {t('app.name')}
        </Brand>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t('auth.signIn.new')}{' '}
          <Link component={RouterLink} to="/auth/sign-up">
            {t('auth.signIn.create')}
          </Link>
        </Typography>
      </Head>
      <Main>
        <div>
          <Typography variant="h1" sx={{ fontSize: 28, lineHeight: '36px', letterSpacing: '-0.025em' }}>
            {t('auth.signIn.title')}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>
            {t(hasRememberedPath() ? 'auth.signIn.remembered' : 'auth.signIn.lead')}
          </Typography>
        </div>
        <SignInForm onSignedIn={() => void loadUser().then(enter, () => undefined)} />
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t('auth.signIn.device')}
        </Typography>
      </Main>
      <SignInAside />
    </Frame>
  );
}

function enter(): void {
  goTo(takeReturnPath(), { replace: true });
}
