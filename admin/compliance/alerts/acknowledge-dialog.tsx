import type { AlertView } from '../../api/contract/staff-alerts.ts';
import { DialogForm } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { useForm } from '../components/use-form.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { staffData } from './staff-call.ts';

/** As the API takes it. */
const MOST = 1_000;

export interface AcknowledgeDialogProps {
  id: string;
  onDone: (alert: AlertView) => void;
  onClose: () => void;
}

/** Takes an alert on, with a note for colleagues. Whoever was faster stays the one who is known. */
export function AcknowledgeDialog({ id, onDone, onClose }: AcknowledgeDialogProps) {
  const form = useForm({
    initial: { note: '' },
    check: ({ note }) => ({ note: problemOf(note) }),
    async send({ note }) {
      const alert = await staffData<AlertView>(`/staff/alerts/${id}/acknowledge`, { method: 'POST', body: { note } });
      const isMine = alert.acknowledged_note === note;
      toastSuccess(isMine ? t('alert.done') : t('alert.doneBefore', { by: alert.acknowledged_by ?? '' }));
      onDone(alert);
    },
  });
  return (
    <DialogForm title={t('alert.acknowledge.title')} form={form} submit={t('alert.acknowledge')} onClose={onClose}>
      <p>{t('alert.acknowledge.text')}</p>
      <Field
        {...form.text('note')}
        label={t('alert.note.label')}
        help={t('alert.note.help')}
        multiline
        minRows={3}
        autoFocus
      />
    </DialogForm>
  );
}

function problemOf(note: string): string | undefined {
  if (note === '') return t('alert.note.required');
  const count = [...note].length;
  return count > MOST ? t('alert.note.long', { max: MOST, smart_count: count }) : undefined;
}
