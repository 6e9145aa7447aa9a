import Button from '@mui/material/Button';
import { lazy, useEffect, useState } from 'react';
import { Navigate, Link as RouterLink, useLocation } from 'react-router';
import type { FirstPasswordLink } from '../../contract/account.ts';
import { ListError } from '../components/list-state.tsx';
import { Splash } from '../components/splash.tsx';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import { BackLink } from './back-link.tsx';
import { useEnterWhenSignedIn } from './enter.ts';
import { FirstPasswordForm } from './first-password-form.tsx';

const ApplyPage = lazy(() => import('./apply-page.tsx'));

/**
 * `/auth/first-password`: the application for an account and, through the emailed link, the first password. The link's
 * token is in the fragment (`#`), so that it reaches neither logs nor other sites.
 * An expired link is error 410 (spec §2).
 */
export default function FirstPasswordPage() {
  useEnterWhenSignedIn();
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token');
  return token ? <ByLink key={token} token={token} /> : <ApplyPage />;
}

function ByLink({ token }: { token: string }) {
  const [link, setLink] = useState<FirstPasswordLink | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = () => {
    setFailure(null);
    authCalls.firstPasswordLink(token).then(setLink, setFailure);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for a token
  useEffect(load, []);
  if (failure) {
    return (
      <AuthFrame title={t('firstPassword.title')}>
        <ListError title={t('error.generic')} error={failure} onRetry={load} />
      </AuthFrame>
    );
  }
  if (!link) return <Splash />;
  if (link.state === 'expired') return <Navigate to="/system/410" replace state={{ expired: 'application' }} />;
  if (link.state === 'used') return <UsedLink />;
  return (
    <AuthFrame
      title={t('firstPassword.title')}
      lead={link.email ? t('firstPassword.lead', { email: link.email }) : undefined}
    >
      <FirstPasswordForm token={token} email={link.email ?? ''} onClosed={load} />
    </AuthFrame>
  );
}

function UsedLink() {
  return (
    <AuthFrame title={t('firstPassword.used.title')} lead={t('firstPassword.used.text')}>
      <Button component={RouterLink} to="/auth/restore-password" variant="contained" size="large" fullWidth>
        {t('firstPassword.reset')}
      </Button>
      <BackLink />
    </AuthFrame>
  );
}
