import { useState } from 'react';
import type { TwoFaBody } from '../../contract/account.ts';
import { needsSecondFactor, SecondFactor } from '../components/second-factor.tsx';
import { ApiError } from '../data/api-error.ts';
import { goTo } from '../data/go-to.ts';
import { notify } from '../data/notices.ts';
import { SIGN_IN } from '../data/unfinished.ts';
import { CodeForm } from '../forms/code-form.tsx';
import { t } from '../i18n/translate.ts';
import { preloadBackOffice } from '../lazy-back-office.tsx';
import { authCalls } from './auth-calls.ts';
import { AuthFrame, SmallPrint } from './auth-frame.tsx';
import { BackLink } from './back-link.tsx';
import { deviceEmail } from './device-question.ts';
import { enter, useEnterWhenSignedIn } from './enter.ts';
import { ResendCode } from './resend-code.tsx';

/** The server lets another mail go a minute after the last. */
const WAIT_SECONDS = 60;

/**
 * `/auth/verify/new-device`: a browser that is not known yet (406), confirmed by the mailbox and then by the second
 * factor.
 */
export default function NewDevicePage() {
  useEnterWhenSignedIn();
  const [confirmed, setConfirmed] = useState<string | null>(null);
  if (confirmed !== null) {
    const send = async (factor: TwoFaBody) => enter(await authCalls.verifyDevice({ code: confirmed, ...factor }));
    return (
      <AuthFrame title={t('twoFa.title')} lead={t('twoFa.lead')}>
        <SecondFactor large send={send} />
        <BackLink />
      </AuthFrame>
    );
  }
  return <MailCode onSecondFactor={setConfirmed} />;
}

function MailCode({ onSecondFactor }: { onSecondFactor: (code: string) => void }) {
  const send = async (digits: string) => {
    try {
      enter(await authCalls.verifyDevice({ code: digits }));
    } catch (error) {
      if (!needsSecondFactor(error)) throw error;
      onSecondFactor(digits);
    }
  };
  const email = deviceEmail();
  return (
    <AuthFrame title={t('device.title')} lead={email ? t('device.lead', { email }) : t('device.leadPlain')}>
      <CodeForm label={t('code.label')} send={send} autoFocus />
      <ResendCode waitSeconds={email ? WAIT_SECONDS : 0} resend={resend} />
      <SmallPrint>{t('device.why')}</SmallPrint>
      <BackLink />
    </AuthFrame>
  );
}

/** Which device was asked about is a cookie's to know; where that is gone, one signs in again. */
async function resend() {
  preloadBackOffice();
  try {
    return await authCalls.resendDevice();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      notify(t('device.gone'), 'info');
      goTo(SIGN_IN);
      return { resend_in_seconds: WAIT_SECONDS };
    }
    throw error;
  }
}
