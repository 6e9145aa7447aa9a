import type { AcceptInvitationBody } from '../../contract/team.ts';
import { acceptance, missing, passwordErrors } from '../components/form-problems.ts';
import { toApiError } from '../data/api-error.ts';
import { NewPasswordInputs } from '../forms/new-password-inputs.tsx';
import type { PlainFormProps } from '../forms/plain-form.tsx';
import type { Problems } from '../forms/rules.ts';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { AuthForm } from './auth-frame.tsx';
import { ConsentInputs } from './consent-inputs.tsx';

/** The fields of a person who arrives through an emailed link. */
export type Owner = Omit<AcceptInvitationBody, 'token' | 'accepted_versions'>;

export const NEW_OWNER: Owner = {
  full_name: '',
  password: '',
  password_confirmation: '',
  privacy_accepted: false,
  aml_accepted: false,
};

/** Errors in the fields; the password must contain neither the name nor the email address. */
export function ownerErrors(owner: Owner, email: string): Problems<Owner> {
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

interface OwnerFormProps<V extends Owner> extends PlainFormProps<V> {
  email: string;
  submit: string;
  busy: string;
}

/** Asks for name and password; `children` are placed between the two. */
export function OwnerForm<V extends Owner>({ email, submit, busy, children, ...form }: OwnerFormProps<V>) {
  return (
    <AuthForm<V> {...form}>
      {/* For password managers, which keep the password by the name it belongs to. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextInput source="full_name" label={t('signUp.name')} autoComplete="name" large autoFocus />
      {children}
      <NewPasswordInputs large />
      <div>
        <ConsentInputs />
      </div>
      <SubmitButton label={submit} busy={busy} size="large" fullWidth />
    </AuthForm>
  );
}
