import { useEffect, useState } from 'react';
import { SecondFactor } from '../components/second-factor.tsx';
import { hasRememberedPath } from '../data/return-path.ts';
import { signIn } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { preloadBackOfficeWhenUsed } from '../lazy-back-office.tsx';
import { AuthFrame, SmallPrint } from './auth-frame.tsx';
import { BackLink } from './back-link.tsx';
import type { Credentials } from './credentials.ts';
import { enter, useEnterWhenSignedIn } from './enter.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * `/auth/sign-in`: email and password, then the second factor if the user has one. Users who are already signed in are
 * redirected (spec §4).
 */
export function SignInPage() {
  useEnterWhenSignedIn();
  useEffect(preloadBackOfficeWhenUsed, []);
  const [asked, setAsked] = useState<Credentials | null>(null);
  if (asked) {
    return (
      <AuthFrame title={t('twoFa.title')} lead={t('twoFa.lead')}>
        <SecondFactor large send={async (factor) => enter(await signIn({ ...asked, ...factor }))} />
        <BackLink onClick={() => setAsked(null)} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={t('auth.signIn.title')}
      lead={t(hasRememberedPath() ? 'auth.signIn.remembered' : 'auth.signIn.lead')}
      other={{ question: t('auth.signIn.new'), label: t('auth.signIn.create'), to: '/auth/sign-up' }}
    >
      <SignInForm onSignedIn={enter} onSecondFactor={setAsked} />
      <SmallPrint>{t('auth.signIn.device')}</SmallPrint>
    </AuthFrame>
  );
}
