import Button from '@mui/material/Button';
import type { RegisterBody } from '../../api/contract/account.ts';
import { CheckField } from '../components/check-field.tsx';
import { Field } from '../components/field.tsx';
import { acceptance, emailProblem, missing, passwordErrors } from '../components/form-problems.ts';
import { NewPassword } from '../components/new-password.tsx';
import { SelectField } from '../components/select-field.tsx';
import { type FormErrors, useForm } from '../components/use-form.ts';
import { goTo } from '../data/go-to.ts';
import { VERIFY_EMAIL } from '../data/unfinished.ts';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthForm } from './auth-frame.tsx';
import { Captcha, withCaptcha } from './captcha.tsx';
import { countryChoices } from './countries.ts';

type SignUp = Required<Omit<RegisterBody, 'language'>>;

const EMPTY: SignUp = {
  full_name: '',
  email: '',
  country: '',
  password: '',
  password_confirmation: '',
  privacy_accepted: false,
  aml_accepted: false,
  product_updates: false,
  recaptcha_token: '',
};

/** Spec §2, sign up. A code goes to the mailbox; nobody is signed in before it has come back. */
export function SignUpForm() {
  const form = useForm<SignUp>({
    initial: EMPTY,
    check: signUpProblems,
    async send(values) {
      await authCalls.register(withCaptcha(values));
      goTo(VERIFY_EMAIL);
    },
  });
  return (
    <AuthForm ref={form.ref} noValidate onSubmit={form.submit}>
      <Field {...form.text('full_name')} label={t('signUp.name')} autoComplete="name" large autoFocus />
      <Field {...form.text('email')} label={t('auth.signIn.email')} type="email" autoComplete="username" large />
      <SelectField
        {...form.text('country')}
        label={t('signUp.country')}
        placeholder={t('signUp.countryChoose')}
        choices={countryChoices()}
        autoComplete="country"
        large
      />
      <NewPassword form={form} large />
      <div>
        <CheckField {...form.box('privacy_accepted')} label={t('signUp.privacy')} />
        <CheckField {...form.box('aml_accepted')} label={t('signUp.aml')} />
        <CheckField {...form.box('product_updates')} label={t('signUp.updates')} />
      </div>
      <Captcha {...form.text('recaptcha_token')} />
      <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
        {t(form.busy ? 'signUp.busy' : 'signUp.submit')}
      </Button>
    </AuthForm>
  );
}

/** What is wrong, in the order of the fields. */
function signUpProblems(values: SignUp): FormErrors<SignUp> {
  const { full_name, email, country, privacy_accepted, aml_accepted } = values;
  return {
    ...missing({ full_name }),
    ...emailProblem(email),
    ...missing({ country }),
    ...passwordErrors(values, [email, full_name]),
    ...acceptance({ privacy_accepted, aml_accepted }),
  };
}
