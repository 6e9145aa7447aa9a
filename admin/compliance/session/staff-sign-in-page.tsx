import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { StaffLoginBody } from '../../api/contract/staff.ts';
import { Field } from '../components/field.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { Refusal } from '../components/refusal.tsx';
import { needsSecondFactor, SecondFactor } from '../components/second-factor.tsx';
import { useForm } from '../components/use-form.ts';
import { ApiError } from '../data/api-error.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { Enrol } from './enrol.tsx';
import { FirstPassword } from './first-password.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { staffSession } from './staff-call.ts';
import { signInStaff } from './staff-session.ts';

const Form = styled('form')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });

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
        <SecondFactor large send={(factor) => signInStaff(withFactor(asked, factor))} />
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
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      email: email === '' ? t('form.required') : undefined,
      password: password === '' ? t('form.required') : undefined,
    }),
    async send(credentials) {
      setRefusal(null);
      try {
        await signInStaff(credentials);
      } catch (error) {
        if (needsSecondFactor(error)) return onSecondFactor(credentials);
        if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 0)) throw error;
        setRefusal(error.message);
      }
    },
  });
  return (
    <Form ref={form.ref} noValidate onSubmit={form.submit}>
      <Refusal text={refusal} />
      <Field
        {...form.text('email')}
        label={t('staff.signIn.email')}
        type="email"
        autoComplete="username"
        large
        autoFocus
      />
      <PasswordField {...form.text('password')} label={t('password.label')} autoComplete="current-password" large />
      <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
        {t('staff.signIn.submit')}
      </Button>
    </Form>
  );
}

function withFactor(
  credentials: StaffLoginBody,
  { two_fa_code, recovery_code }: { two_fa_code?: string; recovery_code?: string },
): StaffLoginBody {
  return {
    ...credentials,
    ...(two_fa_code === undefined ? {} : { two_fa_code }),
    ...(recovery_code === undefined ? {} : { recovery_code }),
  };
}

/** Only ever back into the console. */
function returnTo(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/compliance\/[a-z]/.test(from) ? from : '/compliance/cases';
}
