import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { t } from '../i18n/translate.ts';
import { Form, type FormProps } from './form.tsx';
import { SubmitButton } from './submit-button.tsx';

export interface FormDialogProps<V extends FieldValues> extends FormProps<V> {
  title: string;
  /** The words of its button, or a `SubmitButton` whose words follow what is typed. */
  submit: ReactNode;
  /** Irreversible actions have a red button. */
  danger?: boolean;
  /** The words of the button that closes it; null: there is none. */
  keep?: string | null;
  onClose: () => void;
}

/** A form in a dialog, sent by its button or the Enter key. */
export function FormDialog<V extends FieldValues>(props: FormDialogProps<V>) {
  const { title, submit, danger = false, keep = t('action.cancel'), onClose, children, ...form } = props;
  return (
    <DialogFrame
      title={title}
      onClose={onClose}
      wrap={(content) => <Form<V> {...form}>{content}</Form>}
      actions={
        <>
          {keep !== null && <Button onClick={onClose}>{keep}</Button>}
          {typeof submit === 'string' ? <SubmitButton label={submit} color={danger ? 'error' : 'primary'} /> : submit}
        </>
      }
    >
      {children}
    </DialogFrame>
  );
}
