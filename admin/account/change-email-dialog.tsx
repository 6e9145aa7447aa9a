import { useState } from 'react';
import type { ChangeEmailBody, CodeSent } from '../../api/contract/account.ts';
import { ResendCode } from '../auth/resend-code.tsx';
import { CodeField } from '../components/code-field.tsx';
import { DialogForm, SecondFactorDialog } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { emailProblem, incomplete, missing } from '../components/form-problems.ts';
import { PasswordField } from '../components/password-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { adoptUser } from '../data/session.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { accountCalls } from './account-calls.ts';

export interface ChangeEmailDialogProps {
  /** The present address. */
  email: string;
  onClose: () => void;
}

/**
 * A new mail address, confirmed on both (spec §5); the password and, where it is on, the second factor come with it.
 */
export function ChangeEmailDialog(props: ChangeEmailDialogProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return asked === null ? <AskForCodes {...props} onSent={setAsked} /> : <Confirm {...props} asked={asked} />;
}

/** The address to change to, and what was said when the codes went out. */
interface Asked {
  readonly email: string;
  readonly sent: CodeSent;
}

const mailCodes = (email: string) => accountCalls.mailCode({ purpose: 'email', email });

function AskForCodes({ email, onClose, onSent }: ChangeEmailDialogProps & { onSent: (asked: Asked) => void }) {
  const form = useForm({
    initial: { email: '' },
    check: (values) => (values.email === email ? { email: t('email.same') } : emailProblem(values.email)),
    async send(values) {
      onSent({ email: values.email, sent: await mailCodes(values.email) });
    },
  });
  return (
    <DialogForm title={t('email.title')} form={form} submit={t('email.sendCodes')} onClose={onClose}>
      <p>{t('email.text', { email })}</p>
      <Field {...form.text('email')} label={t('email.new')} type="email" autoComplete="email" autoFocus />
    </DialogForm>
  );
}

function Confirm({ email, asked: { email: next, sent }, onClose }: ChangeEmailDialogProps & { asked: Asked }) {
  const factor = useSecondFactor(async (body: ChangeEmailBody) => {
    adoptUser(await accountCalls.changeEmail(body));
    toastSuccess(t('email.done'));
    onClose();
  });
  const form = useForm({
    initial: { current_code: '', new_code: '', password: '' },
    codes: ['current_code', 'new_code'],
    check: ({ password, ...codes }) => ({ ...incomplete(codes), ...missing({ password }) }),
    send: (values) => factor.first({ email: next, ...values }),
  });
  if (factor.isAsked) return <SecondFactorDialog send={factor.second} onClose={onClose} />;
  const code = (name: 'current_code' | 'new_code') => ({
    name,
    value: form.values[name],
    error: form.errorOf(name),
    onChange: (digits: string) => form.set(name, digits),
  });
  return (
    <DialogForm title={t('email.title')} form={form} submit={t('email.submit')} onClose={onClose}>
      <CodeField {...code('current_code')} label={t('code.sentTo', { email })} autoFocus />
      <div>
        <CodeField {...code('new_code')} label={t('email.newCode', { email: next })} />
        <ResendCode waitSeconds={sent.resend_in_seconds} resend={() => mailCodes(next)} />
      </div>
      <PasswordField {...form.text('password')} label={t('changePassword.current')} autoComplete="current-password" />
    </DialogForm>
  );
}
