import type { QueryKey } from '@tanstack/react-query';
import type { AlertView } from '../../../contract/staff-alerts.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { NoteDialog, noteRules } from './note-dialog.tsx';

export interface AcknowledgeDialogProps {
  alert: AlertView;
  /** Where the page has it from. */
  into: QueryKey;
  onClose: () => void;
}

const rules = noteRules(async () => (await import('../../../contract/staff-alerts.ts')).AcknowledgeBody);

/** Acknowledges an alert, with a note for colleagues. If a colleague was faster, their acknowledgment stays. */
export function AcknowledgeDialog({ alert: { id }, into, onClose }: AcknowledgeDialogProps) {
  const send = useStaffSend();
  return (
    <NoteDialog
      title={t('alert.acknowledge.title')}
      text={t('alert.acknowledge.text')}
      label={t('alert.note.label')}
      help={t('alert.note.help')}
      submit={t('alert.acknowledge')}
      onClose={onClose}
      rules={rules}
      send={(note) =>
        send((provider) => provider.acknowledgeAlert(id, note), {
          into,
          done: ({ acknowledged_note, acknowledged_by }) =>
            acknowledged_note === note ? t('alert.done') : t('alert.doneBefore', { by: acknowledged_by ?? '' }),
          onDone: onClose,
        })
      }
    />
  );
}
