import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { StaffLoginBody } from '../../../contract/staff.ts';
import { missing } from '../../components/form-problems.ts';
import { Refusal } from '../../components/refusal.tsx';
import { needsSecondFactor, SecondFactor } from '../../components/second-factor.tsx';
import { ApiError } from '../../data/api-error.ts';
import { useStore } from '../../data/use-store.ts';
import { PasswordInput } from '../../forms/password-input.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { staffSession } from '../data/staff-call.ts';
import { signInStaff } from '../data/staff-session.ts';
import { Enrol } from './enrol.tsx';
import { FirstPassword } from './first-password.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/**
 * `/compliance/sign-in`: by password and authenticator, by a first link, and the set-up of the second factor that comes
 * before anything else.
 */
export function StaffSignInPage() {
  const staff = useStore(staffSession);
  const { hash, state } = useLocation();
  const [codesShown, setCodesShown] = useState(false);
  const [asked, setAsked] = useState<StaffLoginBody | null>(null);
  const link = /^#link=([\w-]{20,200})$/.exec(hash)?.[1];
  if (staff?.two_fa_enabled && !codesShown) return <Navigate to={returnTo(state)} replace />;
  if (staff) {
    return (
      <SignInFrame title={t('staff.enrol.title')} lead={t('staff.enrol.lead')}>
        <Enrol onCodes={setCodesShown} />
      </SignInFrame>
    );
  }
  if (link !== undefined) return <FirstPassword token={link} />;
  if (asked) {
    return (
      <SignInFrame title={t('twoFa.title')} lead={t('twoFa.lead')}>
        <SecondFactor large send={(factor) => signInStaff({ ...asked, ...factor })} />
        <div>
          <Button startIcon={<Icon name="chevronLeft" />} onClick={() => setAsked(null)}>
            {t('staff.back')}
          </Button>
        </div>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t('staff.signIn.title')} lead={t('staff.signIn.lead')}>
      <PasswordStep onSecondFactor={setAsked} />
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        {t('staff.signIn.note')}
      </Typography>
    </SignInFrame>
  );
}

function PasswordStep({ onSecondFactor }: { onSecondFactor: (credentials: StaffLoginBody) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (credentials: typeof EMPTY) => {
    setRefusal(null);
    try {
      await signInStaff(credentials);
    } catch (error) {
      if (needsSecondFactor(error)) return onSecondFactor(credentials);
      if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 0)) throw error;
      setRefusal(error.message);
    }
  };
  return (
    <SignInForm defaultValues={EMPTY} rules={missing} send={send}>
      <Refusal text={refusal} />
      <TextInput source="email" label={t('staff.signIn.email')} type="email" autoComplete="username" large autoFocus />
      <PasswordInput source="password" label={t('password.label')} autoComplete="current-password" large />
      <SubmitButton label={t('staff.signIn.submit')} size="large" fullWidth />
    </SignInForm>
  );
}

const EMPTY = { email: '', password: '' };

/** Only ever back into the console. */
function returnTo(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/compliance\/[a-z]/.test(from) ? from : '/compliance/cases';
}
