import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { AcceptInvitationBody } from '../../api/contract/team.ts';
import { CheckField } from '../components/check-field.tsx';
import { Field } from '../components/field.tsx';
import { acceptance, missing, passwordErrors } from '../components/form-problems.ts';
import { NewPassword } from '../components/new-password.tsx';
import type { FormErrors, FormState } from '../components/use-form.ts';
import { toApiError } from '../data/api-error.ts';
import { t } from '../i18n/translate.ts';
import { AuthForm } from './auth-frame.tsx';

/** What a person fills in whom the link of a mail lets in. */
export type Owner = Omit<AcceptInvitationBody, 'token'>;

export const NEW_OWNER: Owner = {
  full_name: '',
  password: '',
  password_confirmation: '',
  privacy_accepted: false,
  aml_accepted: false,
};

/** What is wrong with it; the password must not hold the name nor the mail address. */
export function ownerErrors(owner: Owner, email: string): FormErrors<Owner> {
  const { full_name, privacy_accepted, aml_accepted, password, password_confirmation } = owner;
  return {
    ...missing({ full_name }),
    ...passwordErrors({ password, password_confirmation }, [full_name, email]),
    ...acceptance({ privacy_accepted, aml_accepted }),
  };
}

/** Sends it; `onClosed` is called when the link has been used or has expired meanwhile. */
export async function sendByLink(send: () => Promise<void>, onClosed: () => void): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (toApiError(error).body.errors.token) onClosed();
    throw error;
  }
}

interface OwnerFormProps<V extends Owner> {
  form: FormState<V>;
  email: string;
  submit: string;
  /** Fields between name and password. */
  children?: ReactNode;
}

/** Who somebody is and how they will sign in. */
export function OwnerForm<V extends Owner>({ form, email, submit, children }: OwnerFormProps<V>) {
  return (
    <AuthForm ref={form.ref} noValidate onSubmit={form.submit}>
      {/* For password managers, which keep the password by the name it belongs to. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field {...form.text('full_name')} label={t('signUp.name')} autoComplete="name" large autoFocus />
      {children}
      <NewPassword form={form} large />
      <div>
        <CheckField {...form.box('privacy_accepted')} label={t('signUp.privacy')} />
        <CheckField {...form.box('aml_accepted')} label={t('signUp.aml')} />
      </div>
      <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
        {submit}
      </Button>
    </AuthForm>
  );
}
