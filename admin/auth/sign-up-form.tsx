import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RegisterBody } from '../../contract/account.ts';
import { acceptance, emailProblem, missing, passwordErrors } from '../components/form-problems.ts';
import { goTo } from '../data/go-to.ts';
import { VERIFY_EMAIL } from '../data/unfinished.ts';
import { CheckInput } from '../forms/check-input.tsx';
import { NewPasswordInputs } from '../forms/new-password-inputs.tsx';
import type { Problems } from '../forms/rules.ts';
import { SelectInput } from '../forms/select-input.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { AuthForm } from './auth-frame.tsx';
import { CaptchaInput, withCaptcha } from './captcha.tsx';
import { ConsentInputs } from './consent-inputs.tsx';
import { countryChoices } from './countries.ts';
import { withVersions } from './shown-versions.ts';

type SignUp = Required<Omit<RegisterBody, 'language' | 'accepted_versions'>>;

const EMPTY: SignUp = {
  full_name: '',
  email: '',
  country: '',
  password: '',
  password_confirmation: '',
  privacy_accepted: false,
  aml_accepted: false,
  product_updates: false,
  partner_code: '',
  recaptcha_token: '',
};

/** Spec §2, sign up. A code goes to the mailbox; nobody is signed in before it has come back. */
export function SignUpForm() {
  const [params] = useSearchParams();
  const linked = params.get('partner') ?? '';
  const send = async (values: SignUp) => {
    const { partner_code, ...others } = values;
    const code = partner_code.trim() === '' ? {} : { partner_code };
    await authCalls.register({ ...withVersions(withCaptcha(others)), ...code });
    goTo(VERIFY_EMAIL);
  };
  return (
    <AuthForm defaultValues={{ ...EMPTY, partner_code: linked }} rules={signUpProblems} send={send}>
      <TextInput source="full_name" label={t('signUp.name')} autoComplete="name" large autoFocus />
      <TextInput source="email" label={t('auth.signIn.email')} type="email" autoComplete="username" large />
      <SelectInput
        source="country"
        label={t('signUp.country')}
        placeholder={t('signUp.countryChoose')}
        choices={countryChoices()}
        autoComplete="country"
        large
      />
      <NewPasswordInputs large />
      <div>
        <ConsentInputs />
        <CheckInput source="product_updates" label={t('signUp.updates')} />
      </div>
      <PartnerCodeInput isShown={linked !== ''} />
      <CaptchaInput />
      <SubmitButton label={t('signUp.submit')} busy={t('signUp.busy')} size="large" fullWidth />
    </AuthForm>
  );
}

/** A partner's link fills it in; people with a code by word of mouth open the field. */
function PartnerCodeInput({ isShown }: { isShown: boolean }) {
  const [isOpen, setOpen] = useState(isShown);
  if (!isOpen) {
    return (
      <Button variant="text" size="small" sx={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        {t('signUp.havePartnerCode')}
      </Button>
    );
  }
  return (
    <TextInput
      source="partner_code"
      label={t('signUp.partnerCode')}
      help={t('signUp.partnerCodeHelp')}
      autoComplete="off"
      large
    />
  );
}

/** Errors in the form, in the order of its fields. */
function signUpProblems(values: SignUp): Problems<SignUp> {
  const { full_name, email, country, privacy_accepted, aml_accepted } = values;
  return {
    ...missing({ full_name }),
    ...emailProblem(email),
    ...missing({ country }),
    ...passwordErrors(values, [email, full_name]),
    ...acceptance({ privacy_accepted, aml_accepted }),
  };
}
