import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import type { AcknowledgeDialogProps } from './acknowledge-dialog.tsx';
import { NoteDialog, noteRules } from './note-dialog.tsx';

const rules = noteRules(async () => (await import('../../../contract/staff-alerts.ts')).CloseBody);

/** Closes an alert whose cause no program can judge. */
export function CloseDialog({ alert: { id }, into, onClose }: AcknowledgeDialogProps) {
  const send = useStaffSend();
  return (
    <NoteDialog
      title={t('alert.close.title')}
      text={t('alert.close.text')}
      label={t('alert.cause.label')}
      submit={t('alert.close')}
      onClose={onClose}
      rules={rules}
      send={(note) =>
        send((provider) => provider.closeAlert(id, note), {
          into,
          done: () => t('alert.closed'),
          onDone: onClose,
        })
      }
    />
  );
}
