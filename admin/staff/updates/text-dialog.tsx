import type { WriteUpdateBody } from '../../../contract/staff-updates.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';

interface TextDialogProps {
  title: string;
  submit: string;
  initial: WriteUpdateBody;
  send: (body: WriteUpdateBody) => Promise<void>;
  onClose: () => void;
}

const rules = bodyRules<WriteUpdateBody>(
  async () => (await import('../../../contract/staff-updates.ts')).WriteUpdateBody,
  { toBody: trimmed },
);

/** The text of a product update. */
export function TextDialog({ title, submit, initial, send, onClose }: TextDialogProps) {
  return (
    <FormDialog<{ subject: string; body: string }>
      title={title}
      submit={submit}
      defaultValues={initial}
      rules={rules}
      warnWhenUnsavedChanges
      send={async (draft) => {
        await send(trimmed(draft));
        onClose();
      }}
      onClose={onClose}
    >
      <TextInput source="subject" label={t('updates.subject')} autoFocus />
      <TextInput source="body" label={t('updates.body')} help={t('updates.body.help')} multiline minRows={8} />
    </FormDialog>
  );
}

function trimmed({ subject, body }: WriteUpdateBody): WriteUpdateBody {
  return { subject: subject.trim(), body: body.trim() };
}
