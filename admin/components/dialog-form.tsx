import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import type { TwoFaBody } from '../../api/contract/account.ts';
import { t } from '../i18n/translate.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { SecondFactor } from './second-factor.tsx';
import type { FormState } from './use-form.ts';

const Form = styled('form')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });

export interface DialogFormProps<V extends Readonly<Record<string, string | boolean>>> {
  title: string;
  form: FormState<V>;
  submit: string;
  /** What cannot be taken back has a red button. */
  danger?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, sent by its button or the Enter key. */
export function DialogForm<V extends Readonly<Record<string, string | boolean>>>(props: DialogFormProps<V>) {
  const { title, form, submit, danger = false, onClose, children } = props;
  const id = useId();
  return (
    <DialogFrame
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" form={id} variant="contained" color={danger ? 'error' : 'primary'} disabled={form.busy}>
            {submit}
          </Button>
        </>
      }
    >
      <Form id={id} ref={form.ref} noValidate onSubmit={form.submit}>
        {children}
      </Form>
    </DialogFrame>
  );
}

export interface SecondFactorDialogProps {
  send: (factor: TwoFaBody) => Promise<void>;
  onClose: () => void;
}

/** The second step of a dialog whose action needs the second factor. */
export function SecondFactorDialog({ send, onClose }: SecondFactorDialogProps) {
  return (
    <DialogFrame
      title={t('twoFa.confirmTitle')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('action.cancel')}</Button>}
    >
      <p>{t('twoFa.lead')}</p>
      <SecondFactor send={send} />
    </DialogFrame>
  );
}
