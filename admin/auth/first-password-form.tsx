import { notify } from '../data/notices.ts';
import { t } from '../i18n/translate.ts';
import { authCalls } from './auth-calls.ts';
import { enter } from './enter.ts';
import { sendByLink } from './owner-form.tsx';
import { type Resident, ResidentForm } from './resident-form.tsx';
import { withVersions } from './shown-versions.ts';

export interface FirstPasswordFormProps {
  token: string;
  email: string;
  /** The link has been used or has expired meanwhile. */
  onClosed: () => void;
}

/** Asks an applicant for name and password, then opens the account. */
export function FirstPasswordForm({ token, email, onClosed }: FirstPasswordFormProps) {
  const send = (values: Resident) =>
    sendByLink(async () => {
      const user = await authCalls.setFirstPassword(withVersions({ token, ...values }));
      notify(t('firstPassword.done'), 'success');
      enter(user);
    }, onClosed);
  return <ResidentForm send={send} email={email} submit={t('firstPassword.submit')} busy={t('firstPassword.busy')} />;
}
