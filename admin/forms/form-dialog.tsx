import Button from '@mui/material/Button';
import type { FieldValues } from 'react-hook-form';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { t } from '../i18n/translate.ts';
import { Form, type FormProps } from './form.tsx';
import { SubmitButton } from './submit-button.tsx';

export interface FormDialogProps<V extends FieldValues> extends FormProps<V> {
  title: string;
  submit: string;
  /** What cannot be taken back has a red button. */
  danger?: boolean;
  onClose: () => void;
}

/** A form in a dialog, sent by its button or the Enter key. */
export function FormDialog<V extends FieldValues>(props: FormDialogProps<V>) {
  const { title, submit, danger = false, onClose, children, ...form } = props;
  return (
    <DialogFrame
      title={title}
      onClose={onClose}
      wrap={(content) => <Form<V> {...form}>{content}</Form>}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton label={submit} color={danger ? 'error' : 'primary'} />
        </>
      }
    >
      {children}
    </DialogFrame>
  );
}
