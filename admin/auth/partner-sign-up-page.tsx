import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { Navigate, Link as RouterLink, useLocation } from 'react-router';
import type { PartnerInvitation } from '../../contract/partners.ts';
import { ListError } from '../components/list-state.tsx';
import { Splash } from '../components/splash.tsx';
import { notify } from '../data/notices.ts';
import { rememberPath } from '../data/return-path.ts';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthFrame } from './auth-frame.tsx';
import { enter, useEnterWhenSignedIn } from './enter.ts';
import { sendByLink } from './owner-form.tsx';
import { type Resident, ResidentForm } from './resident-form.tsx';
import { withVersions } from './shown-versions.ts';

const SIGN_IN = '/auth/sign-in';

/**
 * `/auth/partner`: the link of an approval. Somebody who is signed in goes on to the agreement, as everybody does after
 * the sign-in or sign-up. The link's token is in the fragment (`#`), so that it reaches neither logs nor other sites.
 */
export default function PartnerSignUpPage() {
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  useEffect(() => rememberPath(`/partner-program#token=${encodeURIComponent(token)}`), [token]);
  useEnterWhenSignedIn();
  return token ? <ByLink key={token} token={token} /> : <Expired />;
}

function Expired() {
  return <Navigate to="/system/410" replace state={{ expired: 'partner' }} />;
}

function ByLink({ token }: { token: string }) {
  const [link, setLink] = useState<PartnerInvitation | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = () => {
    setFailure(null);
    authCalls.partnerLink(token).then(setLink, setFailure);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for a token
  useEffect(load, []);
  if (failure) {
    return (
      <AuthFrame title={t('partnerSignUp.title')}>
        <ListError title={t('error.generic')} error={failure} onRetry={load} />
      </AuthFrame>
    );
  }
  if (!link) return <Splash />;
  if (link.state === 'expired') return <Expired />;
  const email = link.email ?? '';
  if (link.state === 'known') return <Known email={email} />;
  return (
    <AuthFrame title={t('partnerSignUp.title')} lead={t('partnerSignUp.lead', { email })}>
      <NewPartner token={token} email={email} name={link.name ?? ''} onClosed={load} />
      <Link component={RouterLink} to={SIGN_IN}>
        {t('partnerSignUp.shop')}
      </Link>
    </AuthFrame>
  );
}

/** The address has an account, whose owner accepts the agreement for it. */
function Known({ email }: { email: string }) {
  return (
    <AuthFrame title={t('partnerSignUp.known.title')} lead={t('partnerSignUp.known.text', { email })}>
      <Button component={RouterLink} to={SIGN_IN} variant="contained" size="large" fullWidth>
        {t('partnerSignUp.signIn')}
      </Button>
    </AuthFrame>
  );
}

interface NewPartnerProps {
  token: string;
  email: string;
  /** Of the application. */
  name: string;
  /** The link has been used or has expired meanwhile. */
  onClosed: () => void;
}

function NewPartner({ token, email, name, onClosed }: NewPartnerProps) {
  const send = (values: Resident) =>
    sendByLink(async () => {
      const user = await authCalls.joinAsPartner(withVersions({ token, ...values }));
      notify(t('partnerSignUp.done'), 'success');
      enter(user);
    }, onClosed);
  return (
    <ResidentForm
      send={send}
      email={email}
      name={name}
      submit={t('partnerSignUp.submit')}
      busy={t('partnerSignUp.busy')}
    />
  );
}
