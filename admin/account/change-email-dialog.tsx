import { useState } from 'react';
import type { ChangeEmailBody } from '../../api/contract/account.ts';
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

/** A new mail address, confirmed on both (spec §5); the password and, where it is on, the second factor come with it. */
export function ChangeEmailDialog(props: ChangeEmailDialogProps) {
  const [next, setNext] = useState<string | null>(null);
  return next === null ? <AskForCodes {...props} onSent={setNext} /> : <Confirm {...props} next={next} />;
}

function AskForCodes({ email, onClose, onSent }: ChangeEmailDialogProps & { onSent: (email: string) => void }) {
  const form = useForm({
    initial: { email: '' },
    check: (values) => (values.email === email ? { email: t('email.same') } : emailProblem(values.email)),
    async send(values) {
      await accountCalls.mailCode({ purpose: 'email', email: values.email });
      onSent(values.email);
    },
  });
  return (
    <DialogForm title={t('email.title')} form={form} submit={t('email.sendCodes')} onClose={onClose}>
      <p>{t('email.text', { email })}</p>
      <Field {...form.text('email')} label={t('email.new')} type="email" autoComplete="email" autoFocus />
    </DialogForm>
  );
}

function Confirm({ email, next, onClose }: ChangeEmailDialogProps & { next: string }) {
  const factor = useSecondFactor(async (body: ChangeEmailBody) => {
    adoptUser(await accountCalls.changeEmail(body));
    toastSuccess(t('email.done'));
    onClose();
  });
  const form = useForm({
    initial: { current_code: '', new_code: '', password: '' },
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
      <CodeField {...code('new_code')} label={t('email.newCode', { email: next })} />
      <PasswordField {...form.text('password')} label={t('changePassword.current')} autoComplete="current-password" />
    </DialogForm>
  );
}
