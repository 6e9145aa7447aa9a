import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ChangeEmailBody, CodeSent } from '../../contract/account.ts';
import { ResendCode } from '../auth/resend-code.tsx';
import { emailProblem, incomplete, missing } from '../components/form-problems.ts';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { adoptUser } from '../data/session.ts';
import { useProvider } from '../data/use-provider.ts';
import { CodeInput } from '../forms/code-input.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { PasswordInput } from '../forms/password-input.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';

export interface ChangeEmailDialogProps {
  /** The present address. */
  email: string;
  onClose: () => void;
}

/**
 * A new mail address, confirmed on both (spec §5); the password and, where it is on, the second factor come with it.
 */
export function ChangeEmailDialog(props: ChangeEmailDialogProps) {
  const [pending, setPending] = useState<PendingChange | null>(null);
  return pending === null ? <AskForCodes {...props} onSent={setPending} /> : <Confirm {...props} pending={pending} />;
}

/** The address to change to, and what was said when the codes went out. */
interface PendingChange {
  readonly email: string;
  readonly sent: CodeSent;
}

function useMailCodes() {
  const provider = useProvider();
  return (email: string) => provider.mailAccountCode({ purpose: 'email', email });
}

function AskForCodes({
  email,
  onClose,
  onSent,
}: ChangeEmailDialogProps & { onSent: (pending: PendingChange) => void }) {
  const mailCodes = useMailCodes();
  return (
    <FormDialog
      title={t('email.title')}
      submit={t('email.sendCodes')}
      defaultValues={{ email: '' }}
      rules={(values) => (values.email === email ? { email: t('email.same') } : emailProblem(values.email))}
      send={async (values) => onSent({ email: values.email, sent: await mailCodes(values.email) })}
      onClose={onClose}
    >
      <p>{t('email.text', { email })}</p>
      <TextInput source="email" label={t('email.new')} type="email" autoComplete="email" autoFocus />
    </FormDialog>
  );
}

function Confirm({
  email,
  pending: { email: next, sent },
  onClose,
}: ChangeEmailDialogProps & { pending: PendingChange }) {
  const provider = useProvider();
  const notify = useNotify();
  const mailCodes = useMailCodes();
  const factor = useSecondFactor(async (body: ChangeEmailBody) => {
    adoptUser(await provider.changeEmail(body));
    notify(t('email.done'), { type: 'success' });
    onClose();
  });
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  return (
    <FormDialog
      title={t('email.title')}
      submit={t('email.submit')}
      defaultValues={{ current_code: '', new_code: '', password: '' }}
      rules={({ password, ...codes }) => ({ ...incomplete(codes), ...missing({ password }) })}
      send={(values) => factor.first({ email: next, ...values })}
      onClose={onClose}
    >
      <CodeInput source="current_code" label={t('code.sentTo', { email })} next="new_code" autoFocus />
      <div>
        <CodeInput source="new_code" label={t('email.newCode', { email: next })} next="password" />
        <ResendCode waitSeconds={sent.resend_in_seconds} resend={() => mailCodes(next)} />
      </div>
      <PasswordInput source="password" label={t('changePassword.current')} autoComplete="current-password" />
    </FormDialog>
  );
}
