import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';

interface NoteDialogProps {
  title: string;
  text: string;
  /** Of the note. */
  label: string;
  help?: string;
  submit: string;
  rules: ReturnType<typeof noteRules>;
  send: (note: string) => Promise<void>;
  onClose: () => void;
}

/** Rules of a note that is required. @param schema of the body that carries it */
export function noteRules(schema: Parameters<typeof bodyRules<{ note: string }>>[0]) {
  return bodyRules<{ note: string }>(schema, {
    toBody: (draft) => draft,
    check: ({ note }) => ({ note: note === '' ? t('alert.note.required') : undefined }),
  });
}

/** An act on an alert, with a note for colleagues. */
export function NoteDialog({ title, text, label, help, submit, rules, send, onClose }: NoteDialogProps) {
  return (
    <FormDialog
      title={title}
      submit={submit}
      onClose={onClose}
      defaultValues={{ note: '' }}
      rules={rules}
      send={({ note }) => send(note)}
    >
      <p>{text}</p>
      <TextInput source="note" label={label} help={help} multiline minRows={3} autoFocus />
    </FormDialog>
  );
}
