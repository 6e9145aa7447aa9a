import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { type FormEvent, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { CheckboxIcon, CheckedIcon } from '../components/checkbox-icons.tsx';
import { Field } from '../components/field.tsx';
import { toApiError } from '../data/api-error.ts';
import { signIn } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { checkCredentials, type SignInErrors } from './credentials.ts';

const Form = styled('form')({ display: 'grid', gap: 16 });

/** E-mail and password. Empty or malformed fields are told before anything is sent; focus goes to the first of them. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<SignInErrors>({});
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const credentials = {
      email: String(data.get('email') ?? '').trim(),
      password: String(data.get('password') ?? ''),
      remember: data.get('remember') === 'on',
    };
    const wrong = checkCredentials(credentials);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return focusFirst(form.current, wrong);
    setBusy(true);
    try {
      await signIn(credentials);
      onSignedIn();
    } catch (error) {
      setBusy(false);
      const { message, body, status } = toApiError(error);
      // A new device (406) has its own page, and 429 its own notice.
      if (status !== 406 && status !== 429) setErrors({ ...body.errors, form: message });
      focusFirst(form.current, { email: '' });
    }
  };

  return (
    <Form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      {errors.form && (
        <Alert severity="error" icon={<Icon name="alertCircle" />}>
          {errors.form}
        </Alert>
      )}
      <Field
        name="email"
        label={t('auth.signIn.email')}
        type="email"
        autoComplete="username"
        large
        error={errors.email}
        autoFocus
      />
      <Field
        name="password"
        label={t('auth.signIn.password')}
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        large
        error={errors.password}
        beside={
          <Link component={RouterLink} to="/auth/restore-password" variant="caption">
            {t('auth.signIn.forgot')}
          </Link>
        }
        end={
          <InputAdornment position="end">
            <IconButton
              size="small"
              aria-label={t('auth.signIn.showPassword')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <Icon name={shown ? 'eyeOff' : 'eye'} />
            </IconButton>
          </InputAdornment>
        }
      />
      <FormControlLabel
        control={<Checkbox name="remember" defaultChecked icon={<CheckboxIcon />} checkedIcon={<CheckedIcon />} />}
        label={t('auth.signIn.remember')}
      />
      <Button type="submit" variant="contained" size="large" fullWidth disabled={busy}>
        {t(busy ? 'auth.signIn.busy' : 'auth.signIn.submit')}
      </Button>
    </Form>
  );
}

function focusFirst(form: HTMLFormElement | null, wrong: SignInErrors): void {
  const name = wrong.email === undefined ? 'password' : 'email';
  form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
}
