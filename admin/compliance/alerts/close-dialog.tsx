import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import type { AcknowledgeDialogProps } from './acknowledge-dialog.tsx';

const rules = bodyRules<{ note: string }>(
  async () => (await import('../../../api/contract/staff-alerts.ts')).CloseBody,
  {
    toBody: (draft) => draft,
    check: ({ note }) => ({ note: note === '' ? t('alert.note.required') : undefined }),
  },
);

/** Closes an alert whose cause no program can judge. */
export function CloseDialog({ alert: { id }, into, onClose }: AcknowledgeDialogProps) {
  const send = useStaffSend();
  return (
    <FormDialog
      title={t('alert.close.title')}
      submit={t('alert.close')}
      onClose={onClose}
      defaultValues={{ note: '' }}
      rules={rules}
      send={({ note }) =>
        send((provider) => provider.closeAlert(id, note), {
          into,
          done: () => t('alert.closed'),
          onDone: onClose,
        })
      }
    >
      <p>{t('alert.close.text')}</p>
      <TextInput source="note" label={t('alert.cause.label')} multiline minRows={3} autoFocus />
    </FormDialog>
  );
}
