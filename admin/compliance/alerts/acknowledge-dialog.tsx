import type { QueryKey } from '@tanstack/react-query';
import type { AlertView } from '../../../api/contract/staff-alerts.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';

export interface AcknowledgeDialogProps {
  alert: AlertView;
  /** Where the page has it from. */
  into: QueryKey;
  onClose: () => void;
}

const rules = bodyRules<{ note: string }>(
  async () => (await import('../../../api/contract/staff-alerts.ts')).AcknowledgeBody,
  {
    toBody: (draft) => draft,
    check: ({ note }) => ({ note: note === '' ? t('alert.note.required') : undefined }),
  },
);

/** Takes an alert on, with a note for colleagues. Who was faster stays the one who is known. */
export function AcknowledgeDialog({ alert: { id }, into, onClose }: AcknowledgeDialogProps) {
  const send = useStaffSend();
  return (
    <FormDialog
      title={t('alert.acknowledge.title')}
      submit={t('alert.acknowledge')}
      onClose={onClose}
      defaultValues={{ note: '' }}
      rules={rules}
      send={({ note }) =>
        send((provider) => provider.acknowledgeAlert(id, note), {
          into,
          done: ({ acknowledged_note, acknowledged_by }) =>
            acknowledged_note === note ? t('alert.done') : t('alert.doneBefore', { by: acknowledged_by ?? '' }),
          onDone: onClose,
        })
      }
    >
      <p>{t('alert.acknowledge.text')}</p>
      <TextInput
        source="note"
        label={t('alert.note.label')}
        help={t('alert.note.help')}
        multiline
        minRows={3}
        autoFocus
      />
    </FormDialog>
  );
}
