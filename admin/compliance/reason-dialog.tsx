import type { ReactNode } from 'react';
import { DialogForm } from '../components/dialog-form.tsx';
import { useForm } from '../components/use-form.ts';
import { t } from '../i18n/translate.ts';
import { ReasonField } from './reason-field.tsx';

export interface ReasonDialogProps {
  title: string;
  text?: ReactNode;
  submit: string;
  danger?: boolean;
  /** What is not needed may be left empty. */
  optional?: boolean;
  send: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** An act that is kept with its reason. It closes when the server has taken it. */
export function ReasonDialog({ title, text, submit, danger, optional = false, send, onClose }: ReasonDialogProps) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason === '' && !optional ? t('staff.reason.required') : undefined }),
    async send({ reason }) {
      await send(reason);
      onClose();
    },
  });
  return (
    <DialogForm title={title} form={form} submit={submit} onClose={onClose} {...(danger ? { danger } : {})}>
      {text && <p>{text}</p>}
      <ReasonField {...form.text('reason')} autoFocus />
    </DialogForm>
  );
}
